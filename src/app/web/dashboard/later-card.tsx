import type { ReactNode } from "react";
import { Row, Stack } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import styles from "./dashboard-page.module.css";
import { useLastHeight } from "./use-last-height.ts";

type LaterCardProps = { id: string; title: string; actions?: ReactNode; children: ReactNode };

/** A card whose content comes later. */
export const LaterCard = ({ id, title, actions, children }: LaterCardProps) => (
  <Stack as="section" surface="card" pad="16px 20px" gap={8} aria-labelledby={id}>
    <Row justify="space-between" gap={8} className={styles.header}>
      <Text as="h2" id={id} size="section">
        {title}
      </Text>
      {actions}
    </Row>
    <Stack gap={8} {...useLastHeight(id)}>
      {children}
    </Stack>
  </Stack>
);
