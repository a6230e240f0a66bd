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

/** How old a synchronisation becomes before the next one runs by itself. */
const INTERVAL = "30 minutes";

/** Every five minutes: a job of its own for each account that is due, so that a slow one holds nobody up. */
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

/** A failed run is kept with the account and needs no second try by the queue: the next one comes by itself. */
export const syncOne: JobDefinition<typeof One> = {
  name: "integrations.sync-one",
  payload: One,
  pollingSeconds: 2,
  run: (worker, { userId, provider }) =>
    runAsUserWithoutTransaction(worker, userId, async (context) => {
      await syncIntegration(context, provider, { isAutomatic: true });
    }),
};

/** Whoever connects sees what it brings, without pressing Sync. */
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

/** What a provider told of by itself: that calendar or conversation alone. While another run goes on it waits. */
export const syncChangedResource: JobDefinition<typeof ChangedResource> = {
  name: "integrations.sync-after-push",
  formerNames: ["integrations.sync-told"],
  payload: ChangedResource,
  pollingSeconds: 2,
  run: (worker, told) =>
    runAsUserWithoutTransaction(worker, told.userId, async (context) => {
      const { provider, resource, hints } = told;
      const result = await syncIntegration(context, provider, {
        isAutomatic: true,
        only: { resource, hints },
      });
      if (!("isUnderWay" in result)) return;
      const later = { startAfter: new Date(Date.now() + LATER_MS), key: JSON.stringify(told) };
      await worker.database.transaction(told.userId, "write", (db) =>
        worker.jobs.enqueue(db, syncChangedResource, told, later),
      );
    }),
};

const LATER_MS = 10_000;

/** Every ten minutes: where providers tell of changes and that ends soon. */
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
