import styles from "./clipped.module.css";

/** A name or an address of any length on one line; what does not fit shows while the pointer rests on it. */
export const Clipped = ({ text }: { text: string }) => (
  <span className={styles.clipped} title={text}>
    {text}
  </span>
);
