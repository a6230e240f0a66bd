import styles from "./clipped.module.css";

/** Text of any length on one line; cut text is shown on hover. */
export const Clipped = ({ text }: { text: string }) => (
  <span className={styles.clipped} title={text}>
    {text}
  </span>
);
