import {
  Bold,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  Quote,
  Strikethrough,
  Underline,
} from "lucide-react";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { t, term } from "#i18n/message.ts";
import { IconButton } from "../inputs/icon-button.tsx";
import { stepAside } from "../layout/direction.ts";
import styles from "./format-bar.module.css";

export const FORMATS = [
  "bold",
  "italic",
  "underline",
  "strike",
  "bullets",
  "numbers",
  "quote",
  "link",
] as const;
export type Format = (typeof FORMATS)[number];

const BUTTONS: Record<Format, { icon: LucideIcon; label: string }> = {
  bold: { icon: Bold, label: t`Bold` },
  italic: { icon: Italic, label: t`Italic` },
  underline: { icon: Underline, label: t`Underline` },
  strike: { icon: Strikethrough, label: t`Strike through` },
  bullets: { icon: List, label: term("List", "text with bullets") },
  numbers: { icon: ListOrdered, label: t`Numbered list` },
  quote: { icon: Quote, label: term("Quote", "text of somebody else") },
  link: { icon: Link, label: t`Link` },
};

type FormatBarProps = {
  active: ReadonlySet<Format>;
  onFormat(format: Format): void;
  /** Called when the pointer or the focus is near, before the editor is needed. */
  onNear?(): void;
  children?: ReactNode;
};

/** One tab stop; arrows move from button to button. The text keeps its selection. */
export function FormatBar({ active, onFormat, onNear, children }: FormatBarProps) {
  const [stop, setStop] = useState<Format>("bold");
  return (
    <div
      role="toolbar"
      aria-label={t`Formatting`}
      className={styles.bar}
      onPointerEnter={onNear}
      onFocus={onNear}
      onKeyDown={moveAlong}
    >
      {FORMATS.map((format) => (
        <IconButton
          key={format}
          {...BUTTONS[format]}
          data-format
          aria-pressed={active.has(format)}
          tabIndex={format === stop ? 0 : -1}
          onFocus={() => setStop(format)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onFormat(format)}
        />
      ))}
      {children && <span className={styles.more}>{children}</span>}
    </div>
  );
}

function moveAlong(event: KeyboardEvent<HTMLElement>): void {
  const step = stepAside(event.key);
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>("[data-format]")];
  const here = buttons.indexOf(document.activeElement as HTMLElement);
  if (!step || here < 0) return;
  event.preventDefault();
  buttons.at((here + step) % buttons.length)?.focus();
}
