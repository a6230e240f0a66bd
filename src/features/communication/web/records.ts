import { liveRecords, liveStore } from "#platform/client/live-records.ts";
import { type NamedList, pageAfter } from "#platform/client/record-source.ts";
import { type ConversationOnWire, type MessageOnWire, newestFirst } from "../model.ts";
import { conversations, messages } from "./api.ts";

export const conversationRecords = liveRecords<ConversationOnWire>("conversations", (id) =>
  conversations.get.read({ id }),
);
export const messageRecords = liveRecords<MessageOnWire>("messages", (id) => messages.get.read({ id }));
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
const PAGE_SIZE = 50;

const found = (text: string | undefined) => (text ? { text } : {});

/** Last active first. A search keeps the server's result. */
export const conversationSource = (
  isArchived: boolean,
  text: string | undefined,
): NamedList<ConversationOnWire> => ({
  key: `conversations ${isArchived} ${text ?? ""}`,
  source: {
    read: (cursor) =>
      conversations.list.read({ isArchived, limit: PAGE_SIZE, ...found(text), ...pageAfter(cursor) }),
    includes: (conversation, isListed) => conversation.isArchived === isArchived && (!text || isListed),
    compare: (one, other) =>
      Date.parse(other.activeAt) - Date.parse(one.activeAt) || (one.id < other.id ? 1 : -1),
  },
});

/** Newest first; with `until`, messages up to then. */
export const messageSource = (conversationId: string, until?: string): NamedList<MessageOnWire> => ({
  key: `messages of ${conversationId} until ${until ?? "now"}`,
  source: {
    read: (cursor) =>
      messages.list.read({ conversationId, limit: PAGE_SIZE, ...(until && { until }), ...pageAfter(cursor) }),
    includes: (message) =>
      message.conversationId === conversationId &&
      message.deletedAt === null &&
      (!until || message.createdAt <= until),
    compare: newestFirst,
  },
});
