import { Button } from "@mantine/core";
import { Badge } from "#ui/display/badge.tsx";
import type { EventOnWire } from "../../model.ts";
import styles from "./ai-badge.module.css";

/** Where an event comes from that an assistant made: its words, why, and the way back. */
export function AiBadge({
  event: { madeFrom },
  onUndo,
}: {
  event: Pick<EventOnWire, "madeFrom">;
  onUndo(): void;
}) {
  return (
    <section className={styles.origin} aria-label="AI Created">
      <Badge tone="accent">AI Created</Badge>
      {madeFrom && (
        <p className={styles.words}>
          {madeFrom.reason}: <q>{madeFrom.quote}</q>
        </p>
      )}
      <Button variant="subtle" size="compact-sm" className={styles.undo} onClick={onUndo}>
        Undo
      </Button>
    </section>
  );
}
