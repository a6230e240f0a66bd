import { sql } from "drizzle-orm";
import { tasks } from "#features/tasks/tasks.ts";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { isOwnText } from "#platform/capability/provenance.ts";
import { lockCommitment, write } from "./change-commitments.ts";
import type { Commitment } from "./commitment-model.ts";
import { dueDateOfTask } from "./due-day.ts";

/** The promise counts as met when the task is completed. Undone by deleting the task. */
export async function makeTask(context: SignedIn, id: string): Promise<Commitment> {
  const commitment = await lockCommitment(context, id);
  const { what, quote, provenance, taskId } = commitment;
  if (taskId && (await hasTask(context, taskId)))
    throw new AppError("conflict", t`There is a task for this promise already`);
  const dueDate = await dueDateOfTask(context, commitment);
  const task = await tasks.create(context, {
    title: what.charAt(0).toUpperCase() + what.slice(1),
    description: quote,
    dueDate: dueDate?.toISOString() ?? null,
    ...(!isOwnText(provenance) && { isQuoted: true }),
  });
  context.undoWith({ capability: "tasks.delete", input: { id: task.id } });
  return write(context, id, { taskId: task.id });
}

async function hasTask({ db, actor }: SignedIn, taskId: string): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select from tasks k where k.id = ${taskId} and k.user_id = ${actor.userId} and k.deleted_at is null`,
  );
  return rows.length > 0;
}
