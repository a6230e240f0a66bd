import { and, eq, gte, ilike, inArray, isNotNull, or, type SQL } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import { Id, pageInput, pageOf } from "#platform/capability/wire.ts";
import { keyset, newest } from "#platform/database/keyset.ts";
import { deleteLastExchange } from "./chats/delete-last-exchange.ts";
import { findChat, ownChats, withProposals } from "./chats/read-chats.ts";
import { Chat, ChatMessage, MAX_CHAT_TITLE, TRASH_DAYS } from "./model.ts";
import { assistantChats, assistantMessages } from "./tables.ts";

export const chats = resource("assistantChats", {
  list: read({
    summary:
      "List your chats with the assistant, most recent first, optionally only those that contain the given words",
    input: z.strictObject({ ...pageInput, text: z.string().trim().max(200).default("") }),
    output: pageOf(Chat),
    access: "user",
    run: async (context, { text, ...paging }) => {
      const page = keyset([newest(assistantChats.updatedAt), newest(assistantChats.id)], paging);
      const words = text === "" ? undefined : containsText(context, text);
      const rows = await context.db
        .select({ ...chatFields, ...page.columns })
        .from(assistantChats)
        .where(ownChats(context, words, page.after))
        .orderBy(...page.orderBy)
        .limit(page.fetch);
      return page.of(rows);
    },
  }),
  messages: read({
    summary: "List the messages of a chat with the assistant, newest first",
    input: z.strictObject({ ...pageInput, id: Id }),
    output: pageOf(ChatMessage),
    access: "user",
    run: async (context, { id, ...paging }) => {
      await findChat(context, id);
      const page = keyset([newest(assistantMessages.createdAt), newest(assistantMessages.id)], paging);
      const rows = await context.db
        .select({ message: assistantMessages, ...page.columns })
        .from(assistantMessages)
        .where(
          and(
            eq(assistantMessages.chatId, id),
            eq(assistantMessages.userId, context.actor.userId),
            page.after,
          ),
        )
        .orderBy(...page.orderBy)
        .limit(page.fetch);
      const { items, nextCursor } = page.of(rows);
      return {
        items: await withProposals(
          context,
          items.map(({ message }) => message),
        ),
        nextCursor,
      };
    },
  }),
  rename: write({
    summary: "Rename a chat with the assistant",
    input: z.strictObject({
      id: Id,
      title: z.string().trim().min(1, t`Give the chat a title`).max(MAX_CHAT_TITLE),
    }),
    output: Chat,
    access: "user",
    run: async (context, { id, title }) => {
      const before = await findChat(context, id);
      await context.db
        .update(assistantChats)
        .set({ title })
        .where(ownChats(context, eq(assistantChats.id, id)));
      context.undoWith({ capability: "assistantChats.rename", input: { id, title: before.title } });
      return { ...before, title };
    },
  }),
  delete: destroy({
    summary: "Delete a chat with the assistant; it can be restored for 30 days",
    input: z.strictObject({ id: Id }),
    output: z.object({ id: Id }),
    access: "user",
    run: async (context, { id }) => {
      const deleted = await context.db
        .update(assistantChats)
        .set({ deletedAt: context.now })
        .where(ownChats(context, eq(assistantChats.id, id)))
        .returning({ id: assistantChats.id });
      if (deleted.length === 0) throw notFound(t`Chat`);
      context.undoWith({ capability: "assistantChats.restore", input: { id } });
      return { id };
    },
  }),
  deleteLast: destroy({
    summary:
      "Delete your last sentence of a chat with its answer: what it proposed is dismissed, what it did stays",
    input: z.strictObject({ id: Id, questionId: Id }),
    output: z.object({ id: Id, isEmpty: z.boolean() }),
    access: "user",
    agents: "hidden",
    run: (context, { id, questionId }) => deleteLastExchange(context, id, questionId),
  }),
  restore: write({
    summary: "Restore a chat with the assistant that was deleted in the last 30 days",
    input: z.strictObject({ id: Id }),
    output: Chat,
    access: "user",
    run: async (context, { id }) => {
      await context.db
        .update(assistantChats)
        .set({ deletedAt: null })
        .where(
          and(
            eq(assistantChats.id, id),
            eq(assistantChats.userId, context.actor.userId),
            isNotNull(assistantChats.deletedAt),
            gte(assistantChats.deletedAt, new Date(context.now.getTime() - TRASH_DAYS * 86_400_000)),
          ),
        );
      const chat = await findChat(context, id);
      context.undoWith({ capability: "assistantChats.delete", input: { id } });
      return chat;
    },
  }),
});

/** Matches chats with the text in their title or in one of their messages. */
function containsText({ db, actor }: SignedIn, text: string): SQL | undefined {
  const pattern = `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
  const matching = db
    .select({ chatId: assistantMessages.chatId })
    .from(assistantMessages)
    .where(and(eq(assistantMessages.userId, actor.userId), ilike(assistantMessages.content, pattern)));
  return or(ilike(assistantChats.title, pattern), inArray(assistantChats.id, matching));
}

const chatFields = {
  id: assistantChats.id,
  title: assistantChats.title,
  createdAt: assistantChats.createdAt,
  updatedAt: assistantChats.updatedAt,
  deletedAt: assistantChats.deletedAt,
};
