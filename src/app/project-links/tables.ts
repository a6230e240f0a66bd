import { foreignKey, index, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { projects } from "#features/tasks/tables.ts";
import { record } from "#platform/database/columns.ts";
import { ownRows } from "#platform/database/policies.ts";
import { LINK_KINDS } from "./model.ts";

/** What a person added to a project. The record is found where it is, with its own rules of who may see it. */
export const projectLinks = pgTable(
  "project_links",
  {
    ...record(),
    userId: uuid().notNull(),
    projectId: uuid().notNull(),
    kind: text({ enum: LINK_KINDS }).notNull(),
    recordId: uuid().notNull(),
  },
  (table) => [
    unique("project_links_record").on(table.projectId, table.kind, table.recordId),
    foreignKey({
      name: "project_links_project",
      columns: [table.projectId, table.userId],
      foreignColumns: [projects.id, projects.userId],
    }).onDelete("cascade"),
    index("project_links_user").on(table.userId),
    ownRows("project_links"),
  ],
);
