import { type ReactNode, useId } from "react";
import styles from "./section.module.css";

type SectionProps = {
  title: string;
  /** What it is for, in a sentence or two. */
  text?: ReactNode;
  /** A button that belongs to the whole section. */
  action?: ReactNode;
  children: ReactNode;
};

/** A part of the settings: words at the left, what can be set at the right; on a phone one above the other. */
export function Section({ title, text, action, children }: SectionProps) {
  const titleId = useId();
  return (
    <section className={styles.section} aria-labelledby={titleId}>
      <header className={styles.header}>
        <div>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          {text && <p className={styles.text}>{text}</p>}
        </div>
        {action}
      </header>
      <div className={styles.card}>{children}</div>
    </section>
  );
}
