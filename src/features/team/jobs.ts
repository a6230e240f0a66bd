import { sql } from "drizzle-orm";
import { z } from "zod";
import { recordAnnouncements } from "#platform/events/announcements.ts";
import type { JobDefinition } from "#platform/jobs/jobs.ts";
import { notifyFromJob } from "#platform/notify/notify.ts";
import { type Completed, outcomeNotice } from "./voting/notify-outcome.ts";
import { reminder } from "./voting/remind-voters.ts";

const Nothing = z.strictObject({});

type Due = { decision: string; workspace_id: string; title: string; audience: string[] | null };

/** Every minute: completes decisions past their deadline and notifies their workspaces. */
export const completeDue: JobDefinition<typeof Nothing> = {
  name: "team.complete-due",
  payload: Nothing,
  cron: "* * * * *",
  run: async ({ database }) => {
    const complete = () =>
      database.transaction(null, "write", async (db) => {
        const { rows } = await db.execute<Due & { outcome: Completed["outcome"] }>(
          sql`select decision, workspace_id, title, outcome, audience from complete_due_decisions()`,
        );
        const facts = rows.flatMap(({ decision, audience }) => [
          ...changed(decision, audience),
          { resource: "workspaces", ids: [], audience: audience ?? [] },
          { resource: "team", ids: [], audience: audience ?? [] },
        ]);
        await recordAnnouncements(db, facts);
        await notifyFromJob(
          db,
          rows.map(({ decision: id, workspace_id: workspaceId, title, outcome, audience }) => ({
            ...outcomeNotice({ id, workspaceId, title, outcome }),
            userIds: audience ?? [],
          })),
        );
        return rows.length;
      });
    while ((await complete()) > 0);
  },
};

/** Every minute: reminds those who have not voted if the reminder is due, once for each decision. */
export const remindDue: JobDefinition<typeof Nothing> = {
  name: "team.remind-due",
  payload: Nothing,
  cron: "* * * * *",
  run: async ({ database }) => {
    const remind = () =>
      database.transaction(null, "write", async (db) => {
        const { rows } = await db.execute<
          Due & { deadline: string | null; time_zone: string | null; people: string[] | null }
        >(
          sql`select decision, workspace_id, title, deadline, time_zone, people, audience from claim_due_reminders()`,
        );
        await recordAnnouncements(
          db,
          rows.flatMap(({ decision, audience }) => changed(decision, audience)),
        );
        await notifyFromJob(
          db,
          rows.map(
            ({ decision: id, workspace_id: workspaceId, title, deadline, time_zone: timeZone, people }) => ({
              ...reminder(
                { id, workspaceId, title, timeZone, deadline: deadline === null ? null : new Date(deadline) },
                new Date(),
              ),
              userIds: people ?? [],
            }),
          ),
        );
        return rows.length;
      });
    while ((await remind()) > 0);
  },
};

const changed = (decision: string, audience: string[] | null) => [
  { resource: "decisions", ids: [decision], audience: audience ?? [] },
];

/** Every night: deletes decisions 30 days after their deletion, and invitations that ended 30 days ago. */
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
