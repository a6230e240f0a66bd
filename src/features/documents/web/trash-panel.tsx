import { Button } from "@mantine/core";
import { ArrowLeft, RotateCcw, Trash2 } from "lucide-react";
import { useEffect } from "react";
import { useRecord, useRecordList } from "#platform/client/use-records.ts";
import { formatDate } from "#ui/dates.ts";
import { EmptyState } from "#ui/empty-state.tsx";
import { ErrorState } from "#ui/error-state.tsx";
import { SkeletonRows } from "#ui/skeleton.tsx";
import { PageRows } from "#ui/windowed-rows.tsx";
import { formatSize, TRASH_DAYS } from "../model.ts";
import { eraseDocument, restoreDocument } from "./act-on-documents.ts";
import { documentRecords, documentTrash } from "./records.ts";
import styles from "./trash-panel.module.css";

const ROW_HEIGHT = 48;

/** What was deleted in the last 30 days, the way back, and the way out for good. */
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
          Documents
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
  const list = useRecordList(documentRecords, documentTrash.key, documentTrash.source);
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
        renderRow={(index) => <Row key={ids[index]} id={ids[index] ?? ""} />}
      />
    </div>
  );
}

function Row({ id }: { id: string }) {
  const document = useRecord(documentRecords, id);
  if (!document) return null;
  const { title, fileSize, deletedAt } = document;
  return (
    <div className={styles.row}>
      <span className={styles.name}>{title}</span>
      <span className={styles.date}>
        {formatSize(fileSize)}
        {deletedAt && ` · deleted ${formatDate(deletedAt)}`}
      </span>
      <button
        type="button"
        className={styles.act}
        aria-label={`Restore '${title}'`}
        onClick={() => void restoreDocument(document)}
      >
        <RotateCcw size={14} strokeWidth={1.75} aria-hidden />
        Restore
      </button>
      <button
        type="button"
        className={styles.act}
        data-destructive
        aria-label={`Delete for good: '${title}'`}
        onClick={() => void eraseDocument(document)}
      >
        Delete for good
      </button>
    </div>
  );
}
