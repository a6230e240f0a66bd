import { type ReactNode, useId } from "react";
import { Stack } from "#ui/layout/stack.tsx";
import { Box, Text } from "#ui/layout/text.tsx";
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
      <Stack as="header" gap={14} align="start" className={styles.header}>
        <div>
          <Text id={titleId} as="h2" size="section">
            {title}
          </Text>
          {text && (
            <Text tone="soft" textWrap="pretty" margin="4px 0 0" className={styles.text}>
              {text}
            </Text>
          )}
        </div>
        {action}
      </Stack>
      <Box surface="card">{children}</Box>
    </section>
  );
}
