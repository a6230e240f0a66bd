import { z } from "zod";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import { Id, pageOf } from "#platform/capability/wire.ts";
import { Message, MessageText } from "./model.ts";
import { findMessage, ListMessages, listMessages } from "./read-messages.ts";
import { deleteMessage, editMessage, restoreMessage, sendMessage } from "./write-messages.ts";

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
  send: write({
    summary: "Write a message into a conversation you take part in",
    input: z.strictObject({ conversationId: Id, content: MessageText }),
    output: Message,
    access: "user",
    run: sendMessage,
  }),
  update: write({
    summary:
      "Change the words of a message of yours; refused with the current one where `version` is not its latest",
    input: z.strictObject({ id: Id, version: z.int(), content: MessageText }),
    output: Message,
    access: "user",
    run: editMessage,
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
