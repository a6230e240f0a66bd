import { sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { Announcement } from "#platform/capability/actor.ts";
import type { Context } from "#platform/capability/context.ts";
import type { Transaction } from "#platform/database/database.ts";
import { notify } from "#platform/notify/notify.ts";

/** Who publishes: a request's context, or the server itself in a transaction without a user. */
type CallPublisher = { db: Transaction; announce: (fact: Announcement) => void };

export type Outcome = { reason: string; missed: string[]; messageId: string };

type Facts = { conversationId: string; kind: string; startedBy: string; starter: string; people: string[] };

/**
 * Ends the call when nobody is left to talk to, or in any case when `reason` is given, and publishes its state. The
 * conversation must be locked.
 */
export async function finishCall(
  context: Pick<Context, "db" | "announce">,
  id: string,
  reason: "completed" | null,
): Promise<void> {
  const { rows } = await context.db.execute<{ outcome: Outcome | null }>(
    sql`select end_call_if_over(${id}, ${reason}) as outcome`,
  );
  await publishCall(context, id, rows[0]?.outcome ?? null);
}

/** Publishes the call to everybody in the conversation; once it has ended, also the message that records it. */
export async function publishCall(
  publisher: CallPublisher,
  id: string,
  outcome: Outcome | null = null,
): Promise<void> {
  const facts = await factsOf(publisher, id);
  if (!facts) return;
  const { people: audience, conversationId } = facts;
  publisher.announce({ resource: "calls", ids: [id], audience });
  if (!outcome) return;
  publisher.announce({ resource: "messages", ids: [outcome.messageId], audience });
  publisher.announce({ resource: "conversations", ids: [conversationId], audience });
  await notifyMissedCall(publisher, id, outcome.missed, "missed");
}

/** The missed-call notification. It links to the conversation, where one click calls back. */
export async function notifyMissedCall(
  publisher: CallPublisher,
  id: string,
  userIds: readonly string[],
  cause: "missed" | "busy",
): Promise<void> {
  if (userIds.length === 0) return;
  const facts = await factsOf(publisher, id);
  if (!facts) return;
  const { starter, kind, conversationId, startedBy } = facts;
  await notify(publisher, {
    userIds,
    title: () =>
      kind === "video" ? t`Missed video call from ${starter}` : t`Missed audio call from ${starter}`,
    message: () =>
      cause === "busy"
        ? t`${starter} called while you were in another call.`
        : t`You missed a call from ${starter}.`,
    type: "call",
    priority: "high",
    contextData: { callId: id, conversationId, startedBy },
    href: `/communication?conversation=${conversationId}`,
    dedupeKey: `call ${id}`,
  });
}

async function factsOf({ db }: CallPublisher, id: string): Promise<Facts | undefined> {
  const { rows } = await db.execute<Facts>(sql`
    select conversation_id as "conversationId", kind, started_by as "startedBy", starter, people from call_facts(${id})`);
  return rows[0];
}
