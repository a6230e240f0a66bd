import { and, eq, inArray, isNotNull } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { derivedId } from "#platform/database/derived-id.ts";
import { positionOnTop } from "../board-position.ts";
import { completionOf, type NewTask } from "../model.ts";
import { tasks } from "../tables.ts";
import { restoreTasks, trashTasks } from "../write-tasks.ts";

/** A task of a file; `uid` identifies it there. */
export type ImportedTask = Pick<
  NewTask,
  "title" | "description" | "status" | "priority" | "dueDate" | "tags"
> & { uid: string };

/** Creates those that are not there yet; one that lies in the trash is restored. Returns the ids of both. */
export async function importTasks(
  context: SignedIn,
  imported: readonly ImportedTask[],
): Promise<{ ids: string[]; existing: number }> {
  const { db, actor, now } = context;
  if (imported.length === 0) return { ids: [], existing: 0 };
  const byId = new Map(imported.map((task) => [idOf(actor.userId, task.uid), task]));
  const trashed = await db
    .select({ id: tasks.id })
    .from(tasks)
    .where(
      and(eq(tasks.userId, actor.userId), inArray(tasks.id, [...byId.keys()]), isNotNull(tasks.deletedAt)),
    );
  const restored = trashed.map(({ id }) => id);
  if (restored.length > 0) await restoreTasks(context, restored);
  const rows = [...byId].map(([id, { uid: _, tags, ...task }], index) => ({
    ...task,
    id,
    tags: tags ?? [],
    userId: actor.userId,
    position: positionOnTop(new Date(now.getTime() - index)),
    completedAt: completionOf(task.status, now),
    createdAt: now,
    updatedAt: now,
  }));
  const made = await db.insert(tasks).values(rows).onConflictDoNothing().returning({ id: tasks.id });
  const ids = [...restored, ...made.map(({ id }) => id)];
  context.announce({ resource: "tasks", ids: [] });
  return { ids, existing: byId.size - ids.length };
}

/** Moves those that still exist to the trash, or restores them. */
export async function setImportedTasks(
  context: SignedIn,
  ids: readonly string[],
  isImported: boolean,
): Promise<void> {
  const { db, actor } = context;
  if (ids.length === 0) return;
  const rows = await db
    .select({ id: tasks.id, deletedAt: tasks.deletedAt })
    .from(tasks)
    .where(and(eq(tasks.userId, actor.userId), inArray(tasks.id, [...ids])));
  const named = rows.filter(({ deletedAt }) => (deletedAt === null) !== isImported).map(({ id }) => id);
  if (named.length > 0) await (isImported ? restoreTasks : trashTasks)(context, named);
  context.announce({ resource: "tasks", ids: [] });
}

/** Always the same for a person and a UID: a file that is imported again adds nothing. */
const idOf = (userId: string, uid: string) => derivedId(`${userId} ${uid}`);
