import { sql } from "drizzle-orm";
import { z } from "zod";
import { read, resource } from "#platform/capability/capability.ts";
import { TeamStats } from "./model.ts";
import { isCompleted } from "./voting/read-decisions.ts";

export const team = resource("team", {
  stats: read({
    summary: "Count the people you work with, your active workspaces, open decisions and who is online now",
    input: z.strictObject({}),
    output: TeamStats,
    access: "user",
    run: async ({ db }) => {
      const { rows } = await db.execute<z.output<typeof TeamStats>>(sql`select
        (select count(*)::int from my_teammates()) as "teamMembers",
        (select count(*)::int from workspaces where id in (select my_workspaces()) and is_active
          and deleted_at is null) as "activeWorkspaces",
        (select count(*)::int from team_decisions where workspace_id in (select my_workspaces())
          and ${isCompleted} is not true and deleted_at is null
        ) as "pendingDecisions",
        teammates_online() as "onlineNow"`);
      if (!rows[0]) throw new Error("Figures are one row");
      return rows[0];
    },
  }),
});
