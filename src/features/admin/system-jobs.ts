import { sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { read, resource, write } from "#platform/capability/capability.ts";
import { notFound } from "#platform/capability/errors.ts";
import { Id } from "#platform/capability/wire.ts";
import { Job, JobState } from "./model.ts";

const OneJob = z.strictObject({ id: Id });
const MAX_ROWS = 100;

/** Background jobs. Never shows a job's payload: that may be somebody's mail. */
export const systemJobs = resource("systemJobs", {
  list: read({
    summary: "List the latest jobs in a state, with their attempts and errors",
    input: z.strictObject({ state: JobState.default("waiting") }),
    output: z.object({ items: z.array(Job) }),
    access: "admin",
    agents: "hidden",
    isTraffic: true,
    run: async ({ db }, { state }) => {
      const { rows } = await db.execute<z.input<typeof Job>>(sql`
        select id, name, state, to_jsonb(created_at) #>> '{}' as "createdAt", to_jsonb(due_at) #>> '{}' as "dueAt",
          to_jsonb(started_at) #>> '{}' as "startedAt", to_jsonb(ended_at) #>> '{}' as "endedAt", tries as attempts, problem
        from admin_jobs(${state}, ${MAX_ROWS})`);
      return { items: rows.map((row) => z.decode(Job, row)) };
    },
  }),
  retry: write({
    summary: "Retry a failed or cancelled job now",
    input: OneJob,
    output: OneJob,
    access: "admin",
    agents: "hidden",
    sessionOnly: true,
    run: async ({ db }, { id }) =>
      changed(await db.execute(sql`select admin_change_job(${id}, 'retry')`), id),
  }),
  cancel: write({
    summary: "Cancel a pending job, or dismiss a failed one",
    input: OneJob,
    output: OneJob,
    access: "admin",
    agents: "hidden",
    sessionOnly: true,
    run: async ({ db }, { id }) =>
      changed(await db.execute(sql`select admin_change_job(${id}, 'cancel')`), id),
  }),
});

function changed({ rows }: { rows: unknown[] }, id: string) {
  if (rows.length === 0) throw notFound(t`Job`);
  return { id };
}
