import styles from "./keys.module.css";
import { describeKeys } from "./shortcuts.ts";

/** The keys of a shortcut as key caps. */
export function Keys({ keys }: { keys: string }) {
  return (
    <span className={styles.keys}>
      {describeKeys(keys).map((key) => (
        <kbd key={key} className={styles.key}>
          {key}
        </kbd>
      ))}
    </span>
  );
}
