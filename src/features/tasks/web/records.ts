import { liveRecords } from "#platform/client/live-records.ts";
import type { ListSource } from "#platform/client/record-source.ts";
import { ApiError } from "#platform/client/resource-client.ts";
import type { ProjectOnWire, TaskOnWire } from "../model.ts";
import { projects, tasks } from "./api.ts";

/** Null if not found; other errors are thrown. */
const orNull = <R>(reading: Promise<R>): Promise<R | null> =>
  reading.catch((error: unknown) => {
    if (error instanceof ApiError && error.code === "not_found") return null;
    throw error;
  });

export const taskRecords = liveRecords<TaskOnWire>("tasks", (id) => orNull(tasks.get.call({ id })));
export const projectRecords = liveRecords<ProjectOnWire>("projects", (id) =>
  orNull(projects.get.call({ id })),
);

const byTime = (one: string | null, other: string | null) => Date.parse(other ?? "") - Date.parse(one ?? "");

/** All projects, newest first. */
export const allProjects: { key: string; source: ListSource<ProjectOnWire> } = {
  key: "projects",
  source: {
    read: (cursor) => projects.list.call({ limit: 200, ...(cursor ? { cursor } : {}) }),
    includes: ({ deletedAt }) => deletedAt === null,
    compare: (one, other) => byTime(one.createdAt, other.createdAt) || (one.id < other.id ? 1 : -1),
  },
};

/** Deleted projects, most recently deleted first. */
export const projectTrash: { key: string; source: ListSource<ProjectOnWire> } = {
  key: "projects in the trash",
  source: {
    read: (cursor) => projects.trash.call({ limit: 100, ...(cursor ? { cursor } : {}) }),
    isTrash: true,
    includes: ({ deletedAt }) => deletedAt !== null,
    compare: (one, other) => byTime(one.deletedAt, other.deletedAt),
  },
};
