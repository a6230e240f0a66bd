import { X } from "lucide-react";
import { type ReactNode, useId } from "react";
import { createPortal } from "react-dom";
import { t } from "#i18n/message.ts";
import { IconButton } from "../inputs/icon-button.tsx";
import styles from "./drawer.module.css";
import { useModalLayer } from "./modal-layer.ts";

type DrawerProps = { isOpen: boolean; onClose(): void; children: ReactNode } & (
  | { label: string }
  | {
      title: string;
      /** Buttons, below the content. */
      footer?: ReactNode;
    }
);

/**
 * A drawer: at the left edge for content that small screens hide (`label`); or, with a `title`, at the right edge for
 * the details of an item on the page.
 */
export function Drawer(props: DrawerProps) {
  if (!props.isOpen) return null;
  return createPortal(<OpenDrawer {...props} />, document.body);
}

function OpenDrawer({ onClose, children, ...names }: DrawerProps) {
  const titleId = useId();
  const layer = useModalLayer(onClose);
  return (
    <div className={styles.overlay}>
      {/* A click on the backdrop does the same as Escape. */}
      <div className={styles.veil} onClick={onClose} aria-hidden />
      <div
        ref={layer}
        role="dialog"
        aria-modal="true"
        {...("label" in names ? { "aria-label": names.label } : { "aria-labelledby": titleId })}
        tabIndex={-1}
        className={styles.drawer}
        data-surface="card"
        data-side={"title" in names ? "end" : undefined}
      >
        {"title" in names ? (
          <>
            <div className={styles.header}>
              <h2 id={titleId} className={styles.title}>
                {names.title}
              </h2>
              <IconButton label={t`Close`} icon={X} onClick={onClose} data-uncovered />
            </div>
            <div className={styles.body}>{children}</div>
            {names.footer && (
              <div className={styles.footer} data-uncovered>
                {names.footer}
              </div>
            )}
          </>
        ) : (
          children
        )}
      </div>
    </div>
  );
}
