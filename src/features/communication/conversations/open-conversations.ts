import { randomUUID } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { findOwnContact } from "#features/contacts/public/contact-join.ts";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { Id } from "#platform/capability/wire.ts";
import { isExampleAddress } from "#platform/mail/mail-address.ts";
import {
  type Conversation,
  ConversationType,
  ENTER_A_TITLE,
  MAX_PEOPLE,
  MAX_TITLE,
  SELECT_A_CONTACT,
} from "../model.ts";
import { conversationParticipants, conversations } from "../tables.ts";
import { findConversation, isInMyConversations } from "./read-conversations.ts";

export const NewConversation = z
  .strictObject({
    type: ConversationType,
    /** The contact of a direct conversation. */
    contactId: Id.nullable().default(null),
    /** For groups. */
    title: z.string().trim().max(MAX_TITLE).default(""),
    /** Members besides the creator: people who share a workspace or a conversation with the creator, or contacts. */
    userIds: z
      .array(Id)
      .max(MAX_PEOPLE - 1)
      .default([]),
  })
  .superRefine(({ type, contactId, title }, check) => {
    const missing = type === "direct" ? !contactId && (["contactId", SELECT_A_CONTACT] as const) : false;
    const untitled = type === "group" && title === "" && (["title", ENTER_A_TITLE] as const);
    for (const problem of [missing, untitled])
      if (problem) check.addIssue({ code: "custom", path: [problem[0]], message: problem[1] });
  });
type NewConversation = z.output<typeof NewConversation>;

export function openConversation(context: SignedIn, input: NewConversation): Promise<Conversation> {
  const { type, contactId } = input;
  return type === "direct" && contactId ? openWithContact(context, contactId) : openGroup(context, input);
}

/** The direct conversation with a user whom the actor may write to; always the same one. */
export async function openWithPerson(context: SignedIn, userId: string): Promise<Conversation> {
  await requireReachable(context, [userId]);
  const pair = [context.actor.userId, userId].toSorted().join(":");
  return openDirect(context, { pair, others: [userId], title: null, contactId: null });
}

/** If the contact has no account, the conversation is stored under the contact, and messages go by email until then. */
async function openWithContact(context: SignedIn, contactId: string): Promise<Conversation> {
  const { db, actor } = context;
  const contact = await findOwnContact(context, contactId);
  if (!contact) throw notFound(t`Contact`);
  const { rows } = await db.execute<{ userId: string }>(
    sql`select user_id as "userId" from accounts_of_contacts(${sql.param([contactId])}::uuid[])`,
  );
  const account = rows[0]?.userId;
  if (account === actor.userId)
    throw new AppError("invalid", t`This contact is you`, { fields: { contactId: "is yourself" } });
  if (account) return openWithPerson(context, account);
  return openDirect(context, {
    pair: `contact:${contactId}`,
    others: [],
    title: contact.contactName,
    contactId,
    usesEmail: contact.contactEmail !== null && !isExampleAddress(contact.contactEmail),
  });
}

type Direct = {
  pair: string;
  others: string[];
  title: string | null;
  contactId: string | null;
  usesEmail?: boolean;
};

async function openDirect(context: SignedIn, direct: Direct): Promise<Conversation> {
  const { others, ...row } = direct;
  const [opened] = await context.db
    .insert(conversations)
    .values({ ...row, id: randomUUID(), type: "direct", ...bornNow(context) })
    .onConflictDoNothing()
    .returning({ id: conversations.id });
  if (opened) return addParticipants(context, opened.id, others);
  const [known] = await context.db
    .select({ id: conversations.id })
    .from(conversations)
    .where(eq(conversations.pair, direct.pair));
  if (!known) throw notFound(t`Conversation`);
  return findConversation(context, known.id);
}

async function openGroup(context: SignedIn, { title, userIds }: NewConversation): Promise<Conversation> {
  const others = [...new Set(userIds)].filter((id) => id !== context.actor.userId);
  await requireReachable(context, others);
  const id = randomUUID();
  await context.db.insert(conversations).values({ id, title, type: "group", ...bornNow(context) });
  return addParticipants(context, id, others);
}

const bornNow = ({ actor, now }: SignedIn) => ({ createdBy: actor.userId, createdAt: now, updatedAt: now });

/** The creator is added first, because only participants may add others. */
async function addParticipants(
  context: SignedIn,
  conversationId: string,
  others: string[],
): Promise<Conversation> {
  const { actor, now } = context;
  const row = (userId: string) => ({ conversationId, userId, joinedAt: now, activeAt: now });
  await context.db.insert(conversationParticipants).values(row(actor.userId));
  if (others.length > 0) await context.db.insert(conversationParticipants).values(others.map(row));
  context.announce({ resource: "conversations", ids: [conversationId], audience: others });
  return findConversation(context, conversationId);
}

/** Throws `not_found` for users whom the actor may not write to, as for unknown ids. */
export async function requireReachable({ db }: SignedIn, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  const { rows } = await db.execute<{ reached: number }>(
    sql`select count(*)::int as reached from unnest(${sql.param([...userIds])}::uuid[]) person where may_reach(person)`,
  );
  if ((rows[0]?.reached ?? 0) < userIds.length) throw notFound(t`Person`);
}

/** Locks the conversation. Every writer does so first, which prevents deadlocks. */
export async function lockConversation({ db }: SignedIn, id: string) {
  const [row] = await db
    .select()
    .from(conversations)
    .where(
      and(eq(conversations.id, id), isNull(conversations.deletedAt), isInMyConversations(conversations.id)),
    )
    .for("no key update");
  if (!row) throw notFound(t`Conversation`);
  return row;
}

/** Publishes to all participants, and to `formerParticipants`, who are no longer participants. */
export async function publishConversation(
  context: SignedIn,
  id: string,
  formerParticipants: readonly string[] = [],
) {
  const { rows } = await context.db.execute<{ userId: string }>(
    sql`select told as "userId" from touch_conversation(${id}) as told`,
  );
  const audience = [...rows.map(({ userId }) => userId), ...formerParticipants].filter(
    (userId) => userId !== context.actor.userId,
  );
  context.announce({ resource: "conversations", ids: [id], audience });
}
