import { and, eq, gt, inArray, isNull, ne, or, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { definedFields, fieldsBefore } from "#platform/capability/wire.ts";
import { rowsAsColumns } from "#platform/database/field-columns.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import { positionBetween, positionOnTop } from "./board-position.ts";
import { tasksEnded } from "./events.ts";
import { taskFields } from "./fields.ts";
import {
  blockersAfter,
  completionOf,
  type NewTask,
  Task,
  type TaskChange,
  type TaskStatus,
} from "./model.ts";
import { asTask, findTask, ownTasks, taskColumns } from "./read-tasks.ts";
import { projects, tasks } from "./tables.ts";
import { addedBlockers, announceWaiting, lockDependencies, saveDependencies } from "./write-dependencies.ts";

type ChangeOfTask = TaskChange & { id: string };

export async function insertTask(context: SignedIn, given: Omit<NewTask, "isQuoted">): Promise<Task> {
  const { db, actor, now } = context;
  const { blockedBy = [], ...task } = given;
  await requireProjects(context, [task]);
  if (blockedBy.length > 0) await lockTasks(context, task.parentId ? [task.parentId] : [], blockedBy);
  if (task.parentId) await requireParent(context, task.parentId);
  const row = await db
    .insert(tasks)
    .values({
      ...task,
      tags: task.tags ?? [],
      userId: actor.userId,
      position: positionOnTop(now),
      completedAt: completionOf(task.status, now),
      createdAt: now,
      updatedAt: now,
    })
    .returning(taskColumns)
    .then(returnedRow);
  announceParents(context, [row]);
  if (blockedBy.length === 0) return asTask(row);
  await saveDependencies(context, [{ id: row.id, blockedBy }]);
  return findTask(context, row.id);
}

/** Throws a conflict with the current task if the change was made on an older version. */
export async function changeTask(context: SignedIn, change: ChangeOfTask, version: number) {
  const row = (await lockChanged(context, [change])).find(({ id }) => id === change.id);
  if (row && row.version !== version)
    throw new AppError("conflict", t`This task was changed elsewhere in the meantime`, {
      current: z.encode(Task, asTask(row)),
    });
  return changeTasks(context, [change]);
}

/** All or none, with a fixed number of statements. `undo` holds the previous values of the changed fields. */
export async function changeTasks(context: SignedIn, changes: readonly ChangeOfTask[]) {
  const changedIds = new Set(changes.map(({ id }) => id));
  const before = (await lockChanged(context, changes)).filter(({ id }) => changedIds.has(id));
  await requireProjects(context, changes);
  const rows = new Map(before.map((row) => [row.id, row]));
  const undo: ChangeOfTask[] = [];
  for (const { id, ...change } of changes) {
    const row = rows.get(id);
    if (!row) throw notFound(t`Task`);
    undo.unshift({ id, ...changedFields(change, asTask(row)) });
    rows.set(id, { ...row, ...valuesOf(change, row, context.now) });
  }
  await saveDependencies(context, changes);
  const written = new Map((await writeRows(context, [...rows.values()])).map((task) => [task.id, task]));
  const isOpen = ({ status }: { status: TaskStatus }) => status !== "completed";
  const turned = before.filter((row) => isOpen(row) !== isOpen(rows.get(row.id) ?? row));
  await publishEnded(
    context,
    turned.filter(isOpen).map(({ id }) => id),
  );
  const waiting = await announceWaiting(
    context,
    turned.map(({ id }) => id),
  );
  // The statement that changed a task and what it waits for returned the one without the other.
  for (const task of await readTasks(
    context,
    waiting.filter((id) => written.has(id)),
  ))
    written.set(task.id, task);
  // In the order of the request, whatever order the database returned.
  const items = [...changedIds].flatMap((id) => written.get(id) ?? []);
  announceParents(context, items);
  return { items, undo };
}

/** Below the given task, or on top of the column. */
export async function moveTask(
  context: SignedIn,
  move: { id: string; status: TaskStatus; afterId: string | null },
) {
  const position = move.afterId
    ? await positionBelow(context, { ...move, afterId: move.afterId })
    : positionOnTop(context.now);
  const [row] = await lockTasks(context, [move.id]);
  const status = row?.status === move.status ? {} : { status: move.status };
  return changeTasks(context, [{ id: move.id, ...status, position }]);
}

/** Moves tasks and their subtasks to the trash; the same instant marks what was deleted together. */
export async function trashTasks(context: SignedIn, ids: readonly string[]): Promise<string[]> {
  const deleted = await context.db
    .update(tasks)
    .set({ deletedAt: context.now, version: sql`${tasks.version} + 1` })
    .where(ownTasks(context, sql`(${inArray(tasks.id, [...ids])} or ${inArray(tasks.parentId, [...ids])})`))
    .returning({ id: tasks.id, parentId: tasks.parentId });
  announceParents(context, deleted);
  const deletedIds = deleted.map(({ id }) => id);
  await publishEnded(context, deletedIds);
  await announceWaiting(context, deletedIds);
  if (ids.some((id) => !deletedIds.includes(id))) throw notFound(t`Task`);
  return deletedIds;
}

/** Restores tasks with the subtasks that were deleted with them. A task that is not in the trash stays as it is. */
export async function restoreTasks(context: SignedIn, ids: readonly string[]): Promise<string[]> {
  const { db, actor } = context;
  const own = eq(tasks.userId, actor.userId);
  const named = await db
    .select({
      id: tasks.id,
      isOrphan: sql<boolean>`exists (select from tasks p where p.id = tasks.parent_id and p.user_id = tasks.user_id and p.deleted_at is not null
        and not ${inArray(sql`p.id`, [...ids])})`,
    })
    .from(tasks)
    .where(and(own, inArray(tasks.id, [...ids])));
  if (ids.some((id) => !named.some((row) => row.id === id))) throw notFound(t`Task`);
  if (named.some(({ isOrphan }) => isOrphan))
    throw new AppError("conflict", t`Restore the task that this one belongs to first`);
  const together = sql`exists (select from tasks p where p.id = ${tasks.parentId} and p.user_id = ${tasks.userId}
    and ${inArray(sql`p.id`, [...ids])} and p.deleted_at = ${tasks.deletedAt})`;
  const back = await db
    .update(tasks)
    .set({ deletedAt: null, version: sql`${tasks.version} + 1`, updatedAt: context.now })
    .where(and(own, sql`deleted_at is not null`, sql`(${inArray(tasks.id, [...ids])} or ${together})`))
    .returning({ id: tasks.id, parentId: tasks.parentId });
  announceParents(context, back);
  const restoredIds = back.map(({ id }) => id);
  await announceWaiting(context, restoredIds);
  return restoredIds;
}

async function publishEnded(context: SignedIn, ids: string[]): Promise<void> {
  if (ids.length > 0) await context.publish(tasksEnded, { userId: context.actor.userId, ids });
}

/** A task includes its subtask counts: clients must reload it when one of its subtasks changes. */
function announceParents(context: SignedIn, written: readonly { parentId: string | null }[]): void {
  const ids = [...new Set(written.flatMap(({ parentId }) => parentId ?? []))];
  if (ids.length > 0) context.announce({ resource: "tasks", ids });
}

/** The tasks to change, and those that they are to wait for. */
async function lockChanged(context: SignedIn, changes: readonly ChangeOfTask[]) {
  await lockDependencies(context, changes);
  return lockTasks(
    context,
    changes.map(({ id }) => id),
    changes.flatMap(addedBlockers),
    changes.filter(({ skipsGoneBlockers }) => !skipsGoneBlockers).flatMap(addedBlockers),
  );
}

async function readTasks(context: SignedIn, ids: readonly string[]): Promise<Task[]> {
  if (ids.length === 0) return [];
  const rows = await context.db
    .select(taskColumns)
    .from(tasks)
    .where(ownTasks(context, inArray(tasks.id, [...ids])));
  return rows.map(asTask);
}

type Ids = readonly string[];
/** In a fixed order, so that two writers never deadlock. Of the blockers, those in the trash too; `required` must exist. */
async function lockTasks(context: SignedIn, ids: Ids, blockers: Ids = [], required = blockers) {
  const isAsked = [ownTasks(context, inArray(tasks.id, [...ids])), inArray(tasks.id, [...blockers])];
  const rows = await context.db
    .select(taskColumns)
    .from(tasks)
    .where(and(eq(tasks.userId, context.actor.userId), or(...isAsked)))
    .orderBy(tasks.id)
    .for("update");
  const found = new Map(rows.map((row) => [row.id, row]));
  if (ids.some((id) => found.get(id)?.deletedAt !== null) || required.some((id) => !found.has(id)))
    throw notFound(t`Task`);
  return rows;
}

type Row = Awaited<ReturnType<typeof lockTasks>>[number];

function valuesOf(change: TaskChange, row: Row, now: Date): Partial<Row> {
  const { tags, status, completedAt, projectId, ...others } = change;
  const { blockedBy: _, addBlockers: __, removeBlockers: ___, skipsGoneBlockers: ____, ...plain } = others;
  const isHidden = row.projectId !== null && row.projectName === null;
  return {
    ...definedFields(plain),
    ...(tags !== undefined && { tags: tags ?? [] }),
    dependencies: { ...row.dependencies, ids: blockersAfter(row.dependencies.ids, change) },
    ...(status !== undefined && { status, completedAt: completionOf(status, completedAt ?? now) }),
    // The project is in the trash, so the form shows none: a null then does not remove the project.
    ...(projectId !== undefined && !(projectId === null && isHidden) && { projectId }),
  };
}

function changedFields(
  { addBlockers, removeBlockers, skipsGoneBlockers: _given, ...change }: TaskChange,
  task: Task,
): TaskChange {
  const { completedAt: _, ...before } = fieldsBefore(change, task);
  const waits = (id: string) => task.blockedBy.includes(id);
  return {
    ...before,
    ...(change.status !== undefined && { completedAt: task.completedAt }),
    ...(!change.blockedBy && {
      ...(addBlockers && { removeBlockers: addBlockers.filter((id) => !waits(id)) }),
      ...(removeBlockers && { addBlockers: removeBlockers.filter(waits) }),
    }),
    ...((change.blockedBy || removeBlockers) && { skipsGoneBlockers: true }),
  };
}

/** Every row in one statement. */
async function writeRows(context: SignedIn, rows: readonly Row[]): Promise<Task[]> {
  const written = rowsAsColumns(taskFields, rows, { position: sql`text` });
  const after = await context.db
    .update(tasks)
    .set({ ...written.columns, updatedAt: context.now, version: sql`tasks.version + 1` })
    .from(written.rows)
    .where(and(sql`tasks.id = v.id`, eq(tasks.userId, context.actor.userId)))
    .returning(taskColumns);
  const byId = new Map(after.map((row) => [row.id, asTask(row)]));
  return rows.flatMap(({ id }) => byId.get(id) ?? []);
}

async function positionBelow(context: SignedIn, move: { id: string; status: TaskStatus; afterId: string }) {
  const { db } = context;
  const [above] = await db
    .select({ position: tasks.position })
    .from(tasks)
    .where(ownTasks(context, eq(tasks.id, move.afterId)));
  if (!above) throw notFound(t`Task`);
  const [below] = await db
    .select({ position: tasks.position })
    .from(tasks)
    .where(
      ownTasks(
        context,
        eq(tasks.status, move.status),
        gt(tasks.position, above.position),
        ne(tasks.id, move.id),
      ),
    )
    .orderBy(tasks.position)
    .limit(1);
  const between = positionBetween(above.position, below?.position ?? null);
  // After thousands of moves into the same gap, positions may be equal: the id decides the order.
  return between.length > MAX_POSITION_LENGTH ? above.position : between;
}

const MAX_POSITION_LENGTH = 1000;

async function requireProjects(
  context: SignedIn,
  changes: readonly { projectId?: string | null | undefined }[],
) {
  const ids = [...new Set(changes.flatMap(({ projectId }) => projectId ?? []))];
  if (ids.length === 0) return;
  const found = await context.db
    .select({ id: projects.id })
    .from(projects)
    .where(
      and(inArray(projects.id, ids), eq(projects.userId, context.actor.userId), isNull(projects.deletedAt)),
    );
  if (found.length < ids.length) throw notFound(t`Project`);
}

/** Locked, so that it is not deleted before the write. Subtasks cannot have subtasks. */
async function requireParent(context: SignedIn, id: string): Promise<void> {
  const [parent] = await context.db
    .select({ parentId: tasks.parentId })
    .from(tasks)
    .where(ownTasks(context, eq(tasks.id, id)))
    .for("no key update");
  if (!parent) throw notFound(t`Task`);
  if (parent.parentId)
    throw new AppError("invalid", t`A subtask cannot have subtasks of its own`, {
      fields: { parentId: "is itself a subtask" },
    });
}
