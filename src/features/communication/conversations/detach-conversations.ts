import { and, eq, isNotNull, sql } from "drizzle-orm";
import { AccountDisconnected, accountDisconnected } from "#features/integrations/events.ts";
import type { JobDefinition } from "#platform/jobs/jobs.ts";
import { runAsUser } from "#platform/jobs/run-as-user.ts";
import { conversations } from "../tables.ts";

/** Conversations imported from Slack or Teams stay readable in the archive, or are deleted. */
export const detachConversations: JobDefinition<typeof AccountDisconnected> = {
  name: "communication.leave-conversations",
  payload: AccountDisconnected,
  subscribesTo: accountDisconnected,
  run: (worker, { userId, provider, keepData }) =>
    runAsUser(worker, userId, async (context) => {
      if (provider !== "slack" && provider !== "teams") return;
      await context.db
        .update(conversations)
        .set(
          keepData
            ? { isArchived: true, updatedAt: context.now, version: sql`${conversations.version} + 1` }
            : { deletedAt: context.now },
        )
        .where(
          and(
            eq(conversations.createdBy, userId),
            isNotNull(conversations.origin),
            eq(conversations.origin, provider),
          ),
        );
      context.announce({ resource: "conversations", ids: [] });
    }),
};
