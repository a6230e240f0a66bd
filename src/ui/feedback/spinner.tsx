import styles from "./spinner.module.css";

/** Waiting without a known layout; `label` is visible only with `showLabel`. */
export function Spinner({ label, showLabel }: { label: string; showLabel?: boolean }) {
  return (
    <div className={styles.spinner} role="status">
      <span className={styles.wheel} aria-hidden />
      <span className={showLabel ? styles.label : "visually-hidden"}>{label}</span>
    </div>
  );
}
