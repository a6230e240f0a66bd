import { t } from "#i18n/message.ts";
import { Badge } from "#ui/display/badge.tsx";
import { Button } from "#ui/inputs/button.tsx";
import { Row } from "#ui/layout/stack.tsx";
import { Text } from "#ui/layout/text.tsx";
import type { EventOnWire } from "../../model.ts";
import styles from "./ai-badge.module.css";

/** The source of an event that the assistant created: its text, the reason, and undo. */
export function AiBadge({
  event: { createdFrom },
  onUndo,
}: {
  event: Pick<EventOnWire, "createdFrom">;
  onUndo(): void;
}) {
  return (
    <Row
      gap={10}
      lineGap={4}
      wrap
      as="section"
      surface="card"
      pad="8px 8px 8px 12px"
      margin="0 0 16px"
      aria-label={t`AI Created`}
    >
      <Badge tone="accent">{t`AI Created`}</Badge>
      {createdFrom && (
        <Text size="list" tone="soft" overflow="break" className={styles.words}>
          {createdFrom.reason}: <q>{createdFrom.quote}</q>
        </Text>
      )}
      <Button variant="subtle" size="compact-sm" className={styles.undo} onClick={onUndo}>
        {t`Undo`}
      </Button>
    </Row>
  );
}
