import { plural, t } from "#i18n/message.ts";
import { valuesIn } from "#platform/fields/field-shapes.ts";
import { toast } from "#ui/overlays/toast.ts";
import { type ContactOnWire, mergedFields } from "../model.ts";
import { contactCards, contacts } from "./api.ts";
import { contactWrites } from "./contact-actions.ts";
import { contactRecords } from "./public/contact-records.ts";

/** Adds unknown contacts and adds missing values to known ones. Returns the cards that could not be read. */
export async function importContacts(file: File): Promise<UnreadableCard[]> {
  try {
    const { added, updated, unreadable, ids, changed } = await uploadCards(file);
    await contactRecords.refresh();
    const words = [
      plural(added, { one: `${added} contact imported`, other: `${added} contacts imported` }),
      ...(updated > 0
        ? [plural(updated, { one: `${updated} completed`, other: `${updated} completed` })]
        : []),
      ...(unreadable.length > 0
        ? [
            plural(unreadable.length, {
              one: `${unreadable.length} card could not be read`,
              other: `${unreadable.length} cards could not be read`,
            }),
          ]
        : []),
    ].join(", ");
    if (added + updated > 0) toast.undo(words, () => void undoImport({ ids, changed }));
    else toast.notice(words);
    return unreadable;
  } catch (error) {
    contactWrites.failed(t`Failed to import contacts`, error);
    return [];
  }
}

export type UnreadableCard = ImportAnswer["unreadable"][number];
type ImportAnswer = Awaited<ReturnType<typeof contactCards.import.call>>;

/** The server decides in which character set the file is. */
async function uploadCards(file: File): Promise<ImportAnswer> {
  const form = new FormData();
  form.append("file", file);
  const headers = { "x-adjutant-upload": "1", "idempotency-key": crypto.randomUUID() };
  const answer = await fetch("/files/contacts/import", { method: "POST", headers, body: form }).catch(() => {
    throw new Error(t`The server cannot be reached`);
  });
  // A proxy responds with HTML: then only the status is reported.
  const body = await answer.json().catch(() => ({}));
  if (answer.ok) return body;
  throw new Error(body.error?.message ?? t`The server answered ${answer.status}`);
}

async function undoImport(made: Pick<ImportAnswer, "ids" | "changed">): Promise<void> {
  try {
    await contactCards.undoImport.call(made);
    await contactRecords.refresh();
  } catch (error) {
    contactWrites.failed(t`Failed to undo`, error);
  }
}

/** Exports all contacts if `ids` is null. */
export async function exportContacts(ids: string[] | null): Promise<void> {
  try {
    const { fileName, text } = await contactCards.export.call({ ids });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "text/vcard" }));
    link.download = fileName;
    link.click();
    URL.revokeObjectURL(link.href);
  } catch (error) {
    contactWrites.failed(t`Failed to export contacts`, error);
  }
}

/** The first one is kept; true where it was done. */
export async function mergeContacts([primary, ...others]: readonly ContactOnWire[]): Promise<boolean> {
  if (!primary) return false;
  const ids = others.map(({ id }) => id);
  try {
    contactRecords.receive([await contacts.merge.call({ id: primary.id, ids })]);
    await contactRecords.refresh();
  } catch (error) {
    contactWrites.failed(t`Failed to merge contacts`, error);
    return false;
  }
  const count = ids.length + 1;
  const done = plural(count, { one: `${count} contact merged`, other: `${count} contacts merged` });
  toast.undo(done, () => void unmerge(primary, ids));
  return true;
}

async function unmerge(primary: ContactOnWire, ids: string[]): Promise<void> {
  const before = valuesIn(primary, mergedFields);
  try {
    contactRecords.receive([await contacts.unmerge.call({ id: primary.id, ids, before })]);
    await contactRecords.refresh();
  } catch (error) {
    contactWrites.failed(t`Failed to undo`, error);
  }
}
