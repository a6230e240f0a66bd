import { randomUUID } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { findOwnContact } from "#features/contacts/public/contact-join.ts";
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
    /** Of a group. */
    title: z.string().trim().max(MAX_TITLE).default(""),
    /** People of a group besides its creator; they share a workspace or a conversation with them or are contacts. */
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

/** The direct conversation with somebody whom the actor may write to; the same one every time. */
export async function openWithPerson(context: SignedIn, userId: string): Promise<Conversation> {
  await requireReachable(context, [userId]);
  const pair = [context.actor.userId, userId].toSorted().join(":");
  return openDirect(context, { pair, others: [userId], title: null, contactId: null });
}

/** Where the contact has no account here, the conversation waits for it under the contact, and goes by email meanwhile. */
async function openWithContact(context: SignedIn, contactId: string): Promise<Conversation> {
  const { db, actor } = context;
  const contact = await findOwnContact(context, contactId);
  if (!contact) throw notFound("Contact");
  const { rows } = await db.execute<{ userId: string }>(
    sql`select user_id as "userId" from accounts_of_contacts(${sql.param([contactId])}::uuid[])`,
  );
  const account = rows[0]?.userId;
  if (account === actor.userId)
    throw new AppError("invalid", "This contact is you", { fields: { contactId: "is yourself" } });
  if (account) return openWithPerson(context, account);
  return openDirect(context, {
    pair: `contact:${contactId}`,
    others: [],
    title: contact.contactName,
    contactId,
    goesByEmail: contact.contactEmail !== null && !isExampleAddress(contact.contactEmail),
  });
}

type Direct = {
  pair: string;
  others: string[];
  title: string | null;
  contactId: string | null;
  goesByEmail?: boolean;
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
  if (!known) throw notFound("Conversation");
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

/** The creator first: only who takes part may add others. */
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

/** A stranger's id is not found, as one that nobody has. */
export async function requireReachable({ db }: SignedIn, userIds: readonly string[]): Promise<void> {
  if (userIds.length === 0) return;
  const { rows } = await db.execute<{ reached: number }>(
    sql`select count(*)::int as reached from unnest(${sql.param([...userIds])}::uuid[]) person where may_reach(person)`,
  );
  if ((rows[0]?.reached ?? 0) < userIds.length) throw notFound("Person");
}

/** Locks the conversation, which every writer does first: they never wait for each other in a circle. */
export async function lockConversation({ db }: SignedIn, id: string) {
  const [row] = await db
    .select()
    .from(conversations)
    .where(
      and(eq(conversations.id, id), isNull(conversations.deletedAt), isInMyConversations(conversations.id)),
    )
    .for("no key update");
  if (!row) throw notFound("Conversation");
  return row;
}

/** Tells everybody who takes part, and `alsoTold` who do not any more. */
export async function publishConversation(context: SignedIn, id: string, alsoTold: readonly string[] = []) {
  const { rows } = await context.db.execute<{ userId: string }>(
    sql`select told as "userId" from touch_conversation(${id}) as told`,
  );
  const audience = [...rows.map(({ userId }) => userId), ...alsoTold].filter(
    (userId) => userId !== context.actor.userId,
  );
  context.announce({ resource: "conversations", ids: [id], audience });
}
