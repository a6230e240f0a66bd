import { and, eq, gte, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import { pageInput } from "#platform/capability/wire.ts";
import { columnsIn } from "#platform/database/field-columns.ts";
import { keyset, newest } from "#platform/database/keyset.ts";
import { projectFields } from "./fields.ts";
import { type Project, ProjectStatus, progressOf, type TaskCount, TRASH_DAYS } from "./model.ts";
import { projects } from "./tables.ts";

/** The columns of a select or returning on projects only; see taskColumns. */
export const projectColumns = {
  id: projects.id,
  userId: projects.userId,
  ...columnsIn(projects, projectFields),
  provenance: projects.provenance,
  manualProgress: projects.progressPercentage,
  createdAt: projects.createdAt,
  updatedAt: projects.updatedAt,
  deletedAt: projects.deletedAt,
  version: projects.version,
  tasks: sql<TaskCount>`(select json_build_object('total', count(*), 'completed', count(*) filter (where t.status = 'completed'))
    from tasks t where t.project_id = projects.id and t.user_id = projects.user_id and t.deleted_at is null)`,
};

export const asProject = (row: Omit<Project, "progressPercentage" | "computed">): Project => {
  const computed = row.tasks.total > 0;
  return { ...row, computed, progressPercentage: computed ? progressOf(row.tasks) : row.manualProgress };
};

/** The actor's projects that are not in the trash. */
export const ownProjects = (context: SignedIn, ...conditions: (SQL | undefined)[]) =>
  and(eq(projects.userId, context.actor.userId), isNull(projects.deletedAt), ...conditions);

export async function findProject(context: SignedIn, id: string): Promise<Project> {
  const [row] = await context.db
    .select(projectColumns)
    .from(projects)
    .where(ownProjects(context, eq(projects.id, id)));
  if (!row) throw notFound(t`Project`);
  return asProject(row);
}

export const ListProjects = z.strictObject({
  ...pageInput,
  status: z.array(ProjectStatus).max(4).optional(),
});

export async function listProjects(context: SignedIn, input: z.output<typeof ListProjects>) {
  const page = keyset([newest(projects.createdAt), newest(projects.id)], input);
  const rows = await context.db
    .select({ ...projectColumns, ...page.columns })
    .from(projects)
    .where(ownProjects(context, page.after, input.status && inArray(projects.status, input.status)))
    .orderBy(...page.orderBy)
    .limit(page.fetch);
  const { items, nextCursor } = page.of(rows);
  return { items: items.map(asProject), nextCursor };
}

/** Deleted at most 30 days ago, most recently deleted first. */
export async function listProjectTrash(
  context: SignedIn,
  input: { cursor?: string | undefined; limit: number },
) {
  const deletedAt = { expression: sql`${projects.deletedAt}`, type: "timestamptz" };
  const page = keyset([newest(deletedAt), newest(projects.id)], input);
  const rows = await context.db
    .select({ ...projectColumns, ...page.columns })
    .from(projects)
    .where(
      and(
        eq(projects.userId, context.actor.userId),
        gte(projects.deletedAt, new Date(context.now.getTime() - TRASH_DAYS * 86_400_000)),
        page.after,
      ),
    )
    .orderBy(...page.orderBy)
    .limit(page.fetch);
  const { items, nextCursor } = page.of(rows);
  return { items: items.map(asProject), nextCursor };
}
