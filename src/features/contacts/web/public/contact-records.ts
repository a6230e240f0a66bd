import { liveRecords } from "#platform/client/live-records.ts";
import type { ListSource } from "#platform/client/record-source.ts";
import { ApiError } from "#platform/client/resource-client.ts";
import type { ContactOnWire } from "../../model.ts";
import { contacts } from "../api.ts";

/** Null if the contact is gone or no longer visible to this person; other errors are thrown. */
const orNull = <R>(reading: Promise<R>): Promise<R | null> =>
  reading.catch((error: unknown) => {
    if (error instanceof ApiError && error.code === "not_found") return null;
    throw error;
  });

export const contactRecords = liveRecords<ContactOnWire>("contacts", (id) =>
  orNull(contacts.get.call({ id })),
);

type Source<R> = { key: string; source: ListSource<R> };

const PAGE_SIZE = 50;

const after = (cursor: string | null) => (cursor ? { cursor } : {});
const found = (text: string | undefined) => (text ? { text } : {});

const names = new Intl.Collator("und");

export const contactSource = (isFavorite: boolean, text: string | undefined): Source<ContactOnWire> => ({
  key: `contacts ${isFavorite} ${text ?? ""}`,
  source: {
    read: (cursor) =>
      contacts.list.call({
        limit: PAGE_SIZE,
        ...(isFavorite && { isFavorite: true as const }),
        ...found(text),
        ...after(cursor),
      }),
    includes: (contact, isListed) =>
      contact.deletedAt === null && (!isFavorite || contact.isFavorite) && (!text || isListed),
    compare: (one, other) =>
      names.compare(one.contactName, other.contactName) || (one.id < other.id ? -1 : 1),
  },
});

/** Deleted contacts, the last deleted first. */
export const contactTrash: Source<ContactOnWire> = {
  key: "contacts in the trash",
  source: {
    read: (cursor) => contacts.trash.call({ limit: PAGE_SIZE, ...after(cursor) }),
    isTrash: true,
    includes: ({ deletedAt }) => deletedAt !== null,
    compare: (one, other) => Date.parse(other.deletedAt ?? "") - Date.parse(one.deletedAt ?? ""),
  },
};
