import { and, eq, isNotNull, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { fieldsBefore, Id, pageInput, pageOf } from "#platform/capability/wire.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import { NewProject, Project, ProjectChange } from "./model.ts";
import {
  asProject,
  findProject,
  ListProjects,
  listProjects,
  listProjectTrash,
  ownProjects,
  projectColumns,
} from "./read-projects.ts";
import { projects as table } from "./tables.ts";

/** Tasks show the name of their project, and hide it while it lies in the trash. */
const invalidates = ["tasks"];

export const projects = resource("projects", {
  list: read({
    summary: "List projects, newest first, with their progress",
    input: ListProjects,
    output: pageOf(Project),
    access: "user",
    run: listProjects,
  }),
  get: read({
    summary: "Get one project with its progress",
    input: z.strictObject({ id: Id }),
    output: Project,
    access: "user",
    run: (context, { id }) => findProject(context, id),
  }),
  trash: read({
    summary: "List the projects deleted in the last 30 days, last deleted first",
    input: z.strictObject(pageInput),
    output: pageOf(Project),
    access: "user",
    run: listProjectTrash,
  }),
  create: write({
    summary: "Create a project",
    input: NewProject,
    output: Project,
    example: { name: "Annual report" },
    access: "user",
    run: async (context, input) => {
      const { actor, now } = context;
      const project = await context.db
        .insert(table)
        .values({ ...input, userId: actor.userId, createdAt: now, updatedAt: now })
        .returning(projectColumns)
        .then(returnedRow)
        .then(asProject);
      context.undoWith({ capability: "projects.delete", input: { id: project.id } });
      return project;
    },
  }),
  update: write({
    summary:
      "Update the given fields of a project; an outdated `version` is rejected with the current project",
    input: ProjectChange.extend({ id: Id, version: z.int() }),
    output: Project,
    access: "user",
    invalidates,
    run: async (context, { id, version, ...change }) => {
      const before = await lockedProject(context, id);
      if (before.version !== version)
        throw new AppError("conflict", t`This project was changed elsewhere in the meantime`, {
          current: z.encode(Project, before),
        });
      const after = await context.db
        .update(table)
        .set({ ...change, ...nextVersion, updatedAt: context.now })
        .where(ownProjects(context, eq(table.id, id)))
        .returning(projectColumns)
        .then(returnedRow)
        .then(asProject);
      const typed = { ...before, progressPercentage: before.manualProgress };
      const undo = { ...fieldsBefore(change, typed), id, version: after.version };
      context.undoWith({ capability: "projects.update", input: undo });
      return after;
    },
  }),
  delete: destroy({
    summary:
      "Move a project to the trash, where it stays for 30 days; its tasks stay and show no project meanwhile",
    input: z.strictObject({ id: Id }),
    output: z.object({ id: Id }),
    access: "user",
    invalidates,
    run: async (context, { id }) => {
      const [row] = await context.db
        .update(table)
        .set({ deletedAt: context.now, ...nextVersion })
        .where(ownProjects(context, eq(table.id, id)))
        .returning({ id: table.id });
      if (!row) throw notFound(t`Project`);
      context.undoWith({ capability: "projects.restore", input: { id } });
      return row;
    },
  }),
  restore: write({
    summary: "Restore a project from the trash; its tasks belong to it again",
    input: z.strictObject({ id: Id }),
    output: Project,
    access: "user",
    invalidates,
    run: async (context, { id }) => {
      await context.db
        .update(table)
        .set({ deletedAt: null, ...nextVersion, updatedAt: context.now })
        .where(and(eq(table.id, id), eq(table.userId, context.actor.userId), isNotNull(table.deletedAt)));
      context.undoWith({ capability: "projects.delete", input: { id } });
      return findProject(context, id);
    },
  }),
});

const nextVersion = { version: sql`${table.version} + 1` };

async function lockedProject(context: SignedIn, id: string): Promise<Project> {
  const [row] = await context.db
    .select(projectColumns)
    .from(table)
    .where(ownProjects(context, eq(table.id, id)))
    .for("update");
  if (!row) throw notFound(t`Project`);
  return asProject(row);
}
