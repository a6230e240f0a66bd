import { Button } from "@mantine/core";
import { ArrowLeft, RotateCcw, Trash2 } from "lucide-react";
import { useEffect } from "react";
import { useRecord, useRecordList } from "#platform/client/use-records.ts";
import { formatDate } from "#ui/dates.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import styles from "#ui/trash-list.module.css";
import { PageRows } from "#ui/windowed-rows.tsx";
import { TRASH_DAYS } from "../model.ts";
import { restore } from "./act-on-emails.ts";
import { emailTrash } from "./email-source.ts";
import { emailRecords } from "./records.ts";

const ROW_HEIGHT = 44;

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
          Emails
        </Button>
        <h2 id="trash" className={styles.title}>
          Trash
        </h2>
        <p className={styles.words}>Kept for {TRASH_DAYS} days, then gone for good</p>
      </header>
      <Deleted />
    </section>
  );
}

function Deleted() {
  const list = useRecordList(emailRecords, emailTrash.key, emailTrash.source);
  const { ids, phase, refresh } = list;
  // What was deleted elsewhere meanwhile was never announced as a change of a known record.
  useEffect(() => void refresh(), [refresh]);
  if (ids.length === 0 && phase === "loading") return <SkeletonRows count={6} label="Loading the trash" />;
  if (ids.length === 0 && phase === "failed")
    return <ErrorState title="The trash cannot be read" onRetry={() => void list.more()} />;
  if (ids.length === 0)
    return (
      <EmptyState
        icon={Trash2}
        title="The trash is empty"
        message="What you delete waits here for 30 days."
      />
    );
  return (
    <div className={styles.list}>
      <PageRows
        count={ids.length}
        rowHeight={ROW_HEIGHT}
        onNearEnd={list.more}
        renderRow={(index) => <DeletedEmail key={ids[index]} id={ids[index] ?? ""} />}
      />
    </div>
  );
}

function DeletedEmail({ id }: { id: string }) {
  const email = useRecord(emailRecords, id);
  if (!email) return null;
  return (
    <div className={styles.row}>
      <span className={styles.name}>{email.subject}</span>
      {email.deletedAt && <span className={styles.date}>Deleted {formatDate(email.deletedAt)}</span>}
      <button
        type="button"
        className={styles.restore}
        aria-label={`Restore '${email.subject}'`}
        onClick={() => void restore([id])}
      >
        <RotateCcw size={14} strokeWidth={1.75} aria-hidden />
        Restore
      </button>
    </div>
  );
}
