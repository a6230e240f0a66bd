import { and, eq, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { isEmoji, MAX_REACTIONS, type Message } from "../model.ts";
import { messageReactions as table } from "../tables.ts";
import { findMessage } from "./read-messages.ts";
import { publishMessage } from "./write-messages.ts";

/** Choosing the same emoji twice has no further effect. */
export async function setReaction(
  context: SignedIn,
  { id, emoji, isOn }: { id: string; emoji: string; isOn: boolean },
): Promise<Message> {
  const { db, actor } = context;
  const before = await findMessage(context, id);
  if (!isEmoji(emoji))
    throw new AppError("invalid", t`Please choose an emoji`, { fields: { emoji: "is not an emoji" } });
  const ownReaction = and(eq(table.messageId, id), eq(table.userId, actor.userId), eq(table.emoji, emoji));
  if (isOn) {
    const isNew = !before.reactions.some((each) => each.emoji === emoji);
    if (isNew && before.reactions.length >= MAX_REACTIONS)
      throw new AppError("invalid", t`A message can have at most ${MAX_REACTIONS} different emoji`);
    await db
      .insert(table)
      .values({ messageId: id, conversationId: before.conversationId, userId: actor.userId, emoji })
      .onConflictDoNothing();
  } else await db.delete(table).where(ownReaction);
  context.undoWith({ capability: "messages.react", input: { id, emoji, isOn: !isOn } });
  await publishMessage(context, before);
  return findMessage(context, id);
}

/** Earlier texts of a message, oldest first. */
export async function messageHistory(context: SignedIn, id: string) {
  await findMessage(context, id);
  const { rows } = await context.db.execute<{ content: string; writtenAt: string }>(sql`
    select content, created_at as "writtenAt" from message_edits where message_id = ${id}
    order by created_at, id limit 200`);
  return { items: rows.map(({ content, writtenAt }) => ({ content, writtenAt: new Date(writtenAt) })) };
}
