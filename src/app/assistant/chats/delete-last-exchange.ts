import { and, desc, eq, inArray } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { dismissWaiting } from "../approvals/propose.ts";
import { assistantChats, assistantMessages } from "../tables.ts";
import { findChat, ownChats } from "./read-chats.ts";

/**
 * Removes the newest question of a chat with its answer, for the sentence that replaces it; a chat without messages goes
 * with them. Throws `conflict` if something was said since.
 */
export async function deleteLastExchange(
  context: SignedIn,
  chatId: string,
  questionId: string,
): Promise<{ id: string; isEmpty: boolean }> {
  const { db, actor } = context;
  await findChat(context, chatId);
  const ofChat = and(eq(assistantMessages.chatId, chatId), eq(assistantMessages.userId, actor.userId));
  const newest = await db
    .select({ id: assistantMessages.id, role: assistantMessages.role })
    .from(assistantMessages)
    .where(ofChat)
    .orderBy(desc(assistantMessages.createdAt), desc(assistantMessages.id))
    .limit(3)
    .for("update");
  const [answer, question, before] = newest;
  if (answer?.role !== "assistant" || question?.id !== questionId || question.role !== "user")
    throw new AppError("conflict", t`Only your last sentence can be replaced`);
  await dismissWaiting(context, answer.id);
  await db
    .delete(assistantMessages)
    .where(and(ofChat, inArray(assistantMessages.id, [answer.id, question.id])));
  if (!before) await db.delete(assistantChats).where(ownChats(context, eq(assistantChats.id, chatId)));
  return { id: chatId, isEmpty: before === undefined };
}
