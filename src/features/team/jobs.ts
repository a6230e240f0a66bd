import { sql } from "drizzle-orm";
import { z } from "zod";
import { recordAnnouncements } from "#platform/events/announcements.ts";
import type { JobDefinition } from "#platform/jobs/jobs.ts";

const Nothing = z.strictObject({});

/** Every minute: what is past its deadline is completed, and its workspace told. */
export const completeDue: JobDefinition<typeof Nothing> = {
  name: "team.complete-due",
  payload: Nothing,
  cron: "* * * * *",
  run: async ({ database }) => {
    const complete = () =>
      database.transaction(null, "write", async (db) => {
        const { rows } = await db.execute<{ decision: string; audience: string[] | null }>(
          sql`select decision, audience from complete_due_decisions()`,
        );
        const facts = rows.flatMap(({ decision, audience }) => [
          { resource: "decisions", ids: [decision], audience: audience ?? [] },
          { resource: "workspaces", ids: [], audience: audience ?? [] },
          { resource: "team", ids: [], audience: audience ?? [] },
        ]);
        await recordAnnouncements(db, facts);
        return rows.length;
      });
    while ((await complete()) > 0);
  },
};

/** Every night: deleted decisions after 30 days, and addresses of invitations that ended 30 days ago. */
export const purgeTeamTrash: JobDefinition<typeof Nothing> = {
  name: "team.purge-trash",
  payload: Nothing,
  cron: "27 3 * * *",
  run: async ({ database }) => {
    const purge = () =>
      database.transaction(null, "write", async (db) => {
        const { rows } = await db.execute<{ gone: number }>(sql`select purge_team_trash() as gone`);
        return rows[0]?.gone ?? 0;
      });
    while ((await purge()) > 0);
  },
};
