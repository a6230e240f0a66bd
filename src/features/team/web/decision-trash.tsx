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
import { restoreDecision } from "./act-on-team.ts";
import { decisionRecords, decisionTrash } from "./records.ts";

const ROW_HEIGHT = 44;

/** Decisions deleted in the last 30 days from the workspaces that the reader administers, and the way back. */
export function DecisionTrash({ onLeave }: { onLeave(): void }) {
  return (
    <section aria-labelledby="trash" className={styles.panel}>
      <header className={styles.header}>
        <Button
          variant="subtle"
          color="gray"
          leftSection={<ArrowLeft size={16} strokeWidth={1.75} aria-hidden />}
          onClick={onLeave}
        >
          Decisions
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
  const list = useRecordList(decisionRecords, decisionTrash.key, decisionTrash.source);
  const { ids, phase, refresh } = list;
  // What was deleted elsewhere meanwhile was never announced as a change of a known record.
  useEffect(() => void refresh(), [refresh]);
  if (ids.length === 0 && phase === "loading") return <SkeletonRows count={4} label="Loading the trash" />;
  if (ids.length === 0 && phase === "failed")
    return <ErrorState title="The trash cannot be read" onRetry={() => void list.more()} />;
  if (ids.length === 0)
    return (
      <EmptyState
        icon={Trash2}
        title="The trash is empty"
        message="Decisions that administrators delete wait here for 30 days."
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
  const decision = useRecord(decisionRecords, id);
  if (!decision) return null;
  const { title, workspaceName, deletedAt } = decision;
  return (
    <div className={styles.row}>
      <span className={styles.name}>{title}</span>
      <span className={styles.date}>
        {workspaceName}
        {deletedAt && ` · deleted ${formatDate(deletedAt)}`}
      </span>
      <button
        type="button"
        className={styles.restore}
        aria-label={`Restore '${title}'`}
        onClick={() => void restoreDecision(decision)}
      >
        <RotateCcw size={14} strokeWidth={1.75} aria-hidden />
        Restore
      </button>
    </div>
  );
}
