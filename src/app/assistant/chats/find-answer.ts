import { and, eq } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import { callByName } from "../callable.ts";
import type { ChatMessage } from "../model.ts";
import { assistantMessages } from "../tables.ts";
import { withProposals } from "./read-chats.ts";

type Row = typeof assistantMessages.$inferSelect;

/** A message of the person, locked until the transaction ends. Throws `not_found`. */
export async function lockedMessage({ db, actor }: SignedIn, id: string): Promise<Row> {
  const [message] = await db
    .select()
    .from(assistantMessages)
    .where(and(eq(assistantMessages.id, id), eq(assistantMessages.userId, actor.userId)))
    .for("update");
  if (!message) throw notFound(t`Answer`);
  return message;
}

/** Runs the calls that undo an answer. */
export async function undone(context: SignedIn, message: Row): Promise<Row> {
  for (const { capability, input } of message.undo) await callByName(context, capability, input);
  const [row] = await context.db
    .update(assistantMessages)
    .set({ undoneAt: context.now })
    .where(and(eq(assistantMessages.id, message.id), eq(assistantMessages.userId, context.actor.userId)))
    .returning();
  if (!row) throw notFound(t`Answer`);
  return row;
}

/** A message with its proposals, as it is shown. */
export async function messageOf(context: SignedIn, id: string): Promise<ChatMessage> {
  return onlyOne(await withProposals(context, [await lockedMessage(context, id)]));
}

export function onlyOne(messages: readonly ChatMessage[]): ChatMessage {
  const [message] = messages;
  if (!message) throw notFound(t`Answer`);
  return message;
}
