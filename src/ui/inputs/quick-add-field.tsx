import type { LucideIcon } from "lucide-react";
import { type ReactNode, type Ref, useId } from "react";
import { t, term } from "#i18n/message.ts";
import styles from "./quick-add-field.module.css";

type QuickAddFieldProps = {
  label: string;
  icon: LucideIcon;
  /** The key that focuses the field, shown while it is empty. */
  shortcut: string;
  placeholder: string;
  maxLength?: number;
  ref: Ref<HTMLInputElement>;
  line: string;
  /** The parsed result with its details; null if there is none. */
  parsed: { title: string; facts: ReactNode } | null;
  onFocus(): void;
  onType(line: string): void;
  onAdd(): void;
  onClear(): void;
  /** Buttons for the result. */
  children?: ReactNode;
};

/** One typed line that becomes a record; the parsed result is shown below it while typing. */
export function QuickAddField(props: QuickAddFieldProps) {
  const { label, icon: Icon, shortcut, placeholder, maxLength, ref, line, parsed, children } = props;
  const preview = useId();
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        props.onAdd();
      }}
    >
      <Icon size={18} strokeWidth={1.75} className={styles.icon} aria-hidden />
      <input
        ref={ref}
        className={styles.input}
        aria-label={label}
        aria-describedby={preview}
        placeholder={placeholder}
        autoComplete="off"
        enterKeyHint="done"
        maxLength={maxLength}
        value={line}
        onFocus={props.onFocus}
        onChange={({ target }) => props.onType(target.value)}
        onKeyDown={(event) => {
          if (event.key !== "Escape") return;
          props.onClear();
          event.currentTarget.blur();
        }}
      />
      <kbd className={styles.key} aria-hidden>
        {line ? term("Enter", "key of the keyboard") : shortcut}
      </kbd>
      <div className={styles.preview} hidden={!parsed}>
        <div id={preview} role="status" aria-label={t`Understood`} className={styles.text}>
          {parsed && <span className={styles.title}>{parsed.title}</span>}
          {parsed?.facts}
        </div>
        {parsed && children}
      </div>
    </form>
  );
}
