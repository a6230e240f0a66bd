import { type ReactNode, useId } from "react";
import { Text } from "../layout/text.tsx";
import styles from "./card.module.css";

type CardProps = {
  title?: string;
  /** Stands at the right of the title. */
  headerEnd?: ReactNode;
  children: ReactNode;
};

/** A part of a page with its own heading. */
export function Card({ title, headerEnd, children }: CardProps) {
  const titleId = useId();
  return (
    <section className={styles.card} data-surface="card" aria-labelledby={title ? titleId : undefined}>
      {title && (
        <header className={styles.header}>
          <Text id={titleId} as="h2" size="section">
            {title}
          </Text>
          {headerEnd}
        </header>
      )}
      {children}
    </section>
  );
}
