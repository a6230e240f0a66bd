import { sql } from "drizzle-orm";
import { z } from "zod";
import { TasksEnded, tasksEnded } from "#features/tasks/events.ts";
import type { JobDefinition } from "#platform/jobs/jobs.ts";
import { runAsUser } from "#platform/jobs/run-as-user.ts";
import { endBlocks } from "./end-blocks.ts";

const Nothing = z.strictObject({});

/** What is reserved for a task is free once it is done. */
export const endBlocksOfTasks: JobDefinition<typeof TasksEnded> = {
  name: "planning.end-blocks",
  payload: TasksEnded,
  subscribesTo: tasksEnded,
  pollingSeconds: 5,
  run: (worker, { userId, ids }) => runAsUser(worker, userId, (context) => endBlocks(context, ids)),
};

/** Every night, for all users, in small transactions: what blocks were for whose events are gone or a year old. */
export const purgeBlocks: JobDefinition<typeof Nothing> = {
  name: "planning.purge-blocks",
  payload: Nothing,
  cron: "41 3 * * *",
  run: async ({ database }) => {
    const purge = () =>
      database.transaction(null, "write", async (db) => {
        const { rows } = await db.execute<{ gone: number }>(sql`select purge_plan_blocks() as gone`);
        return rows[0]?.gone ?? 0;
      });
    while ((await purge()) > 0);
  },
};
