import styles from "./spinner.module.css";

/** Waiting for something that has no shape yet; `label` is visible where `showLabel` says so. */
export function Spinner({ label, showLabel }: { label: string; showLabel?: boolean }) {
  return (
    <div className={styles.spinner} role="status">
      <span className={styles.wheel} aria-hidden />
      <span className={showLabel ? styles.label : "visually-hidden"}>{label}</span>
    </div>
  );
}
