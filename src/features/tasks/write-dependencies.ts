import { sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { MAX_BLOCKERS, type TaskChange } from "./model.ts";

type Blocked = { id: string } & Pick<TaskChange, "blockedBy" | "addBlockers" | "removeBlockers">;

/** The tasks that a task is to wait for. */
export const addedBlockers = ({ blockedBy = [], addBlockers = [] }: Blocked) => [
  ...blockedBy,
  ...addBlockers,
];

/**
 * One change at a time for a person, before any task is locked: two changes of different tasks could close a circle that
 * neither of them sees.
 */
export async function lockDependencies({ db, actor }: SignedIn, changes: readonly Blocked[]): Promise<void> {
  if (changes.some((change) => addedBlockers(change).length > 0))
    await db.execute(
      sql`select pg_advisory_xact_lock(hashtextextended(${`task dependencies ${actor.userId}`}, 0))`,
    );
}

/** A list replaces what the task waits for, without what is in the trash. The tasks of both sides are locked. */
export async function saveDependencies(context: SignedIn, changes: readonly Blocked[]): Promise<void> {
  const { db, actor } = context;
  const asked = askedOf(changes);
  const added = asked.flatMap(({ id, add }) => [...add].map((other) => [id, other] as const));
  const removed = asked.flatMap(({ id, remove }) => [...remove].map((other) => [id, other] as const));
  const replaced = asked.flatMap(({ id, isWhole }) => (isWhole ? [id] : []));
  if (added.some(([id, other]) => id === other)) throw refused(t`A task cannot wait for itself`);
  const isPair = sql`p.task_id = d.task_id and p.blocked_by_id = d.blocked_by_id`;
  if (replaced.length > 0 || removed.length > 0)
    await db.execute(sql`
      delete from task_dependencies d
       where d.user_id = ${actor.userId}
         and (exists (select from ${rowsOf(removed)} where ${isPair})
           or d.task_id = any(${sql.param(replaced)}::uuid[])
             and not exists (select from ${rowsOf(added)} where ${isPair})
             and exists (select from tasks b where b.id = d.blocked_by_id and b.user_id = d.user_id and b.deleted_at is null))`);
  if (added.length === 0) return;
  const { rows } = await db.execute<{ id: string }>(sql`
    insert into task_dependencies (user_id, task_id, blocked_by_id, created_at)
    select ${actor.userId}::uuid, p.task_id, p.blocked_by_id, ${context.now}::timestamptz + p.place * interval '1 ms'
      from ${rowsOf(added)}
      join tasks b on b.id = p.blocked_by_id and b.user_id = ${actor.userId} and b.deleted_at is null
     order by p.place
    on conflict do nothing returning task_id as id`);
  const changed = [...new Set(rows.map(({ id }) => id))];
  if (changed.length === 0) return;
  await requireFew(context, changed);
  await requireNoCircle(context, changed);
}

const rowsOf = (pairs: readonly (readonly [string, string])[]) => sql`
  unnest(${sql.param(pairs.map(([id]) => id))}::uuid[], ${sql.param(pairs.map(([, other]) => other))}::uuid[])
    with ordinality as p (task_id, blocked_by_id, place)`;

/** One for each task, whatever number of changes there are of it. */
function askedOf(changes: readonly Blocked[]) {
  const asked = new Map<string, { id: string; isWhole: boolean; add: Set<string>; remove: Set<string> }>();
  for (const { id, blockedBy, addBlockers = [], removeBlockers = [] } of changes) {
    const before = blockedBy ? undefined : asked.get(id);
    const { isWhole, add, remove } = before ?? {
      isWhole: blockedBy !== undefined,
      add: new Set(blockedBy),
      remove: new Set<string>(),
    };
    for (const other of addBlockers) {
      add.add(other);
      remove.delete(other);
    }
    for (const other of removeBlockers) {
      remove.add(other);
      add.delete(other);
    }
    asked.set(id, { id, isWhole, add, remove });
  }
  return [...asked.values()];
}

/** With those in the trash, which come back when they are restored. */
async function requireFew({ db, actor }: SignedIn, ids: readonly string[]): Promise<void> {
  const { rows } = await db.execute(sql`
    select task_id from task_dependencies
     where user_id = ${actor.userId} and task_id = any(${sql.param([...ids])}::uuid[])
     group by task_id having count(*) > ${MAX_BLOCKERS}`);
  if (rows.length > 0)
    throw refused(t`A task can wait for at most ${MAX_BLOCKERS} others, those in the trash included`);
}

/** Completed and deleted tasks count as well: they may be reopened and restored. */
async function requireNoCircle({ db, actor }: SignedIn, ids: readonly string[]): Promise<void> {
  const { rows } = await db.execute<{ title: string }>(sql`
    with recursive waiting (start, id) as (
      select blocked_by_id, task_id from task_dependencies
       where user_id = ${actor.userId} and blocked_by_id = any(${sql.param([...ids])}::uuid[])
      union
      select w.start, d.task_id from waiting w
        join task_dependencies d on d.blocked_by_id = w.id and d.user_id = ${actor.userId})
    select b.title from waiting w
      join task_dependencies d on d.task_id = w.start and d.blocked_by_id = w.id and d.user_id = ${actor.userId}
      join tasks b on b.id = w.id and b.user_id = ${actor.userId}
     order by b.title, b.id limit 1`);
  const [circle] = rows;
  if (circle) throw refused(t`“${circle.title}” already waits for this task`);
}

const refused = (message: string) => new AppError("invalid", message, { fields: { blockedBy: message } });

/** Who waits for these tasks changes when one is completed, reopened, deleted or restored. Returns the ids. */
export async function announceWaiting(context: SignedIn, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await context.db.execute<{ id: string }>(sql`
    select distinct task_id as id from task_dependencies
     where user_id = ${context.actor.userId} and blocked_by_id = any(${sql.param([...ids])}::uuid[]) order by task_id`);
  const waiting = rows.map(({ id }) => id);
  if (waiting.length > 0) context.announce({ resource: "tasks", ids: waiting });
  return waiting;
}
