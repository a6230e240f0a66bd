import { and, eq, ne, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { type Call, MAX_CALL_PARTICIPANTS } from "../call-model.ts";
import { callParticipants, callSignals, calls } from "../call-tables.ts";
import { lockConversation } from "../conversations/open-conversations.ts";
import { isInMyConversations } from "../conversations/read-conversations.ts";
import { finishCall, publishCall } from "./end-calls.ts";
import { findCall } from "./read-calls.ts";

type CallPage = { id: string; peerId: string };

export async function joinCall(context: SignedIn, { id, peerId }: CallPage): Promise<Call> {
  const { conversationId } = await lockCall(context, id);
  await requireFree(context, conversationId);
  return enterCall(context, id, peerId);
}

/** Requires the lock of the conversation. The call becomes active when the second person joins. */
export async function enterCall(context: SignedIn, id: string, peerId: string): Promise<Call> {
  const { db, actor, now } = context;
  const { conversationId, callers, state, answeredAt } = await findCall(context, id);
  if (state === "ended") throw over();
  const others = callers.filter((each) => each.state === "joined" && each.userId !== actor.userId);
  if (others.length >= MAX_CALL_PARTICIPANTS)
    throw new AppError("conflict", t`This call is full: ${MAX_CALL_PARTICIPANTS} people can take part`);
  const entry = { state: "joined" as const, peerId, joinedAt: now, leftAt: null, seenAt: now };
  await db
    .insert(callParticipants)
    .values({ callId: id, conversationId, userId: actor.userId, invitedAt: now, ...entry })
    .onConflictDoUpdate({ target: [callParticipants.callId, callParticipants.userId], set: entry });
  await db
    .update(calls)
    .set({
      version: sql`${calls.version} + 1`,
      ...(others.length > 0 && { state: "active" as const, answeredAt: answeredAt ?? now }),
    })
    .where(eq(calls.id, id));
  await publishCall(context, id);
  return findCall(context, id);
}

/** Changes nothing when another page or the timeout has already decided. */
export async function declineCall(context: SignedIn, id: string): Promise<Call> {
  const { db, actor, now } = context;
  await lockCall(context, id);
  const declined = await db
    .update(callParticipants)
    .set({ state: "declined", leftAt: now })
    .where(and(isOwn(context, id), eq(callParticipants.state, "ringing")))
    .returning({ userId: callParticipants.userId });
  if (declined.some(({ userId }) => userId === actor.userId)) await changed(context, id);
  return findCall(context, id);
}

/** Changes nothing when the page has already left or was not in the call. */
export async function leaveCall(context: SignedIn, { id, peerId }: CallPage): Promise<Call> {
  await lockCall(context, id);
  const updated = await context.db
    .update(callParticipants)
    .set({ state: "left", leftAt: context.now, peerId: null })
    .where(and(isOwn(context, id), eq(callParticipants.peerId, peerId), eq(callParticipants.state, "joined")))
    .returning({ userId: callParticipants.userId });
  if (updated.length > 0) await changed(context, id);
  return findCall(context, id);
}

export async function endCall(context: SignedIn, id: string): Promise<Call> {
  const call = await findCall(context, id);
  if (call.isGroup && call.startedBy !== context.actor.userId)
    throw new AppError(
      "forbidden",
      t`Only the person who started this call can end it for everyone. You can leave it`,
    );
  await lockCall(context, id);
  await finishCall(context, id, "completed");
  return findCall(context, id);
}

/** Records the heartbeat and deletes the signals up to `lastSignalId`. Refused when another page has taken its place. */
export async function heartbeatCall(
  context: SignedIn,
  { id, peerId, lastSignalId }: CallPage & { lastSignalId: number },
): Promise<Call> {
  const { db, now } = context;
  const stayed = await db
    .update(callParticipants)
    .set({ seenAt: now })
    .where(and(isOwn(context, id), eq(callParticipants.peerId, peerId), eq(callParticipants.state, "joined")))
    .returning({ userId: callParticipants.userId });
  const call = await findCall(context, id);
  if (stayed.length === 0 && call.state !== "ended") throw notInCall();
  if (lastSignalId > 0)
    await db
      .delete(callSignals)
      .where(and(eq(callSignals.toPeerId, peerId), sql`${callSignals.id} <= ${lastSignalId}`));
  return call;
}

/** One call at a time: two at once are two microphones open. */
export async function requireFree({ db, actor }: SignedIn, conversationId: string): Promise<void> {
  const [other] = await db
    .select({ id: calls.id })
    .from(callParticipants)
    .innerJoin(calls, eq(calls.id, callParticipants.callId))
    .where(
      and(
        eq(callParticipants.userId, actor.userId),
        eq(callParticipants.state, "joined"),
        ne(calls.state, "ended"),
        ne(calls.conversationId, conversationId),
      ),
    );
  if (other) throw new AppError("conflict", t`You are already in another call. Leave it first`);
}

/** Locks the conversation first, as every writer does. Also finds calls that have ended. */
async function lockCall(context: SignedIn, id: string): Promise<{ conversationId: string }> {
  const [call] = await context.db
    .select({ conversationId: calls.conversationId })
    .from(calls)
    .where(and(isInMyConversations(calls.conversationId), eq(calls.id, id)));
  if (!call) throw notFound(t`Call`);
  await lockConversation(context, call.conversationId);
  return call;
}

async function changed(context: SignedIn, id: string): Promise<void> {
  await context.db
    .update(calls)
    .set({ version: sql`${calls.version} + 1` })
    .where(eq(calls.id, id));
  await finishCall(context, id, null);
}

const isOwn = ({ actor }: SignedIn, id: string) =>
  and(eq(callParticipants.callId, id), eq(callParticipants.userId, actor.userId));

const over = () => new AppError("conflict", t`This call is over`);
export const notInCall = () => new AppError("conflict", t`This page is no longer in the call`);
