import { liveRecords } from "#platform/client/live-records.ts";
import { type NamedList, newestFirst, pageAfter, trashOf } from "#platform/client/record-source.ts";
import type { ProjectOnWire, TaskOnWire } from "../model.ts";
import { projects, tasks } from "./api.ts";

export const taskRecords = liveRecords<TaskOnWire>("tasks", (id) => tasks.get.read({ id }));
export const projectRecords = liveRecords<ProjectOnWire>("projects", (id) => projects.get.read({ id }));

/** All projects, newest first. */
export const allProjects: NamedList<ProjectOnWire> = {
  key: "projects",
  source: {
    read: (cursor) => projects.list.read({ limit: 200, ...pageAfter(cursor) }),
    includes: ({ deletedAt }) => deletedAt === null,
    compare: newestFirst,
  },
};

export const projectTrash = trashOf("projects", projects.trash);
