import { and, desc, eq } from "drizzle-orm";
import { findProject } from "#features/tasks/read-projects.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { listPeople } from "./list-people.ts";
import { LINK_KINDS, type LinkKind, MAX_LINKS, type ProjectLink } from "./model.ts";
import { documentsOfTasks, type LinkedRecord, readRecords } from "./read-records.ts";
import { projectLinks as table } from "./tables.ts";

/** A link as it is stored, or one that follows from a task. */
type Link = Pick<ProjectLink, "id" | "kind" | "recordId" | "createdAt" | "origin">;

export const linkColumns = {
  id: table.id,
  projectId: table.projectId,
  kind: table.kind,
  recordId: table.recordId,
  createdAt: table.createdAt,
};

/** One statement for each kind that the project has. */
export async function listLinks(context: SignedIn, projectId: string) {
  await findProject(context, projectId);
  const links = await linksOf(context, projectId);
  const records = new Map<string, LinkedRecord>();
  const byKind: Record<LinkKind, LinkedRecord[]> = { contact: [], email: [], event: [], document: [] };
  for (const kind of LINK_KINDS) {
    const ids = links.filter((link) => link.kind === kind).map(({ recordId }) => recordId);
    byKind[kind] = await readRecords(context, kind, ids);
    for (const record of byKind[kind]) records.set(`${kind} ${record.recordId}`, record);
  }
  return {
    items: links.flatMap((link) => {
      const record = records.get(`${link.kind} ${link.recordId}`);
      return record ? [shownLink(projectId, link, record)] : [];
    }),
    people: await listPeople(context, [...byKind.email, ...byKind.event], byKind.contact),
  };
}

/** Added by hand, newest first; then the documents of its tasks that were not. */
async function linksOf(context: SignedIn, projectId: string): Promise<Link[]> {
  const rows = await context.db
    .select(linkColumns)
    .from(table)
    .where(and(eq(table.userId, context.actor.userId), eq(table.projectId, projectId)))
    .orderBy(desc(table.createdAt), desc(table.id))
    .limit(MAX_LINKS);
  const added = new Set(rows.map(({ recordId }) => recordId));
  const ofTasks = await documentsOfTasks(context, projectId, MAX_LINKS);
  return [
    ...rows.map((row) => ({ ...row, origin: "added" as const })),
    ...ofTasks
      .filter(({ recordId }) => !added.has(recordId))
      .map((row) => ({ ...row, kind: "document" as const, origin: "task" as const })),
  ];
}

export function shownLink(projectId: string, link: Link, record: LinkedRecord): ProjectLink {
  const { id, kind, recordId, createdAt, origin } = link;
  const { title, detail, at, isAllDay } = record;
  return { id, projectId, kind, recordId, title, detail, at, isAllDay, origin, createdAt };
}
