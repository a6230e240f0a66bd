import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { findProject } from "#features/tasks/read-projects.ts";
import { t } from "#i18n/message.ts";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { Id } from "#platform/capability/wire.ts";
import { linkColumns, listLinks, shownLink } from "./list-links.ts";
import { MAX_LINKS, NewProjectLink, ProjectLink, ProjectLinks } from "./model.ts";
import { readRecords } from "./read-records.ts";
import { projectLinks as table } from "./tables.ts";

export const projectLinks = resource("projectLinks", {
  list: read({
    summary:
      "List the contacts, emails, events and documents of a project, and the people that its emails and events mention",
    input: z.strictObject({ projectId: Id }),
    output: ProjectLinks,
    access: "user",
    run: (context, { projectId }) => listLinks(context, projectId),
  }),
  create: write({
    summary: "Add a contact, an email, an event or a document to a project",
    input: NewProjectLink,
    output: ProjectLink,
    access: "user",
    run: addToProject,
  }),
  delete: destroy({
    summary: "Remove a record from a project; the record itself stays",
    input: z.strictObject({ id: Id }),
    output: z.object({ id: Id }),
    access: "user",
    run: async (context, { id }) => {
      const [row] = await context.db
        .delete(table)
        .where(and(eq(table.userId, context.actor.userId), eq(table.id, id)))
        .returning(linkColumns);
      if (!row) throw notFound(t`Link`);
      const { projectId, kind, recordId } = row;
      context.undoWith({ capability: "projectLinks.create", input: { projectId, kind, recordId } });
      return { id };
    },
  }),
});

async function addToProject(context: SignedIn, { projectId, kind, recordId }: NewProjectLink) {
  const { db, actor, now } = context;
  await findProject(context, projectId);
  const [record] = await readRecords(context, kind, [recordId]);
  if (!record) throw notFound(t`Record`);
  const ofProject = and(eq(table.userId, actor.userId), eq(table.projectId, projectId));
  if ((await db.$count(table, ofProject)) >= MAX_LINKS)
    throw new AppError("invalid", t`A project has room for ${MAX_LINKS} people, emails, events and files`);
  const [made] = await db
    .insert(table)
    .values({ userId: actor.userId, projectId, kind, recordId, createdAt: now })
    .onConflictDoNothing()
    .returning(linkColumns);
  if (!made) throw new AppError("conflict", t`It is in this project already`);
  context.undoWith({ capability: "projectLinks.delete", input: { id: made.id } });
  return shownLink(projectId, { ...made, origin: "added" }, record);
}
