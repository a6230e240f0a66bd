import { sql } from "drizzle-orm";
import { z } from "zod";
import { attributeRow } from "#platform/crash/attribution.ts";
import type { JobDefinition } from "#platform/jobs/jobs.ts";
import { runAsUserWithoutTransaction } from "#platform/jobs/run-as-user.ts";
import { AccountConnected, accountConnected } from "./events.ts";
import { syncIntegration } from "./import/sync-integration.ts";
import { Provider } from "./model.ts";
import { renewPushChannels } from "./push/push-channels.ts";

const Nothing = z.strictObject({});
const One = z.strictObject({ userId: z.uuid(), provider: Provider });

/** Age of the last sync at which the next one runs automatically. */
const INTERVAL = "30 minutes";

/** Every five minutes: enqueues one job per due account, so that a slow account blocks no other. */
export const syncDueIntegrations: JobDefinition<typeof Nothing> = {
  name: "integrations.sync-due",
  payload: Nothing,
  cron: "*/5 * * * *",
  run: ({ database, jobs }) =>
    database.transaction(null, "write", async (db) => {
      const { rows } = await db.execute<{ user_id: string; provider: string }>(
        sql`select user_id, provider from due_integrations(${INTERVAL}::interval)`,
      );
      for (const { user_id, provider } of rows) {
        const one = { userId: user_id, provider: Provider.parse(provider) };
        await jobs.enqueue(db, syncOne, one, { key: `${user_id} ${provider}` });
      }
    }),
};

/** A failed run is recorded with the account and not retried by the queue: the next run is scheduled anyway. */
export const syncOne: JobDefinition<typeof One> = {
  name: "integrations.sync-one",
  payload: One,
  pollingSeconds: 2,
  run: (worker, { userId, provider }) =>
    runAsUserWithoutTransaction(worker, userId, async (context) => {
      await syncIntegration(context, provider, { isAutomatic: true });
    }),
};

/** The first import starts without pressing Sync. */
export const syncConnected: JobDefinition<typeof AccountConnected> = {
  name: "integrations.sync-connected",
  payload: AccountConnected,
  subscribesTo: accountConnected,
  pollingSeconds: 2,
  run: (worker, { userId, provider }) =>
    runAsUserWithoutTransaction(worker, userId, async (context) => {
      await syncIntegration(context, provider, { isAutomatic: true, isFirst: true });
    }),
};

const ChangedResource = One.extend({
  resource: z.string().max(1100),
  hints: z.array(z.strictObject({ id: z.string().max(30), thread: z.string().max(30).nullable() })).max(10),
});

/** After a push: syncs that calendar or conversation only. Waits while another run is in progress. */
export const syncChangedResource: JobDefinition<typeof ChangedResource> = {
  name: "integrations.sync-after-push",
  formerNames: ["integrations.sync-told"],
  payload: ChangedResource,
  pollingSeconds: 2,
  run: (worker, change) =>
    runAsUserWithoutTransaction(worker, change.userId, async (context) => {
      const { provider, resource, hints } = change;
      const result = await syncIntegration(context, provider, {
        isAutomatic: true,
        only: { resource, hints },
      });
      if (!("isUnderWay" in result)) return;
      const later = { startAfter: new Date(Date.now() + LATER_MS), key: JSON.stringify(change) };
      await worker.database.transaction(change.userId, "write", (db) =>
        worker.jobs.enqueue(db, syncChangedResource, change, later),
      );
    }),
};

const LATER_MS = 10_000;

/** Every ten minutes: renews push channels that end soon. */
export const renewPush: JobDefinition<typeof Nothing> = {
  name: "integrations.renew-push",
  payload: Nothing,
  cron: "*/10 * * * *",
  run: async (worker) => {
    const { rows } = await worker.database.transaction(null, "read", (db) =>
      db.execute<{ userId: string; provider: string }>(
        sql`select user_id as "userId", provider from push_channels_to_renew()`,
      ),
    );
    for (const { userId, provider } of rows) {
      const work = { name: "Push channels of an account", row: `${userId} ${provider}` };
      await attributeRow(worker.config.dataDir, work, () =>
        runAsUserWithoutTransaction(worker, userId, (context) =>
          renewPushChannels(context, Provider.parse(provider)),
        ),
      );
    }
  },
};

/** Every night, in small transactions. */
export const purgeIntegrationHistory: JobDefinition<typeof Nothing> = {
  name: "integrations.purge-history",
  payload: Nothing,
  cron: "41 3 * * *",
  run: async ({ database }) => {
    const purge = () =>
      database.transaction(null, "write", async (db) => {
        const { rows } = await db.execute<{ gone: number }>(sql`select purge_integration_history() as gone`);
        return rows[0]?.gone ?? 0;
      });
    while ((await purge()) > 0);
  },
};
