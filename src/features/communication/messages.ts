import { z } from "zod";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import { Id, Instant, pageOf } from "#platform/capability/wire.ts";
import { TimeZone } from "#platform/time/time-zone.ts";
import { convertMessage, undoConversion } from "./messages/convert-message.ts";
import { messageHistory, setReaction } from "./messages/react-to-messages.ts";
import { findMessage, ListMessages, listMessages } from "./messages/read-messages.ts";
import { readThread } from "./messages/read-thread.ts";
import { SearchMessages, searchMessages } from "./messages/search-messages.ts";
import {
  deleteMessage,
  editMessage,
  MessageChange,
  NewMessage,
  restoreMessage,
  sendMessage,
} from "./messages/write-messages.ts";
import { FoundMessage, Message, OUTCOME_KINDS } from "./model.ts";

const byId = z.strictObject({ id: Id });

export const messages = resource("messages", {
  list: read({
    summary: "List the messages of one of your conversations, newest first",
    input: ListMessages,
    output: pageOf(Message),
    access: "user",
    run: listMessages,
  }),
  get: read({
    summary: "Get one message",
    input: byId,
    output: Message,
    access: "user",
    run: (context, { id }) => findMessage(context, id),
  }),
  thread: read({
    summary: "Get the thread of a message: its first message and every reply, oldest first",
    input: byId,
    output: z.object({ items: z.array(Message), hasMore: z.boolean() }),
    access: "user",
    run: (context, { id }) => readThread(context, id),
  }),
  send: write({
    summary: "Send a message to one of your conversations",
    input: NewMessage,
    output: Message,
    invalidates: ["documents"],
    access: "user",
    run: sendMessage,
  }),
  update: write({
    summary: "Edit the text of your own message; an outdated `version` is rejected with the current message",
    input: MessageChange,
    output: Message,
    access: "user",
    run: editMessage,
  }),
  history: read({
    summary: "List the earlier versions of a message, oldest first",
    input: byId,
    output: z.object({ items: z.array(z.object({ content: z.string(), writtenAt: Instant })) }),
    access: "user",
    run: (context, { id }) => messageHistory(context, id),
  }),
  react: write({
    summary: "React to a message with an emoji, or remove the reaction",
    input: z.strictObject({ id: Id, emoji: z.string().min(1).max(16), isOn: z.boolean().default(true) }),
    output: Message,
    access: "user",
    run: setReaction,
  }),
  search: read({
    summary: "Search the messages of all your conversations or of one, newest first",
    input: SearchMessages,
    output: z.object({ items: z.array(FoundMessage), hasMore: z.boolean() }),
    access: "user",
    run: searchMessages,
  }),
  convert: write({
    summary: "Create your own task, event or email draft from a message, with a link back to it",
    input: z.strictObject({ id: Id, kind: z.enum(OUTCOME_KINDS), timeZone: TimeZone.default("UTC") }),
    output: z.object({
      message: Message,
      kind: z.enum(OUTCOME_KINDS),
      recordId: Id,
      title: z.string(),
    }),
    access: "user",
    invalidates: ["tasks", "events", "emails"],
    run: convertMessage,
  }),
  undoConvert: write({
    summary: "Undo the task, event or draft that you created from a message",
    input: z.strictObject({ id: Id, recordId: Id }),
    output: Message,
    access: "user",
    invalidates: ["tasks", "events", "emails"],
    run: undoConversion,
  }),
  delete: destroy({
    summary: "Delete your own message for everyone; it can be restored for 30 days",
    input: byId,
    output: byId,
    access: "user",
    run: async (context, { id }) => {
      await deleteMessage(context, id);
      return { id };
    },
  }),
  restore: write({
    summary: "Restore a message that you deleted",
    input: byId,
    output: Message,
    access: "user",
    run: (context, { id }) => restoreMessage(context, id),
  }),
});
