import { t } from "#i18n/message.ts";
import { useRecord, useRecordList } from "#platform/client/use-records.ts";
import { TrashPanel as Panel, TrashRow } from "#ui/lists/trash-panel.tsx";
import { TRASH_DAYS } from "../../model.ts";
import { restore } from "../organizing/email-actions.ts";
import { emailRecords } from "../records.ts";
import { emailTrash } from "./email-source.ts";

/** Emails deleted in the last 30 days, with restore. */
export function TrashPanel({ onLeave }: { onLeave(): void }) {
  const list = useRecordList(emailRecords, emailTrash.key, emailTrash.source);
  return (
    <Panel
      backTo={t`Emails`}
      days={TRASH_DAYS}
      list={list}
      renderRow={(id) => <DeletedEmail key={id} id={id} />}
      onLeave={onLeave}
    />
  );
}

function DeletedEmail({ id }: { id: string }) {
  const email = useRecord(emailRecords, id);
  if (!email) return null;
  return <TrashRow name={email.subject} deletedAt={email.deletedAt} onRestore={() => void restore([id])} />;
}
