import { t } from "#i18n/message.ts";
import { useRecord, useRecordList } from "#platform/client/use-records.ts";
import { TrashPanel as Panel, TrashRow } from "#ui/lists/trash-panel.tsx";
import { formatSize, TRASH_DAYS } from "../model.ts";
import { documentWrites } from "./document-mutations.ts";
import { documentRecords, documentTrash } from "./records.ts";

/** Documents deleted in the last 30 days, to restore or to delete permanently. */
export function TrashPanel({ onLeave }: { onLeave(): void }) {
  const list = useRecordList(documentRecords, documentTrash.key, documentTrash.source);
  return (
    <Panel
      backTo={t`Documents`}
      days={TRASH_DAYS}
      list={list}
      renderRow={(id) => <DeletedDocument key={id} id={id} />}
      onLeave={onLeave}
    />
  );
}

function DeletedDocument({ id }: { id: string }) {
  const document = useRecord(documentRecords, id);
  if (!document) return null;
  return (
    <TrashRow
      name={document.title}
      details={formatSize(document.fileSize)}
      deletedAt={document.deletedAt}
      onRestore={() => void documentWrites.restore(document)}
      onErase={() => void documentWrites.erase(document)}
    />
  );
}
