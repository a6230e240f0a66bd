import { z } from "zod";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import { Id, Instant, pageOf } from "#platform/capability/wire.ts";
import { TimeZone } from "#platform/time/time-zone.ts";
import { makeOfMessage, unmake } from "./make-of-message.ts";
import { FoundMessage, Message, OUTCOME_KINDS } from "./model.ts";
import { earlierWords, setReaction } from "./react-to-messages.ts";
import { findMessage, ListMessages, listMessages } from "./read-messages.ts";
import { readThread } from "./read-thread.ts";
import { SearchMessages, searchMessages } from "./search-messages.ts";
import {
  deleteMessage,
  editMessage,
  MessageChange,
  NewMessage,
  restoreMessage,
  sendMessage,
} from "./write-messages.ts";

const byId = z.strictObject({ id: Id });

export const messages = resource("messages", {
  list: read({
    summary: "List the messages of a conversation you take part in, newest first",
    input: ListMessages,
    output: pageOf(Message),
    access: "user",
    run: listMessages,
  }),
  get: read({
    summary: "Read one message",
    input: byId,
    output: Message,
    access: "user",
    run: (context, { id }) => findMessage(context, id),
  }),
  thread: read({
    summary:
      "Read the thread that a message belongs to: what it all answers, and every answer, the oldest first",
    input: byId,
    output: z.object({ items: z.array(Message), hasMore: z.boolean() }),
    access: "user",
    run: (context, { id }) => readThread(context, id),
  }),
  send: write({
    summary: "Write a message into a conversation you take part in",
    input: NewMessage,
    output: Message,
    touches: ["documents"],
    access: "user",
    run: sendMessage,
  }),
  update: write({
    summary:
      "Change the words of a message of yours; refused with the current one where `version` is not its latest",
    input: MessageChange,
    output: Message,
    access: "user",
    run: editMessage,
  }),
  history: read({
    summary: "List what a message said before it was changed, the first words first",
    input: byId,
    output: z.object({ items: z.array(z.object({ content: z.string(), writtenAt: Instant })) }),
    access: "user",
    run: (context, { id }) => earlierWords(context, id),
  }),
  react: write({
    summary: "Answer a message with an emoji, or take that back",
    input: z.strictObject({ id: Id, emoji: z.string().min(1).max(16), isOn: z.boolean().default(true) }),
    output: Message,
    access: "user",
    run: setReaction,
  }),
  search: read({
    summary: "Search the messages of your conversations, or of one, the newest first",
    input: SearchMessages,
    output: z.object({ items: z.array(FoundMessage), hasMore: z.boolean() }),
    access: "user",
    run: searchMessages,
  }),
  make: write({
    summary:
      "Make a task, an event or the draft of an email of your own of a message, with a link back to it",
    input: z.strictObject({ id: Id, kind: z.enum(OUTCOME_KINDS), timeZone: TimeZone.default("UTC") }),
    output: z.object({
      message: Message,
      kind: z.enum(OUTCOME_KINDS),
      recordId: Id,
      title: z.string(),
    }),
    access: "user",
    touches: ["tasks", "events", "emails"],
    run: makeOfMessage,
  }),
  unmake: write({
    summary: "Take back the task, event or draft that you made of a message",
    input: z.strictObject({ id: Id, recordId: Id }),
    output: Message,
    access: "user",
    touches: ["tasks", "events", "emails"],
    run: unmake,
  }),
  delete: destroy({
    summary: "Take a message of yours back, for everybody; it can be restored for 30 days",
    input: byId,
    output: byId,
    access: "user",
    run: async (context, { id }) => {
      await deleteMessage(context, id);
      return { id };
    },
  }),
  restore: write({
    summary: "Bring back a message that you deleted",
    input: byId,
    output: Message,
    access: "user",
    run: (context, { id }) => restoreMessage(context, id),
  }),
});
