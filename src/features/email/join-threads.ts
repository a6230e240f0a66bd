import { randomUUID } from "node:crypto";
import { and, eq, inArray, sql } from "drizzle-orm";
import type { Transaction } from "#platform/database/database.ts";
import { insertRows } from "#platform/database/insert-rows.ts";
import { emails, mailReferences } from "./tables.ts";

type Threaded = { messageId: string; refs: readonly string[] };

/**
 * The thread of each message: that of any message it refers to, or that refers to it (RFC 5256, by references alone). A
 * parent that comes late joins the threads that named it: the smaller ones take the id of the oldest. Messages that are
 * only referred to so far are kept in mind.
 */
export async function joinThreads(
  db: Transaction,
  userId: string,
  messages: readonly Threaded[],
): Promise<Map<string, string>> {
  const ids = [...new Set(messages.flatMap(({ messageId, refs }) => [messageId, ...refs]))];
  if (ids.length === 0) return new Map();
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended('mail threads ' || ${userId}, 0))`);
  const known = await knownThreads(db, userId, ids);
  const groups = new Groups();
  for (const { messageId, refs } of messages) for (const ref of refs) groups.join(messageId, ref);
  for (const [id, threads] of known) for (const thread of threads) groups.join(id, `thread ${thread}`);
  const threadOf = new Map<string, string>();
  for (const group of groups.all(ids)) {
    const threads = group.filter((each) => each.startsWith("thread ")).map((each) => each.slice(7));
    const [kept = randomUUID(), ...others] = threads.sort();
    if (others.length > 0) await mergeThreads(db, userId, others, kept);
    for (const id of group) if (!id.startsWith("thread ")) threadOf.set(id, kept);
  }
  const rows = ids.flatMap((messageId) => {
    const threadId = threadOf.get(messageId);
    return threadId ? [{ userId, messageId, threadId }] : [];
  });
  await db.execute(sql`${insertRows(mailReferences, rows)}
    on conflict (user_id, message_id) do update set thread_id = excluded.thread_id`);
  return threadOf;
}

async function knownThreads(db: Transaction, userId: string, ids: readonly string[]) {
  const [noted, written] = [
    await db
      .select({ messageId: mailReferences.messageId, threadId: mailReferences.threadId })
      .from(mailReferences)
      .where(and(eq(mailReferences.userId, userId), inArray(mailReferences.messageId, [...ids]))),
    await db
      .select({ messageId: sql<string>`${emails.messageId}`, threadId: emails.threadId })
      .from(emails)
      .where(and(eq(emails.userId, userId), inArray(emails.messageId, [...ids]))),
  ];
  const known = new Map<string, Set<string>>();
  for (const { messageId, threadId } of [...noted, ...written])
    known.set(messageId, (known.get(messageId) ?? new Set()).add(threadId));
  return known;
}

async function mergeThreads(db: Transaction, userId: string, others: string[], kept: string): Promise<void> {
  await db
    .update(emails)
    .set({ threadId: kept })
    .where(and(eq(emails.userId, userId), inArray(emails.threadId, others)));
  await db
    .update(mailReferences)
    .set({ threadId: kept })
    .where(and(eq(mailReferences.userId, userId), inArray(mailReferences.threadId, others)));
}

/** Which names belong together (union and find). */
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
