import { t } from "#i18n/message.ts";
import { useRecord, useRecordList } from "#platform/client/use-records.ts";
import { TrashPanel as Panel, TrashRow } from "#ui/lists/trash-panel.tsx";
import { TRASH_DAYS } from "../../model.ts";
import { decisionRecords, decisionTrash } from "../records.ts";
import { decisionWrites } from "../team-mutations.ts";

/** Decisions deleted in the last 30 days from the workspaces that the reader administers, and the way back. */
export function DecisionTrash({ onLeave }: { onLeave(): void }) {
  const list = useRecordList(decisionRecords, decisionTrash.key, decisionTrash.source);
  return (
    <Panel
      backTo={t`Decisions`}
      days={TRASH_DAYS}
      list={list}
      message={t`Decisions that administrators delete wait here for 30 days.`}
      renderRow={(id) => <DeletedDecision key={id} id={id} />}
      onLeave={onLeave}
    />
  );
}

function DeletedDecision({ id }: { id: string }) {
  const decision = useRecord(decisionRecords, id);
  if (!decision) return null;
  return (
    <TrashRow
      name={decision.title}
      details={decision.workspaceName}
      deletedAt={decision.deletedAt}
      onRestore={() => void decisionWrites.restore(decision)}
    />
  );
}
