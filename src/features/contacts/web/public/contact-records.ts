import { liveRecords } from "#platform/client/live-records.ts";
import { byName, type NamedList, pageAfter, trashOf } from "#platform/client/record-source.ts";
import { type ContactOnWire, contactPhotoAddress } from "../../model.ts";
import { contacts } from "../api.ts";

export const contactRecords = liveRecords<ContactOnWire>("contacts", (id) => contacts.get.read({ id }));

const PAGE_SIZE = 50;

const found = (text: string | undefined) => (text ? { text } : {});

/** The address of the picture in the contact's card, if it has one. */
export const photoOf = ({ id, photo }: Pick<ContactOnWire, "id" | "photo">): string | undefined =>
  photo === null ? undefined : contactPhotoAddress(id, photo);

export const contactSource = (isFavorite: boolean, text: string | undefined): NamedList<ContactOnWire> => ({
  key: `contacts ${isFavorite} ${text ?? ""}`,
  source: {
    read: (cursor) =>
      contacts.list.read({
        limit: PAGE_SIZE,
        ...(isFavorite && { isFavorite: true as const }),
        ...found(text),
        ...pageAfter(cursor),
      }),
    includes: (contact, isListed) =>
      contact.deletedAt === null && (!isFavorite || contact.isFavorite) && (!text || isListed),
    compare: byName(({ contactName }) => contactName),
  },
});

export const contactTrash = trashOf("contacts", contacts.trash);
