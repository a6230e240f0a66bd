import { t } from "#i18n/message.ts";
import { useRecord, useRecordList } from "#platform/client/use-records.ts";
import { TrashPanel as Panel, TrashRow } from "#ui/lists/trash-panel.tsx";
import { TRASH_DAYS } from "../../model.ts";
import { templateRecords, templateTrash } from "../records.ts";
import { templateWrites } from "./template-actions.ts";

/** Templates deleted in the last 30 days, and the way back. */
export function TemplateTrash({ onLeave }: { onLeave(): void }) {
  const list = useRecordList(templateRecords, templateTrash.key, templateTrash.source);
  return (
    <Panel
      backTo={t`Templates`}
      days={TRASH_DAYS}
      list={list}
      renderRow={(id) => <DeletedTemplate key={id} id={id} />}
      onLeave={onLeave}
    />
  );
}

function DeletedTemplate({ id }: { id: string }) {
  const template = useRecord(templateRecords, id);
  if (!template) return null;
  return (
    <TrashRow
      name={template.name}
      details={template.subject}
      deletedAt={template.deletedAt}
      onRestore={() => void templateWrites.restore(template)}
    />
  );
}
