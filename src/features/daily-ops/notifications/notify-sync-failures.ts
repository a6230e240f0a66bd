import { sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import type { JobDefinition } from "#platform/jobs/jobs.ts";
import { runAsUser } from "#platform/jobs/run-as-user.ts";
import { notify } from "#platform/notify/notify.ts";

const Nothing = z.strictObject({});
const BATCH = 500;

const TITLES = {
  mail: (address: string) => t`Your mail account ${address} needs you`,
  integration: (provider: string) => t`Your connection to ${provider} needs you`,
  calendar: (calendar: string) => t`The calendar '${calendar}' is not kept up to date`,
};

type SyncFailure = {
  person: string;
  key: string;
  kind: keyof typeof TITLES;
  name: string;
  message: string;
  href: string;
};

/**
 * Every minute: notifies owners of a mail account, connection or calendar that cannot sync until they act; once, and
 * again only after it has worked in between. It queries the current state (functions.sql), so sync code needs no code
 * for this.
 */
export const notifySyncFailures: JobDefinition<typeof Nothing> = {
  name: "daily-ops.tell-of-trouble",
  payload: Nothing,
  cron: "* * * * *",
  run: async (worker) => {
    const { rows } = await worker.database.transaction(null, "read", (db) =>
      db.execute<SyncFailure>(sql`select * from failing_connections(${BATCH})`),
    );
    for (const { person, key, kind, name, message, href } of rows)
      await runAsUser(worker, person, async (context) => {
        await notify(context, {
          userIds: [person],
          title: () => TITLES[kind](name),
          message,
          type: "sync",
          priority: "high",
          href,
          dedupeKey: key,
        });
      });
  },
};
