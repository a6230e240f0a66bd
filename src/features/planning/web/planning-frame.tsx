import { X } from "lucide-react";
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from "react";
import { t } from "#i18n/message.ts";
import { IconButton } from "#ui/inputs/icon-button.tsx";
import { Dialog } from "#ui/overlays/dialog.tsx";
import { Drawer } from "#ui/overlays/drawer.tsx";
import styles from "./plan-panel.module.css";

type ColumnProps = { title: string; footer: ReactNode; children: ReactNode; onClose(): void };
type PlanningFrameProps = ColumnProps & { isBeside: boolean; isPhone: boolean };

/** A column beside the grid where there is room, else a drawer, and on a phone a sheet. */
export function PlanningFrame({ isBeside, isPhone, ...column }: PlanningFrameProps) {
  if (isBeside) return <BesideGrid {...column} />;
  const Sheet = isPhone ? Dialog : Drawer;
  return <Sheet isOpen {...column} />;
}

/** A column that keeps its buttons in sight; it takes the focus when it opens, and Escape closes it. */
function BesideGrid({ title, footer, children, onClose }: ColumnProps) {
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    const { current } = panel;
    if (current && !current.contains(document.activeElement)) current.focus({ preventScroll: true });
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || event.defaultPrevented) return;
    event.preventDefault();
    onClose();
  };
  return (
    <aside
      ref={panel}
      className={styles.panel}
      data-surface="card"
      tabIndex={-1}
      aria-label={title}
      onKeyDown={onKeyDown}
    >
      <header className={styles.header}>
        <h2 className={styles.title}>{title}</h2>
        <IconButton label={t`Close`} icon={X} onClick={onClose} />
      </header>
      <div className={styles.body}>{children}</div>
      {footer && <div className={styles.footer}>{footer}</div>}
    </aside>
  );
}
