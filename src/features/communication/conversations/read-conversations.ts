import { type AnyColumn, and, eq, gt, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { COUNT_CAP } from "#features/contacts/model.ts";
import { contactFields, contactTable, isOwnContact } from "#features/contacts/public/contact-join.ts";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import { pageInput } from "#platform/capability/wire.ts";
import { keyset, newest } from "#platform/database/keyset.ts";
import type { Conversation, Participant, Reach } from "../model.ts";
import { conversationMutes, conversations, conversationParticipants as mine } from "../tables.ts";

export const ListConversations = z.strictObject({
  ...pageInput,
  isArchived: z.boolean().default(false),
  /** Words, or the beginnings of words, in the title or in the names of the people. */
  text: z.string().trim().min(1).max(200).optional(),
});
type ListConversations = z.output<typeof ListConversations>;

/** Characters of a message in a preview. */
const PREVIEW_LENGTH = 140;
/** The most conversations that a search returns. */
const MAX_SEARCH_RESULTS = 200;

type Preview = { senderId: string; content: string; createdAt: string };
type Other = { userId: string; lastReadAt: string | null };

/**
 * The last message is one index lookup, and nothing is counted: unread counts are stored in the reader's own row. The
 * bound of the reader's history is written out so that PostgreSQL can use it as an index condition.
 */
const conversationFields = {
  id: conversations.id,
  title: conversations.title,
  type: conversations.type,
  participants: conversations.participants,
  createdBy: conversations.createdBy,
  lastMessageAt: conversations.lastMessageAt,
  isArchived: conversations.isArchived,
  sharesHistory: conversations.sharesHistory,
  usesEmail: conversations.usesEmail,
  origin: conversations.origin,
  createdAt: conversations.createdAt,
  pair: conversations.pair,
  contactId: conversations.contactId,
  unreadCount: mine.unreadCount,
  lastReadAt: mine.lastReadAt,
  activeAt: mine.activeAt,
  version: mine.version,
  mutedUntil: conversationMutes.mutedUntil,
  ...contactFields,
  preview: sql<Preview | null>`(select json_build_object('senderId', m.sender_id, 'content', left(m.content, ${PREVIEW_LENGTH}),
      'createdAt', m.created_at)
    from messages m where m.conversation_id = conversation_participants.conversation_id and m.deleted_at is null
      and m.created_at >= conversation_participants.visible_from
    order by m.created_at desc, m.id desc limit 1)`,
  other: sql<Other | null>`(select json_build_object('userId', o.user_id, 'lastReadAt', o.last_read_at)
    from conversation_participants o where conversations.type = 'direct'
      and o.conversation_id = conversation_participants.conversation_id
      and o.user_id <> conversation_participants.user_id and o.left_at is null limit 1)`,
};

export async function listConversations(context: SignedIn, input: ListConversations) {
  const found = input.text === undefined ? undefined : await matchesText(context, input.text);
  const page = keyset(ORDER, input);
  const { items, nextCursor } = page.of(await selectConversations(context, input, found));
  return { items: await asConversations(context, items), nextCursor };
}

const ORDER = [newest(mine.activeAt), newest(mine.conversationId)];

/** The statement for one page, exported so that a test can check its plan. */
export function selectConversations(context: SignedIn, input: ListConversations, found?: SQL) {
  const page = keyset(ORDER, input);
  return query(context, page.columns)
    .where(and(isMine(context), eq(conversations.isArchived, input.isArchived), found, page.after))
    .orderBy(...page.orderBy)
    .limit(page.fetch);
}

export async function findConversation(context: SignedIn, id: string): Promise<Conversation> {
  const rows = await query(context, {}).where(and(isMine(context), eq(mine.conversationId, id)));
  const [conversation] = await asConversations(context, rows);
  if (!conversation) throw notFound(t`Conversation`);
  return conversation;
}

const query = <C extends Record<string, SQL<string>>>({ db, actor, now }: SignedIn, columns: C) =>
  db
    .select({ ...conversationFields, ...columns })
    .from(mine)
    .innerJoin(conversations, eq(conversations.id, mine.conversationId))
    .leftJoin(contactTable, isOwnContact(actor.userId, conversations.contactId))
    .leftJoin(
      conversationMutes,
      and(
        eq(conversationMutes.userId, actor.userId),
        eq(conversationMutes.conversationId, mine.conversationId),
        gt(conversationMutes.mutedUntil, now),
      ),
    )
    .$dynamic();

/** Restricts to conversations that the actor takes part in: checked in the query itself, besides row-level security. */
export const isInMyConversations = (conversationId: AnyColumn): SQL =>
  sql`${conversationId} in (select my_conversations())`;

/** COMM-26: taking part is what counts; who created a conversation takes part until they leave. */
const isMine = ({ actor }: SignedIn) =>
  and(eq(mine.userId, actor.userId), isNull(mine.leftAt), isNull(conversations.deletedAt));

async function matchesText({ db }: SignedIn, text: string): Promise<SQL> {
  const { rows } = await db.execute<{ id: string }>(
    sql`select id from matching_conversations(${text}, ${MAX_SEARCH_RESULTS}) as found(id)`,
  );
  return inArray(
    mine.conversationId,
    rows.map(({ id }) => id),
  );
}

type Row = Awaited<ReturnType<typeof query>>[number];

/** Adds the names, in one statement for the whole page. */
async function asConversations(context: SignedIn, rows: readonly Row[]): Promise<Conversation[]> {
  const named = await namesOf(
    context,
    rows.flatMap(({ id, other, preview }) => [
      ...(other ? [{ conversationId: id, userId: other.userId }] : []),
      ...(preview ? [{ conversationId: id, userId: preview.senderId }] : []),
    ]),
  );
  return rows.map(({ pair: _, contactName, contactEmail, preview, other, ...row }) => {
    const person = other ? named(row.id, other.userId) : undefined;
    const nameOfDirect = person?.fullName ?? contactName ?? row.title ?? FORMER_MEMBER;
    return {
      ...row,
      name: row.type === "direct" ? nameOfDirect : (row.title ?? FORMER_MEMBER),
      otherUserId: other?.userId ?? null,
      otherReadAt: other?.lastReadAt ? new Date(other.lastReadAt) : null,
      contactId: row.createdBy === context.actor.userId ? row.contactId : null,
      reach: row.type === "group" ? "person" : (person?.reach ?? reachOf(contactEmail, row.usesEmail)),
      lastMessage: preview && {
        ...preview,
        senderName:
          named(row.id, preview.senderId)?.fullName ??
          (preview.senderId === row.contactId ? nameOfDirect : FORMER_MEMBER),
        createdAt: new Date(preview.createdAt),
      },
    };
  });
}

const reachOf = (address: string | null, usesEmail: boolean): Reach =>
  !address ? "no_address" : usesEmail ? "email" : "no_account";

/** Shown as the name when the account was deleted. */
const FORMER_MEMBER = "Former member";

type InConversation = { conversationId: string; userId: string };
type Named = { fullName: string | null; avatarUrl: string | null; reach: Reach };

/** Names of people in the actor's conversations, including people who have left. */
export async function namesOf({ db }: SignedIn, asked: readonly InConversation[]) {
  const keyOf = ({ conversationId, userId }: InConversation) => `${conversationId} ${userId}`;
  const people = [...new Map(asked.map((each) => [keyOf(each), each])).values()];
  if (people.length === 0) return () => undefined;
  const { rows } = await db.execute<InConversation & Named>(sql`
    select conversation_id as "conversationId", user_id as "userId", full_name as "fullName", avatar_url as "avatarUrl",
           reach
      from people_in_conversations(
        ${sql.param(people.map(({ conversationId }) => conversationId))}::uuid[],
        ${sql.param(people.map(({ userId }) => userId))}::uuid[])`);
  const byKey = new Map(rows.map((row) => [keyOf(row), { ...row, fullName: row.fullName || FORMER_MEMBER }]));
  return (conversationId: string, userId: string) => byKey.get(keyOf({ conversationId, userId }));
}

/** Current participants: the creator first, then by join date. */
export async function listParticipants(
  context: SignedIn,
  id: string,
): Promise<z.output<typeof Participant>[]> {
  const { createdBy } = await findConversation(context, id);
  const rows = await context.db
    .select({ userId: mine.userId, joinedAt: mine.joinedAt, lastReadAt: mine.lastReadAt })
    .from(mine)
    .where(and(eq(mine.conversationId, id), isNull(mine.leftAt)))
    .orderBy(sql`${mine.userId} <> ${createdBy}`, mine.joinedAt, mine.userId);
  const named = await namesOf(
    context,
    rows.map(({ userId }) => ({ conversationId: id, userId })),
  );
  return rows.map((row) => {
    const { fullName = FORMER_MEMBER, avatarUrl = null } = named(id, row.userId) ?? {};
    return { ...row, fullName, avatarUrl, isCreator: row.userId === createdBy };
  });
}

/** People whom the actor may write to, by name. */
export async function listReachable({ db }: SignedIn, text: string, limit: number) {
  const { rows } = await db.execute<{ userId: string; fullName: string; avatarUrl: string | null }>(sql`
    select user_id as "userId", full_name as "fullName", avatar_url as "avatarUrl"
      from reachable_people(${text}, ${limit})`);
  return rows.map((row) => ({ ...row, fullName: row.fullName || FORMER_MEMBER }));
}

/** COMM-02, COMM-05: from the actor's own rows; counting conversations stops at 1,000. */
export async function countConversations({ db, actor }: SignedIn) {
  const { rows } = await db.execute<{ activeChats: number; unread: number }>(sql`select
    (select count(*)::int from (
      select from conversation_participants p join conversations c on c.id = p.conversation_id
       where p.user_id = ${actor.userId} and p.left_at is null and not c.is_archived and c.deleted_at is null
       limit ${COUNT_CAP + 1}) active) as "activeChats",
    (select coalesce(sum(p.unread_count), 0)::int from conversation_participants p
       join conversations c on c.id = p.conversation_id and c.deleted_at is null
      where p.user_id = ${actor.userId} and p.left_at is null and p.unread_count > 0) as "unread"`);
  return rows[0] ?? { activeChats: 0, unread: 0 };
}
