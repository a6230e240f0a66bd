import { and, asc, eq, isNotNull, lte, or, type SQL, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { writeAs } from "#platform/capability/write-as.ts";
import type { ThreadKind } from "../commitment-model.ts";
import { closableBy, closeByMessages } from "../evidence/close-by-messages.ts";
import { findCommitments } from "../extraction/find-commitments.ts";
import type { FoundCommitment, Reader } from "../model.ts";
import { commitments, commitmentThreads } from "../tables.ts";
import { loadDiscussion, readableDecisions } from "./load-discussion.ts";
import { loadMinutes, readableDocuments } from "./load-minutes.ts";
import { loadNotes, readableEvents } from "./load-notes.ts";
import {
  loadEmails,
  loadMessages,
  readableEmails,
  readerOf,
  SOURCES,
  type SourceMessage,
  since,
  type Thread,
} from "./load-thread.ts";
import { knownOf, reconcileThread } from "./reconcile-thread.ts";

/** The thread that has waited longest, locked until the transaction ends; null: none waits. */
export async function nextWaitingThread({ db, actor, now }: SignedIn): Promise<Thread | null> {
  const [row] = await db
    .select({ kind: commitmentThreads.kind, id: commitmentThreads.threadId })
    .from(commitmentThreads)
    .where(and(eq(commitmentThreads.userId, actor.userId), lte(commitmentThreads.waitingSince, now)))
    .orderBy(asc(commitmentThreads.waitingSince), asc(commitmentThreads.threadId))
    .limit(1)
    .for("update", { skipLocked: true });
  return row ?? null;
}

/** Finds promises and requests in a thread, and records how far it was read. */
export async function readThread(context: SignedIn, thread: Thread): Promise<void> {
  const reader = await readerOf(context);
  const { messages, found } = await readSource(context, thread, reader);
  await lockKnown(context, thread, messages);
  const ids = await writeAs(context, SOURCES[thread.kind].provenance, (own) =>
    reconcileThread(own, thread, messages, found, reader).then(async (changed) => [
      ...changed,
      // What stands in minutes and notes shows nothing about what was sent or answered.
      ...(thread.kind === "document" || thread.kind === "event"
        ? []
        : await closeByMessages(own, { ...thread, messages, reader })),
    ]),
  );
  if (ids.length > 0) context.announce({ resource: "commitments", ids });
  await recordReading(context, thread);
}

async function readSource(context: SignedIn, { kind, id }: Thread, reader: Reader): Promise<ReadSource> {
  if (kind === "document") return loadMinutes(context, id, reader);
  if (kind === "event") return loadNotes(context, id, reader);
  const messages = await LOADERS[kind](context, id, reader);
  return { messages, found: findCommitments(messages, reader) };
}

type ReadSource = { messages: SourceMessage[]; found: FoundCommitment[] };
const LOADERS: Record<
  Exclude<ThreadKind, "document" | "event">,
  (context: SignedIn, id: string, reader: Reader) => Promise<SourceMessage[]>
> = { email: loadEmails, conversation: loadMessages, decision: loadDiscussion };

/** All that this reading may change, at once and by id: two that run at the same time never wait for each other. */
async function lockKnown(
  context: SignedIn,
  thread: Thread,
  messages: readonly SourceMessage[],
): Promise<void> {
  if (messages.length === 0) return;
  await context.db
    .select({ id: commitments.id })
    .from(commitments)
    .where(or(knownOf(context, thread, messages), closableBy(context, { ...thread, messages })))
    .orderBy(commitments.id)
    .for("update");
}

const progressOf: Record<ThreadKind, (context: SignedIn, id: string) => SQL> = {
  email: (context, id) => sql`
    select max(e.created_at) as newest, count(*)::integer as count from emails e
    where ${readableEmails(context)} and e.thread_id = ${id}`,
  conversation: ({ actor }, id) => sql`
    select max(p.active_at) as newest, 0 as count from conversation_participants p
    where p.user_id = ${actor.userId} and p.conversation_id = ${id}`,
  decision: (context, id) => sql`
    select max(d.newest) as newest, 0 as count from (${readableDecisions(context)}) d where d.id = ${id}`,
  document: (context, id) => sql`
    select max(d.newest) as newest, 0 as count from (${readableDocuments(context)}) d where d.id = ${id}`,
  event: (context, id) => sql`
    select max(e.newest) as newest, 0 as count from (${readableEvents(context)}) e where e.id = ${id}`,
};

async function recordReading(context: SignedIn, { kind, id }: Thread): Promise<void> {
  await context.db.execute(sql`
    update commitment_threads t set waiting_since = null, newest_at = now.newest, message_count = now.count
    from (${progressOf[kind](context, id)}) now
    where t.user_id = ${context.actor.userId} and t.kind = ${kind} and t.thread_id = ${id}`);
}

/** A message arrived in them. */
export async function markWaiting({ db, actor, now }: SignedIn, threads: readonly Thread[]): Promise<void> {
  if (threads.length === 0) return;
  await db
    .insert(commitmentThreads)
    .values(threads.map(({ kind, id }) => ({ userId: actor.userId, kind, threadId: id, waitingSince: now })))
    .onConflictDoUpdate({
      target: [commitmentThreads.userId, commitmentThreads.kind, commitmentThreads.threadId],
      set: { waitingSince: now },
    });
}

/** Marks what arrived and was not read: imported mail, mail in other folders, and at first the last weeks of everything. */
export async function markUnread(context: SignedIn): Promise<number> {
  const { actor, now, db } = context;
  const { rows } = await db.execute<{ thread_id: string }>(sql`
    insert into commitment_threads as t (user_id, kind, thread_id, waiting_since)
    select ${actor.userId}::uuid, u.kind, u.thread_id, ${now.toISOString()}::timestamptz
    from (
      select 'email' as kind, e.thread_id, max(e.created_at) as newest, count(*) as count
      from emails e where ${readableEmails(context)} group by e.thread_id
      having not bool_and(e.is_automatic or e.is_system or e.list_unsubscribe is not null)
      union all
      select 'conversation', p.conversation_id, p.active_at, 0 from conversation_participants p
      where p.user_id = ${actor.userId} and p.left_at is null
        and p.active_at > ${since(now)}::timestamptz
      union all
      select 'decision', d.id, d.newest, 0 from (${readableDecisions(context)}) d
      union all
      select 'document', d.id, d.newest, 0 from (${readableDocuments(context)}) d
      union all
      select 'event', e.id, e.newest, 0 from (${readableEvents(context)}) e) u
    left join commitment_threads k on k.user_id = ${actor.userId} and k.kind = u.kind and k.thread_id = u.thread_id
    where k.thread_id is null or k.newest_at is null or u.newest > k.newest_at or u.count > k.message_count
    on conflict (user_id, kind, thread_id) do update set waiting_since = excluded.waiting_since
      where t.waiting_since is null
    returning t.thread_id`);
  return rows.length;
}

/** Threads that still wait, because reading them failed: they are tried again now. Returns how many. */
export async function resumeWaiting({ db, actor, now }: SignedIn): Promise<number> {
  const resumed = await db
    .update(commitmentThreads)
    .set({ waitingSince: sql`least(${commitmentThreads.waitingSince}, ${now.toISOString()}::timestamptz)` })
    .where(and(eq(commitmentThreads.userId, actor.userId), isNotNull(commitmentThreads.waitingSince)))
    .returning({ id: commitmentThreads.threadId });
  return resumed.length;
}
