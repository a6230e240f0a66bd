import { and, eq, ne, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import { type Call, type CallKind, MAX_CALL_PARTICIPANTS } from "../call-model.ts";
import { callParticipants, calls } from "../call-tables.ts";
import { lockConversation } from "../conversations/open-conversations.ts";
import { findConversation } from "../conversations/read-conversations.ts";
import { finishCall, notifyMissedCall } from "./end-calls.ts";
import { enterCall, requireFree } from "./join-calls.ts";
import { findCall } from "./read-calls.ts";

/**
 * Rings everybody in the conversation. The lock and the limit of one running call per conversation put two people who
 * call each other at the same time into one call. A group too large for one call is not rung: its people see that they
 * may join.
 */
export async function startCall(
  context: SignedIn,
  { conversationId, kind, peerId }: { conversationId: string; kind: CallKind; peerId: string },
): Promise<Call> {
  const { db, actor, now } = context;
  const { participants } = await lockConversation(context, conversationId);
  const { reach, name, type } = await findConversation(context, conversationId);
  await requireFree(context, conversationId);
  const [running] = await db
    .select({ id: calls.id })
    .from(calls)
    .where(and(eq(calls.conversationId, conversationId), ne(calls.state, "ended")));
  if (running) return enterCall(context, running.id, peerId);

  const others = participants.filter((userId) => userId !== actor.userId);
  if (reach === "sample") throw cannot(`${name} is sample data and cannot answer calls`);
  if (others.length === 0)
    throw cannot(
      type === "group"
        ? `You are the only one in ${name}: add people, then call them`
        : `This call is not possible: ${name} has no account here`,
    );
  const call = await db
    .insert(calls)
    .values({ conversationId, kind, startedBy: actor.userId, createdAt: now })
    .returning({ id: calls.id })
    .then(returnedRow);
  await db.insert(callParticipants).values({
    callId: call.id,
    conversationId,
    userId: actor.userId,
    state: "joined",
    peerId,
    invitedAt: now,
    joinedAt: now,
    seenAt: now,
  });
  const busy = await busyIn(context, conversationId);
  const isRung = participants.length <= MAX_CALL_PARTICIPANTS;
  const stateOf = (userId: string) => {
    if (!isRung) return "invited" as const;
    return busy.includes(userId) ? ("busy" as const) : ("ringing" as const);
  };
  await db.insert(callParticipants).values(
    others.map((userId) => ({
      ...{ callId: call.id, conversationId, userId },
      ...{ state: stateOf(userId), invitedAt: now },
    })),
  );
  if (isRung) await notifyMissedCall(context, call.id, busy, "busy");
  await finishCall(context, call.id, null);
  return findCall(context, call.id);
}

const cannot = (message: string) => new AppError("conflict", message);

async function busyIn({ db }: SignedIn, conversationId: string): Promise<string[]> {
  const { rows } = await db.execute<{ userId: string }>(
    sql`select busy as "userId" from busy_in_conversation(${conversationId}) as busy`,
  );
  return rows.map(({ userId }) => userId);
}
