import { sql } from "drizzle-orm";
import { z } from "zod";
import { TasksEnded, tasksEnded } from "#features/tasks/events.ts";
import type { JobDefinition, Worker } from "#platform/jobs/jobs.ts";
import { runAsUser, runAsUserWithoutTransaction } from "#platform/jobs/run-as-user.ts";
import { endBlocks } from "./end-blocks.ts";
import { moveBlocks } from "./move-blocks.ts";

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

const PEOPLE_PER_PAGE = 200;

/** Every five minutes: moves blocks that an event was put on, of everybody who allowed it. */
export const moveBlocksByThemselves: JobDefinition<typeof Nothing> = {
  name: "planning.move-blocks",
  payload: Nothing,
  cron: "*/5 * * * *",
  run: async (worker) => {
    const errors: unknown[] = [];
    let after = "00000000-0000-0000-0000-000000000000";
    for (;;) {
      const people = await peopleAfter(worker, after);
      for (const id of people)
        await runAsUserWithoutTransaction(worker, id, moveBlocks).catch(
          (error: unknown) => void errors.push(error),
        );
      const last = people.at(-1);
      if (!last || people.length < PEOPLE_PER_PAGE) break;
      after = last;
    }
    if (errors.length > 0) throw new AggregateError(errors, "Blocks of some people could not be moved");
  },
};

const peopleAfter = (worker: Worker, after: string): Promise<string[]> =>
  worker.database.transaction(null, "read", async (db) => {
    const { rows } = await db.execute<{ id: string }>(
      sql`select id from people_whose_blocks_move(${after}::uuid, ${PEOPLE_PER_PAGE}) as person(id)`,
    );
    return rows.map(({ id }) => id);
  });
