import type { LucideIcon } from "lucide-react";
import { type ReactNode, type Ref, useId } from "react";
import styles from "./quick-add-field.module.css";

type QuickAddFieldProps = {
  label: string;
  icon: LucideIcon;
  /** The key that leads here, shown while nothing is typed. */
  shortcut: string;
  placeholder: string;
  maxLength?: number;
  ref: Ref<HTMLInputElement>;
  line: string;
  /** What was understood, and the facts that stand beside it; nothing while nothing is. */
  understood: { title: string; facts: ReactNode } | null;
  onFocus(): void;
  onType(line: string): void;
  onAdd(): void;
  onClear(): void;
  /** What can be done about it. */
  children?: ReactNode;
};

/** One typed line that becomes a record; what was understood shows below it while it is typed. */
export function QuickAddField(props: QuickAddFieldProps) {
  const { label, icon: Icon, shortcut, placeholder, maxLength, ref, line, understood, children } = props;
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
        {line ? "Enter" : shortcut}
      </kbd>
      <div className={styles.preview} hidden={!understood}>
        <div id={preview} role="status" aria-label="Understood" className={styles.text}>
          {understood && <span className={styles.title}>{understood.title}</span>}
          {understood?.facts}
        </div>
        {understood && children}
      </div>
    </form>
  );
}
