import { and, asc, eq, gt, isNull, ne, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { publishEphemeral } from "#platform/events/announcements.ts";
import { clearNotifications } from "../messages/notify-participants.ts";
import { markMailsRead } from "../messages/send-by-email.ts";
import { type Conversation, MAX_PEOPLE } from "../model.ts";
import { conversationMutes, conversations, messages, conversationParticipants as people } from "../tables.ts";
import { lockConversation, publishConversation, requireReachable } from "./open-conversations.ts";
import { findConversation } from "./read-conversations.ts";

type GroupChange = { id: string; title?: string | undefined; sharesHistory?: boolean | undefined };

/** The creator renames a group and sets what new members can read. The last write wins; no version is required. */
export async function updateGroup(
  context: SignedIn,
  { id, title, sharesHistory }: GroupChange,
): Promise<Conversation> {
  const before = await lockOwnGroup(context, id);
  await context.db
    .update(conversations)
    .set({
      title: title ?? before.title,
      sharesHistory: sharesHistory ?? before.sharesHistory,
      updatedAt: context.now,
    })
    .where(eq(conversations.id, id));
  context.undoWith({
    capability: "conversations.update",
    input: {
      id,
      ...(title !== undefined && before.title !== null && { title: before.title }),
      ...(sharesHistory !== undefined && { sharesHistory: before.sharesHistory }),
    },
  });
  await publishConversation(context, id);
  return findConversation(context, id);
}

/** For the actor only: until then, messages send no notification unless they mention the actor. Null unmutes. */
export async function muteConversation(
  context: SignedIn,
  id: string,
  until: Date | null,
): Promise<Conversation> {
  const { db, actor } = context;
  const { mutedUntil } = await findConversation(context, id);
  const row = { userId: actor.userId, conversationId: id };
  if (until)
    await db
      .insert(conversationMutes)
      .values({ ...row, mutedUntil: until })
      .onConflictDoUpdate({
        target: [conversationMutes.userId, conversationMutes.conversationId],
        set: { mutedUntil: until },
      });
  else
    await db
      .delete(conversationMutes)
      .where(and(eq(conversationMutes.userId, actor.userId), eq(conversationMutes.conversationId, id)));
  context.undoWith({
    capability: "conversations.mute",
    input: { id, until: mutedUntil?.toISOString() ?? null },
  });
  context.announce({ resource: "conversations", ids: [id] });
  return findConversation(context, id);
}

/** Only for a contact with an address and no account: messages of people with an account arrive here. */
export async function setGoesByEmail(
  context: SignedIn,
  id: string,
  usesEmail: boolean,
): Promise<Conversation> {
  await lockConversation(context, id);
  const before = await findConversation(context, id);
  if (before.reach !== "email" && before.reach !== "no_account")
    throw new AppError(
      "conflict",
      before.reach === "no_address"
        ? t`This contact has no email address`
        : t`Only a conversation with a contact without an account here can go by email`,
    );
  await context.db
    .update(conversations)
    .set({ usesEmail, updatedAt: context.now })
    .where(eq(conversations.id, id));
  context.undoWith({ capability: "conversations.setUsesEmail", input: { id, usesEmail: before.usesEmail } });
  await publishConversation(context, id);
  return findConversation(context, id);
}

/** Broadcast to the participants; nothing is stored. */
export async function publishTyping(context: SignedIn, id: string): Promise<void> {
  const { actor, db } = context;
  const { participants } = await findConversation(context, id);
  await publishEphemeral(db, {
    resource: "typing",
    ids: [id, actor.userId],
    audience: participants.filter((userId) => userId !== actor.userId),
  });
}

/** Archives for everybody until the next message; in a group only the creator may, in a direct conversation both. */
export async function archiveConversation(
  context: SignedIn,
  id: string,
  isArchived: boolean,
): Promise<Conversation> {
  const { type, createdBy } = await lockConversation(context, id);
  if (type === "group" && createdBy !== context.actor.userId) throw creatorOnly();
  await context.db.update(conversations).set({ isArchived }).where(eq(conversations.id, id));
  context.undoWith({
    capability: isArchived ? "conversations.unarchive" : "conversations.archive",
    input: { id },
  });
  await publishConversation(context, id);
  return findConversation(context, id);
}

/** If the group does not share its history, it begins now for new people. People who left can be added again. */
export async function addPeople(
  context: SignedIn,
  input: { id: string; userIds: readonly string[]; canSeeHistory?: boolean | undefined },
): Promise<Conversation> {
  const { db, now } = context;
  const { id } = input;
  const { participants, sharesHistory } = await lockOwnGroup(context, id);
  const canSeeHistory = input.canSeeHistory ?? sharesHistory;
  const added = [...new Set(input.userIds)].filter((userId) => !participants.includes(userId));
  await requireReachable(context, added);
  if (participants.length + added.length > MAX_PEOPLE)
    throw new AppError("invalid", t`A group can have at most ${MAX_PEOPLE} people`, {
      fields: { userIds: "are too many" },
    });
  const entry = {
    joinedAt: now,
    leftAt: null,
    unreadCount: 0,
    activeAt: now,
    lastReadAt: now,
    ...(!canSeeHistory && { visibleFrom: now }),
  };
  if (added.length > 0)
    await db
      .insert(people)
      .values(added.map((userId) => ({ conversationId: id, userId, ...entry })))
      .onConflictDoUpdate({
        target: [people.conversationId, people.userId],
        set: {
          ...entry,
          visibleFrom: canSeeHistory ? new Date(0) : now,
          version: sql`${people.version} + 1`,
        },
      });
  await publishConversation(context, id);
  announceFiles(context, added);
  return findConversation(context, id);
}

/** Files are shared among participants: who leaves loses access to the others' files, and they to theirs. */
const announceFiles = (context: SignedIn, audience: string[]) =>
  context.announce({ resource: "documents", ids: [], audience });

/** From then on the person sees nothing of the conversation, including earlier messages. */
export async function removePerson(context: SignedIn, id: string, userId: string): Promise<Conversation> {
  const { participants } = await lockOwnGroup(context, id);
  if (userId === context.actor.userId)
    throw new AppError("invalid", t`You cannot remove yourself. Leave the conversation instead`, {
      fields: { userId: "is yourself" },
    });
  const removed = await context.db
    .update(people)
    .set({ leftAt: context.now, version: sql`${people.version} + 1` })
    .where(and(eq(people.conversationId, id), eq(people.userId, userId), isNull(people.leftAt)))
    .returning({ userId: people.userId });
  if (removed.length === 0) throw notFound(t`Person`);
  announceFiles(context, participants);
  await publishConversation(context, id, [userId]);
  return findConversation(context, id);
}

/** If the creator leaves, the longest-standing participant takes over; after the last person the group is deleted. */
export async function leaveConversation(context: SignedIn, id: string): Promise<void> {
  const { db, actor, now } = context;
  const { type, createdBy, participants } = await lockConversation(context, id);
  if (type === "direct")
    throw new AppError("conflict", t`A direct conversation cannot be left. You can archive it instead`);
  const [heir] = await db
    .select({ userId: people.userId })
    .from(people)
    .where(and(eq(people.conversationId, id), isNull(people.leftAt), ne(people.userId, actor.userId)))
    .orderBy(asc(people.joinedAt), asc(people.userId))
    .limit(1);
  if (!heir) {
    await db.delete(conversations).where(eq(conversations.id, id));
    return;
  }
  if (createdBy === actor.userId)
    await db.update(conversations).set({ createdBy: heir.userId }).where(eq(conversations.id, id));
  await publishConversation(context, id);
  announceFiles(context, participants);
  await db
    .update(people)
    .set({ leftAt: now })
    .where(and(eq(people.conversationId, id), eq(people.userId, actor.userId)));
}

/** Marks messages up to `until` as read; later ones remain unread. */
export async function markRead(context: SignedIn, id: string, until: Date): Promise<Conversation> {
  const { db, actor } = context;
  const { type, lastMessageAt, pair } = await lockConversation(context, id);
  const own = and(eq(people.conversationId, id), eq(people.userId, actor.userId));
  const [before] = await db.select().from(people).where(own);
  // Messages in the future cannot be read yet.
  const last = Math.max(context.now.getTime(), lastMessageAt?.getTime() ?? 0);
  const mark = new Date(Math.max(Math.min(until.getTime(), last), before?.lastReadAt?.getTime() ?? 0));
  const hasChanged = before && (before.unreadCount > 0 || !before.lastReadAt || before.lastReadAt < mark);
  if (!hasChanged) return findConversation(context, id);
  const later = and(
    eq(messages.conversationId, id),
    gt(messages.createdAt, mark),
    ne(messages.senderId, actor.userId),
    isNull(messages.deletedAt),
  );
  await db
    .update(people)
    .set({
      lastReadAt: mark,
      unreadCount: await db.$count(messages, later),
      version: sql`${people.version} + 1`,
    })
    .where(own);
  await db.execute(sql`select mark_messages_read(${id}, ${mark}::timestamptz)`);
  // The other person sees 'Read' appear. In a group that would send one announcement per reader to everybody.
  if (type === "direct") await publishConversation(context, id);
  await clearNotifications(context, id);
  if (pair?.startsWith("contact:")) await markMailsRead(context, id, before.lastReadAt, mark);
  return findConversation(context, id);
}

/** Also the error for archiving a group that somebody else created. */
const creatorOnly = () =>
  new AppError("forbidden", t`Only the creator of this conversation can do this. You can leave it instead`);

async function lockOwnGroup(context: SignedIn, id: string) {
  const row = await lockConversation(context, id);
  if (row.type === "direct")
    throw new AppError("conflict", t`A direct conversation is between two people and has no name of its own`);
  if (row.createdBy !== context.actor.userId) throw creatorOnly();
  return row;
}
