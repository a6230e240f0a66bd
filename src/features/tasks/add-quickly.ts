import { desc } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { NewTask, type Task } from "./model.ts";
import { parseQuickAdd } from "./quick-add.ts";
import { ownProjects } from "./read-projects.ts";
import { projects } from "./tables.ts";
import { insertTask } from "./write-tasks.ts";

/** Only this many projects, the newest, are searched for a name. */
const MAX_NAMED = 1000;

export async function addQuickly(
  context: SignedIn,
  { text, timeZone }: { text: string; timeZone: string },
): Promise<Task> {
  const known = text.includes("+") ? await namedProjects(context) : [];
  const parsed = parseQuickAdd(text, { now: context.now, timeZone, projects: known });
  const task = NewTask.safeParse({
    title: parsed.title,
    dueDate: parsed.dueDate?.toISOString() ?? null,
    projectId: parsed.project?.id ?? null,
    tags: parsed.tags,
    ...(parsed.priority && { priority: parsed.priority }),
  });
  if (task.success) return insertTask(context, task.data);
  const message = t`The title is too long: ${parsed.title.length} characters of at most 500`;
  throw new AppError("invalid", message, { fields: { text: message } });
}

const namedProjects = (context: SignedIn) =>
  context.db
    .select({ id: projects.id, name: projects.name })
    .from(projects)
    .where(ownProjects(context))
    .orderBy(desc(projects.createdAt), desc(projects.id))
    .limit(MAX_NAMED);
