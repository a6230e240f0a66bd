import { t } from "#i18n/message.ts";
import { useRecord, useRecordList } from "#platform/client/use-records.ts";
import { TrashPanel as Panel, TrashRow } from "#ui/lists/trash-panel.tsx";
import { TRASH_DAYS } from "../../model.ts";
import { contactWrites } from "../contact-actions.ts";
import { contactRecords, contactTrash } from "./contact-records.ts";

/** Contacts deleted in the last 30 days, which can be restored here. */
export function ContactTrash({ onLeave }: { onLeave(): void }) {
  const list = useRecordList(contactRecords, contactTrash.key, contactTrash.source);
  return (
    <Panel
      backTo={t`Contacts`}
      days={TRASH_DAYS}
      list={list}
      renderRow={(id) => <DeletedContact key={id} id={id} />}
      onLeave={onLeave}
    />
  );
}

function DeletedContact({ id }: { id: string }) {
  const contact = useRecord(contactRecords, id);
  if (!contact) return null;
  return (
    <TrashRow
      name={contact.contactName}
      deletedAt={contact.deletedAt}
      onRestore={() => void contactWrites.restore(contact)}
    />
  );
}
