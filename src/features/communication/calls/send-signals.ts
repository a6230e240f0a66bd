import { and, asc, eq, gt, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { Signal } from "../call-model.ts";
import { callParticipants, callSignals } from "../call-tables.ts";
import { notInCall } from "./join-calls.ts";
import { findCall } from "./read-calls.ts";

/** Joining a call of six with all candidates takes about 60; a minute on an unstable network a few times as many. */
const MAX_SIGNALS_PER_MINUTE = 600;
/** Signals per read; the rest follow in the next read. */
const MAX_SIGNALS_PER_READ = 200;

type SignalInput = { id: string; peerId: string; toPeerId: string; signal: Signal };

/** Stored until the other page has confirmed it, for one minute at most. The announcement carries only its id. */
export async function sendSignal(context: SignedIn, { id, peerId, toPeerId, signal }: SignalInput) {
  const { db, actor } = context;
  const { conversationId, callers } = await findCall(context, id);
  const self = callers.find(({ userId }) => userId === actor.userId);
  if (self?.state !== "joined" || self.peerId !== peerId) throw notInCall();
  const other = callers.find((each) => each.peerId === toPeerId && each.state === "joined");
  if (!other || other === self) throw new AppError("conflict", t`They are no longer in the call`);
  if (!signal.description && !signal.candidates?.length)
    throw new AppError("invalid", t`A signal must have a description or candidates`);
  await countSignal(context, id);
  // Serializes senders to one page: the next id is assigned when the previous signal is visible. A page that has read
  // up to an id has therefore missed none before it.
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('signals ' || ${toPeerId}, 0))`);
  await db.insert(callSignals).values({
    callId: id,
    conversationId,
    senderId: actor.userId,
    fromPeerId: peerId,
    userId: other.userId,
    toPeerId,
    signal,
  });
  context.announce({ resource: "callSignals", ids: [id], audience: [other.userId] });
  return { id };
}

export async function receiveSignals(
  context: SignedIn,
  { id, peerId, after }: { id: string; peerId: string; after: number },
) {
  const { state, callers } = await findCall(context, id);
  const self = callers.find(({ userId }) => userId === context.actor.userId);
  if (state === "ended" || self?.peerId !== peerId) throw notInCall();
  return context.db
    .select({ id: callSignals.id, fromPeerId: callSignals.fromPeerId, signal: callSignals.signal })
    .from(callSignals)
    .where(and(eq(callSignals.callId, id), eq(callSignals.toPeerId, peerId), gt(callSignals.id, after)))
    .orderBy(asc(callSignals.id))
    .limit(MAX_SIGNALS_PER_READ);
}

async function countSignal({ db, actor }: SignedIn, callId: string): Promise<void> {
  const isNewMinute = sql`coalesce(${callParticipants.signalsSince} < now() - interval '1 minute', true)`;
  const [counted] = await db
    .update(callParticipants)
    .set({
      signalCount: sql`case when ${isNewMinute} then 1 else ${callParticipants.signalCount} + 1 end`,
      signalsSince: sql`case when ${isNewMinute} then now() else ${callParticipants.signalsSince} end`,
    })
    .where(and(eq(callParticipants.callId, callId), eq(callParticipants.userId, actor.userId)))
    .returning({ count: callParticipants.signalCount });
  if (!counted || counted.count > MAX_SIGNALS_PER_MINUTE)
    throw new AppError("rate_limited", t`Too many signals in this call`, { retryAfter: 10 });
}
