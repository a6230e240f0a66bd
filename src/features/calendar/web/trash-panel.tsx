import { Button } from "@mantine/core";
import { ArrowLeft, RotateCcw, Trash2 } from "lucide-react";
import { useEffect } from "react";
import { useRecordList, useRecords } from "#platform/client/use-records.ts";
import { formatDate } from "#ui/dates.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import styles from "#ui/trash-list.module.css";
import { TRASH_DAYS } from "../model.ts";
import { restoreEvent } from "./act-on-events.ts";
import { eventRecords, eventTrash } from "./records.ts";
import { describeDaysAndTimes, titleOf } from "./wording.ts";

/** What was deleted in the last 30 days, and the way back. */
export function TrashPanel({ onLeave }: { onLeave(): void }) {
  return (
    <section aria-labelledby="trash" className={styles.panel}>
      <header className={styles.header}>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<ArrowLeft size={16} strokeWidth={1.75} aria-hidden />}
          onClick={onLeave}
        >
          Back to the calendar
        </Button>
        <h2 id="trash" className={styles.title}>
          Trash
        </h2>
        <p className={styles.words}>Kept for {TRASH_DAYS} days, then gone for good</p>
      </header>
      <DeletedEvents />
    </section>
  );
}

function DeletedEvents() {
  const { ids, phase, hasMore, more, refresh } = useRecordList(
    eventRecords,
    eventTrash.key,
    eventTrash.source,
  );
  const events = useRecords(eventRecords, ids);
  // What was deleted elsewhere meanwhile was never announced as a change of a known record.
  useEffect(() => void refresh(), [refresh]);
  if (events.length === 0 && phase === "loading") return <SkeletonRows count={6} label="Loading the trash" />;
  if (events.length === 0 && phase === "failed")
    return <ErrorState title="The trash cannot be read" onRetry={() => void more()} />;
  if (events.length === 0)
    return (
      <EmptyState
        icon={Trash2}
        title="The trash is empty"
        message="What you delete waits here for 30 days."
      />
    );
  return (
    <>
      <ul className={styles.list}>
        {events.map((event) => (
          <li key={event.id} className={styles.row}>
            <span className={styles.name}>{titleOf(event)}</span>
            <span className={styles.date}>{describeDaysAndTimes(event)}</span>
            {event.deletedAt && <span className={styles.date}>Deleted {formatDate(event.deletedAt)}</span>}
            <button
              type="button"
              className={styles.restore}
              aria-label={`Restore '${titleOf(event)}'`}
              onClick={() => void restoreEvent(event)}
            >
              <RotateCcw size={14} strokeWidth={1.75} aria-hidden />
              Restore
            </button>
          </li>
        ))}
      </ul>
      {hasMore && (
        <Button variant="subtle" onClick={() => void more()}>
          Show more
        </Button>
      )}
    </>
  );
}
