import { type ReactNode, useId } from "react";
import styles from "./card.module.css";

type CardProps = {
  title?: string;
  /** Stands at the right of the title. */
  aside?: ReactNode;
  children: ReactNode;
};

/** A part of a page with its own heading. */
export function Card({ title, aside, children }: CardProps) {
  const titleId = useId();
  return (
    <section className={styles.card} aria-labelledby={title ? titleId : undefined}>
      {title && (
        <header className={styles.header}>
          <h2 id={titleId} className={styles.title}>
            {title}
          </h2>
          {aside}
        </header>
      )}
      {children}
    </section>
  );
}
