import { liveRecords, liveStore } from "#platform/client/live-records.ts";
import type { ListSource } from "#platform/client/record-store.ts";
import { ApiError } from "#platform/client/resource-client.ts";
import { type ContactOnWire, type ConversationOnWire, type MessageOnWire, newestFirst } from "../model.ts";
import { contacts, conversations, messages } from "./api.ts";

/** Null for what is gone, or not this person's to see any more; every other failure stays one. */
const orNull = <R>(reading: Promise<R>): Promise<R | null> =>
  reading.catch((error: unknown) => {
    if (error instanceof ApiError && error.code === "not_found") return null;
    throw error;
  });

export const conversationRecords = liveRecords<ConversationOnWire>("conversations", (id) =>
  orNull(conversations.get.call({ id })),
);
export const messageRecords = liveRecords<MessageOnWire>("messages", (id) =>
  orNull(messages.get.call({ id })),
);
/** What becomes of a mail is seen at the message that it carries. */
liveStore("emails", {
  hear: async (ids) => {
    const carried = messageRecords
      .known()
      .filter(({ byEmail }) => byEmail && (ids.length === 0 || ids.includes(byEmail.emailId)));
    if (carried.length > 0) await messageRecords.hear(carried.map(({ id }) => id));
  },
  forget: () => {},
});
export const contactRecords = liveRecords<ContactOnWire>("contacts", (id) =>
  orNull(contacts.get.call({ id })),
);

type Source<R> = { key: string; source: ListSource<R> };

const PAGE_SIZE = 50;

const after = (cursor: string | null) => (cursor ? { cursor } : {});
const found = (text: string | undefined) => (text ? { text } : {});

/** The last active first. A search keeps what the server found. */
export const conversationSource = (
  isArchived: boolean,
  text: string | undefined,
): Source<ConversationOnWire> => ({
  key: `conversations ${isArchived} ${text ?? ""}`,
  source: {
    read: (cursor) =>
      conversations.list.call({ isArchived, limit: PAGE_SIZE, ...found(text), ...after(cursor) }),
    includes: (conversation, isListed) => conversation.isArchived === isArchived && (!text || isListed),
    compare: (one, other) =>
      Date.parse(other.activeAt) - Date.parse(one.activeAt) || (one.id < other.id ? 1 : -1),
  },
});

/** The last written first; with `until`, what was said up to then. */
export const messageSource = (conversationId: string, until?: string): Source<MessageOnWire> => ({
  key: `messages of ${conversationId} until ${until ?? "now"}`,
  source: {
    read: (cursor) =>
      messages.list.call({ conversationId, limit: PAGE_SIZE, ...(until && { until }), ...after(cursor) }),
    includes: (message) =>
      message.conversationId === conversationId &&
      message.deletedAt === null &&
      (!until || message.createdAt <= until),
    compare: newestFirst,
  },
});

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
