import type { LucideIcon } from "lucide-react";
import type { KeyboardEvent, ReactNode } from "react";
import { PlainButton } from "../inputs/plain-button.tsx";
import { withKeys } from "../lists/with-keys.ts";
import styles from "./menu.module.css";
import { Popover, type PopoverControl, usePopover } from "./popover.tsx";

export type MenuItem = {
  label: string;
  icon?: LucideIcon;
  onSelect(): void;
  isDestructive?: boolean;
  isDisabled?: boolean;
  /** Shown at the right, e.g. "E". */
  shortcut?: string;
  /** A count at the right. */
  count?: number;
};

type MenuProps = {
  /** The name of the menu for screen readers. */
  label: string;
  items: readonly (MenuItem | "line")[];
  /** Above the items, not one of them. */
  header?: ReactNode;
  trigger(props: PopoverControl["triggerProps"]): ReactNode;
};

/** A list of actions behind a button; arrows, Home, End and first letters move, Escape returns. */
export function Menu({ label, items, header, trigger }: MenuProps) {
  const popover = usePopover();
  return (
    <>
      {trigger({ ...popover.triggerProps, "aria-haspopup": "menu" })}
      <Popover
        popover={popover}
        label={label}
        role="menu"
        className={styles.menu}
        onKeyDown={moveFocus}
        onOpened={(surface) => rowsOf(surface)[0]?.focus({ preventScroll: true })}
      >
        {header && (
          <div className={styles.header} role="presentation">
            {header}
          </div>
        )}
        {withKeys(items, nameOf).map(({ key, part: item }) =>
          item === "line" ? (
            <hr key={key} className={styles.line} />
          ) : (
            <MenuRow key={key} item={item} close={popover.close} />
          ),
        )}
      </Popover>
    </>
  );
}

const nameOf = (item: MenuItem | "line") => (item === "line" ? "line" : `item ${item.label}`);

function MenuRow({ item, close }: { item: MenuItem; close(): void }) {
  const { label, icon: Icon, isDestructive, isDisabled, shortcut, count } = item;
  return (
    <PlainButton
      focusInside
      role="menuitem"
      className={styles.item}
      data-destructive={isDestructive || undefined}
      disabled={isDisabled}
      tabIndex={-1}
      onClick={() => {
        close();
        item.onSelect();
      }}
    >
      {Icon && <Icon size={16} strokeWidth={1.75} aria-hidden />}
      <span className={styles.label}>{label}</span>
      {count ? <span className={styles.count}>{count}</span> : null}
      {shortcut && <kbd className={styles.shortcut}>{shortcut}</kbd>}
    </PlainButton>
  );
}

const rowsOf = (menu: Element) => [
  ...menu.querySelectorAll<HTMLButtonElement>("[role=menuitem]:not(:disabled)"),
];

function moveFocus(event: KeyboardEvent): void {
  const rows = rowsOf(event.currentTarget);
  const next = nextRow(event.key, rows, rows.indexOf(document.activeElement as HTMLButtonElement));
  if (!next) return;
  event.preventDefault();
  next.focus();
}

function nextRow(key: string, rows: HTMLButtonElement[], index: number): HTMLButtonElement | undefined {
  if (key === "ArrowDown") return rows[(index + 1) % rows.length];
  if (key === "ArrowUp") return rows.at(index <= 0 ? -1 : index - 1);
  if (key === "Home") return rows[0];
  if (key === "End") return rows.at(-1);
  if (key.length !== 1 || key === " ") return undefined;
  const after = [...rows.slice(index + 1), ...rows.slice(0, index + 1)];
  return after.find((row) => row.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()));
}
