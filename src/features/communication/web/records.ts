import { liveRecords, liveStore } from "#platform/client/live-records.ts";
import type { ListSource } from "#platform/client/record-source.ts";
import { ApiError } from "#platform/client/resource-client.ts";
import { type ConversationOnWire, type MessageOnWire, newestFirst } from "../model.ts";
import { conversations, messages } from "./api.ts";

/** Null for records that were deleted or that the user may no longer see; rethrows every other error. */
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
/** A mail's state is shown at its message. */
liveStore("emails", {
  invalidate: async (ids) => {
    const sentByEmail = messageRecords
      .known()
      .filter(({ byEmail }) => byEmail && (ids.length === 0 || ids.includes(byEmail.emailId)));
    if (sentByEmail.length > 0) await messageRecords.invalidate(sentByEmail.map(({ id }) => id));
  },
  clear: () => {},
});
type Source<R> = { key: string; source: ListSource<R> };

const PAGE_SIZE = 50;

const after = (cursor: string | null) => (cursor ? { cursor } : {});
const found = (text: string | undefined) => (text ? { text } : {});

/** Last active first. A search keeps the server's result. */
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

/** Newest first; with `until`, messages up to then. */
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
