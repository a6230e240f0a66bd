import { randomUUID } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Transaction } from "#platform/database/database.ts";
import { insertRows } from "#platform/database/insert-rows.ts";
import { mailReferences } from "../account-tables.ts";
import { emails } from "../tables.ts";

type Threaded = { messageId: string | null; refs: readonly string[] };

const namesOf = ({ messageId, refs }: Threaded) => (messageId === null ? refs : [messageId, ...refs]);

/**
 * The thread of each message: that of any message it refers to, or that refers to it (RFC 5256, by references alone). A
 * parent that arrives late merges the threads that refer to it: the smaller ones take the id of the oldest. Messages
 * that are only referred to so far are stored too.
 */
export async function joinThreads(
  db: Transaction,
  userId: string,
  messages: readonly Threaded[],
): Promise<Map<string, string>> {
  const ids = [...new Set(messages.flatMap(namesOf))];
  if (ids.length === 0) return new Map();
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('mail threads ' || ${userId}, 0))`);
  const known = await knownThreads(db, userId, ids);
  const groups = new Groups();
  for (const [first, ...others] of messages.map(namesOf))
    for (const other of others) if (first !== undefined) groups.join(first, other);
  for (const { messageId, threadId } of known) groups.join(messageId, `thread ${threadId}`);
  const threadOf = new Map<string, string>();
  for (const group of groups.all(ids)) {
    const threads = group.filter((each) => each.startsWith("thread ")).map((each) => each.slice(7));
    const [targetId = randomUUID(), ...others] = threads.sort();
    if (others.length > 0) await mergeThreads(db, userId, others, targetId);
    for (const id of group) if (!id.startsWith("thread ")) threadOf.set(id, targetId);
  }
  const noted = new Map(known.flatMap((each) => (each.isNoted ? [[each.messageId, each.threadId]] : [])));
  const rows = ids.flatMap((messageId) => {
    const threadId = threadOf.get(messageId);
    return threadId && threadId !== noted.get(messageId) ? [{ userId, messageId, threadId }] : [];
  });
  if (rows.length > 0)
    await db.execute(sql`${insertRows(mailReferences, rows)}
      on conflict (user_id, message_id) do update set thread_id = excluded.thread_id`);
  return threadOf;
}

type Known = { messageId: string; threadId: string; isNoted: boolean };

/**
 * One lookup per id: in a mailbox that is just being imported there are no statistics yet, so the planner would expect
 * a list of ids to match a large part of it, and would scan it all for each chunk.
 */
async function knownThreads(db: Transaction, userId: string, ids: readonly string[]): Promise<Known[]> {
  const { rows } = await db.execute<Known>(sql`
    select wanted.id as "messageId", known.thread_id as "threadId", known.is_noted as "isNoted"
    from unnest(${sql.param(ids)}::text[]) as wanted (id) cross join lateral (
      select thread_id, true as is_noted from mail_references
      where user_id = ${userId} and message_id = wanted.id
      union all
      select thread_id, false from emails
      where user_id = ${userId} and message_id = wanted.id limit 20) as known`);
  return rows;
}

async function mergeThreads(
  db: Transaction,
  userId: string,
  others: string[],
  targetId: string,
): Promise<void> {
  await db
    .update(emails)
    .set({ threadId: targetId })
    .where(and(eq(emails.userId, userId), inArray(emails.threadId, others)));
  await db
    .update(mailReferences)
    .set({ threadId: targetId })
    .where(and(eq(mailReferences.userId, userId), inArray(mailReferences.threadId, others)));
}

/** Groups of connected names (union-find). */
class Groups {
  readonly #parents = new Map<string, string>();

  join(one: string, other: string): void {
    this.#parents.set(this.#root(one), this.#root(other));
  }

  /** Each group that holds one of the names, once. */
  all(names: readonly string[]): string[][] {
    const groups = new Map<string, string[]>();
    for (const name of new Set([...this.#parents.keys(), ...names])) {
      const root = this.#root(name);
      groups.set(root, [...(groups.get(root) ?? []), name]);
    }
    return [...groups.values()];
  }

  #root(name: string): string {
    let root = name;
    for (
      let parent = this.#parents.get(root);
      parent !== undefined && parent !== root;
      parent = this.#parents.get(root)
    )
      root = parent;
    this.#parents.set(name, root);
    return root;
  }
}
