import { and, eq, inArray, ne } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import { Id, pageInput } from "#platform/capability/wire.ts";
import { keyset, newest } from "#platform/database/keyset.ts";
import type { Call } from "../call-model.ts";
import { callParticipants, calls } from "../call-tables.ts";
import { findConversation, isInMyConversations, namesOf } from "../conversations/read-conversations.ts";
import { conversations } from "../tables.ts";

export const ListCalls = z.strictObject({ ...pageInput, conversationId: Id.optional() });

const callFields = {
  id: calls.id,
  conversationId: calls.conversationId,
  startedBy: calls.startedBy,
  kind: calls.kind,
  state: calls.state,
  createdAt: calls.createdAt,
  answeredAt: calls.answeredAt,
  endedAt: calls.endedAt,
  endReason: calls.endReason,
  version: calls.version,
  title: conversations.title,
  type: conversations.type,
};

export async function listCalls(context: SignedIn, input: z.output<typeof ListCalls>) {
  const { conversationId } = input;
  // Another user's conversation is `not_found`, not a conversation without calls.
  if (conversationId) await findConversation(context, conversationId);
  const page = keyset([newest(calls.createdAt), newest(calls.id)], input);
  const rows = await context.db
    .select({ ...callFields, ...page.columns })
    .from(calls)
    .innerJoin(conversations, eq(conversations.id, calls.conversationId))
    .where(
      and(
        isInMyConversations(calls.conversationId),
        conversationId ? eq(calls.conversationId, conversationId) : undefined,
        page.after,
      ),
    )
    .orderBy(...page.orderBy)
    .limit(page.fetch);
  const { items, nextCursor } = page.of(rows);
  return { items: await asCalls(context, items), nextCursor };
}

/** More calls than can ring one person at a time; the page shows the first. */
const MAX_RUNNING_CALLS = 20;

export async function runningCalls(context: SignedIn): Promise<Call[]> {
  const rows = await query(context)
    .where(and(isInMyConversations(calls.conversationId), ne(calls.state, "ended")))
    .orderBy(calls.createdAt, calls.id)
    .limit(MAX_RUNNING_CALLS);
  return asCalls(context, rows);
}

export async function findCall(context: SignedIn, id: string): Promise<Call> {
  const [call] = await asCalls(
    context,
    await query(context).where(and(isInMyConversations(calls.conversationId), eq(calls.id, id))),
  );
  if (!call) throw notFound(t`Call`);
  return call;
}

const query = ({ db }: SignedIn) =>
  db
    .select(callFields)
    .from(calls)
    .innerJoin(conversations, eq(conversations.id, calls.conversationId))
    .$dynamic();

type Row = Awaited<ReturnType<typeof query>>[number];

/** Adds participants and names, in two statements for the whole page. */
async function asCalls(context: SignedIn, rows: readonly Row[]): Promise<Call[]> {
  if (rows.length === 0) return [];
  const present = await context.db
    .select()
    .from(callParticipants)
    .where(
      inArray(
        callParticipants.callId,
        rows.map(({ id }) => id),
      ),
    )
    .orderBy(callParticipants.invitedAt, callParticipants.userId);
  const conversationOf = new Map(rows.map(({ id, conversationId }) => [id, conversationId]));
  const named = await namesOf(
    context,
    present.map(({ callId, userId }) => ({ conversationId: conversationOf.get(callId) ?? "", userId })),
  );
  return rows.map(({ title, type, ...row }) => {
    const callers = present
      .filter(({ callId }) => callId === row.id)
      .map(({ userId, state, peerId, joinedAt }) => {
        const { fullName, avatarUrl = null } = named(row.conversationId, userId) ?? {};
        return { userId, fullName: fullName ?? "Former member", avatarUrl, state, peerId, joinedAt };
      });
    const other = callers.find(({ userId }) => userId !== context.actor.userId);
    const isGroup = type === "group";
    return { ...row, isGroup, name: (isGroup ? title : other?.fullName) ?? "Conversation", callers };
  });
}
