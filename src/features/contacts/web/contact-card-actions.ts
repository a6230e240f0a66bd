import { toast } from "#ui/overlays/toast.ts";
import { type ContactOnWire, MergedFields } from "../model.ts";
import { contactCards, contacts } from "./api.ts";
import { contactWrites } from "./contact-actions.ts";
import { contactRecords } from "./public/contact-records.ts";

/** Pictures, sounds and keys make such files large, and are not kept. */
const withoutPictures = (text: string): string =>
  text.replaceAll(/^(?:[\w-]+\.)?(?:PHOTO|LOGO|SOUND|KEY)[;:].*(?:\r?\n[ \t].*)*\r?\n/gim, "");

/** Adds unknown contacts and adds missing values to known ones. Undo deletes the added contacts. */
export async function importContacts(file: File): Promise<void> {
  try {
    const text = withoutPictures(await file.text());
    const { added, updated, invalid, ids } = await contactCards.import.call(
      { text },
      { idempotencyKey: crypto.randomUUID() },
    );
    await contactRecords.refresh();
    const words = [
      `${countOf(added, "contact")} imported`,
      ...(updated > 0 ? [`${updated} completed`] : []),
      ...(invalid.length > 0 ? [`${countOf(invalid.length, "card")} could not be read`] : []),
    ].join(", ");
    if (ids.length > 0 && ids.length <= 1000) toast.undo(words, () => void undoImport(ids));
    else toast.notice(words);
  } catch (error) {
    contactWrites.failed("Failed to import contacts", error);
  }
}

async function undoImport(ids: string[]): Promise<void> {
  try {
    await contactCards.undoImport.call({ ids });
    await contactRecords.refresh();
  } catch (error) {
    contactWrites.failed("Failed to undo", error);
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
    contactWrites.failed("Failed to export contacts", error);
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
    contactWrites.failed("Failed to merge contacts", error);
    return false;
  }
  toast.undo(`${countOf(ids.length + 1, "contact")} merged`, () => void unmerge(primary, ids));
  return true;
}

async function unmerge(primary: ContactOnWire, ids: string[]): Promise<void> {
  const before = MergedFields.parse(primary);
  try {
    contactRecords.receive([await contacts.unmerge.call({ id: primary.id, ids, before })]);
    await contactRecords.refresh();
  } catch (error) {
    contactWrites.failed("Failed to undo", error);
  }
}

const countOf = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;
