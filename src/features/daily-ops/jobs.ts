import { sql } from "drizzle-orm";
import { z } from "zod";
import { dailyOpsSettings } from "#features/settings/daily-ops-settings.ts";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import type { JobDefinition, Worker } from "#platform/jobs/jobs.ts";
import { runAsUser, runAsUserWithoutTransaction } from "#platform/jobs/run-as-user.ts";
import { notify } from "#platform/notify/notify.ts";
import { generateBriefing } from "./briefing/generate-briefing.ts";
import { NO_PHRASING, type Phrasing } from "./briefing/phrase-briefing.ts";
import { prefetchPhrasing } from "./briefing/prefetch-phrasing.ts";
import { briefingMail } from "./briefing/write-briefing-mail.ts";
import { refreshLeaveTimes } from "./leave-times.ts";
import type { BriefingLine } from "./model.ts";
import { ownFeeds } from "./news/stored-feeds.ts";
import { syncFeed } from "./news/sync-feed.ts";
import { refreshStaleSources } from "./sources/refresh-stale-sources.ts";
import { briefingRuns } from "./tables.ts";

const Nothing = z.strictObject({});
const BATCH = 500;

/**
 * Every minute: writes the briefing of everybody whose local time has reached their briefing time, once per local day.
 * A day whose time passed during downtime is caught up until it ends (functions.sql).
 */
export const writeDueBriefings: JobDefinition<typeof Nothing> = {
  name: "daily-ops.write-due-briefings",
  formerNames: ["daily-ops.brief-on-time"],
  payload: Nothing,
  cron: "* * * * *",
  run: (worker) => writeBriefingsDueAt(worker, new Date()),
};

/** One person's failure does not block the others' briefings; it is retried the next minute. */
export async function writeBriefingsDueAt(worker: Worker, now: Date): Promise<void> {
  const { rows } = await worker.database.transaction(null, "write", (db) =>
    db.execute<{ person: string; day: string }>(
      sql`select person, day::text from due_briefings(${now}::timestamptz, ${BATCH})`,
    ),
  );
  const failures: unknown[] = [];
  const phraseUntil = Date.now() + PHRASING_MS;
  for (const { person, day } of rows)
    await briefOne(worker, { person, day, now, mayPhrase: Date.now() < phraseUntil }).catch(
      (error: unknown) => failures.push(error),
    );
  if (failures.length > 0)
    throw new AggregateError(failures, `${failures.length} briefings could not be generated`);
}

/** Limit for a slow model in one run: after it the run continues with the built-in sentences. */
const PHRASING_MS = 60_000;

type Due = { person: string; day: string; now: Date; mayPhrase: boolean };

async function briefOne(worker: Worker, { person, day, now, mayPhrase }: Due): Promise<void> {
  let phrasing = NO_PHRASING;
  const prepare = async (context: SignedIn) => {
    await refreshSourcesOf(context);
    const settings = await inOwnTransaction(context, "read", (own) => dailyOpsSettings.get(own, {}));
    if (mayPhrase) phrasing = await prefetchPhrasing(context, settings, day);
  };
  await runAsUserWithoutTransaction(worker, person, prepare, now);
  await runAsUser(worker, person, (context) => briefOnce(context, day, phrasing), now);
}

async function refreshSourcesOf(context: SignedIn): Promise<void> {
  const settings = await inOwnTransaction(context, "read", (own) => dailyOpsSettings.get(own, {}));
  await refreshStaleSources(context, settings);
  await refreshLeaveTimes(context);
  context.announce({ resource: "weather", ids: [] });
  context.announce({ resource: "leaveTimes", ids: [] });
  context.announce({ resource: "traffic", ids: [] });
}

const OnePerson = z.strictObject({ userId: z.uuid() });
/** At most this many people a round; the others follow in the next. */
const BATCH_SIZE = 2000;

/** Every 15 minutes: refreshes the sources of everybody who has places and was active within two days. */
export const refreshAllSources: JobDefinition<typeof Nothing> = {
  name: "daily-ops.refresh-sources",
  formerNames: ["daily-ops.look-around"],
  payload: Nothing,
  cron: "*/15 * * * *",
  run: async ({ database, jobs, config }) => {
    const { weatherUrl, placesUrl, routingUrl, tomTomKey } = config.surroundings;
    if (!(weatherUrl || placesUrl || routingUrl || tomTomKey)) return;
    await database.transaction(null, "write", async (db) => {
      const { rows } = await db.execute<{ person: string }>(
        sql`select person from people_to_refresh(${BATCH_SIZE})`,
      );
      for (const { person } of rows)
        await jobs.enqueue(db, refreshSourcesNow, { userId: person }, { key: person });
    });
  },
};

export const refreshSourcesNow: JobDefinition<typeof OnePerson> = {
  name: "daily-ops.refresh-sources-now",
  formerNames: ["daily-ops.look-around-now"],
  payload: OnePerson,
  run: (worker, { userId }) => runAsUserWithoutTransaction(worker, userId, refreshSourcesOf),
};

const OneFeed = z.strictObject({ userId: z.uuid(), feedId: z.uuid() });

/** Every five minutes: enqueues one job per due feed, so that a slow feed blocks no other. */
export const readDueFeeds: JobDefinition<typeof Nothing> = {
  name: "daily-ops.read-due-feeds",
  payload: Nothing,
  cron: "*/5 * * * *",
  run: ({ database, jobs }) =>
    database.transaction(null, "write", async (db) => {
      const { rows } = await db.execute<{ person: string; feed: string }>(
        sql`select person, feed from due_feeds(${BATCH_SIZE})`,
      );
      for (const { person, feed } of rows)
        await jobs.enqueue(db, readOneFeed, { userId: person, feedId: feed }, { key: feed });
    }),
};

export const readOneFeed: JobDefinition<typeof OneFeed> = {
  name: "daily-ops.read-one-feed",
  payload: OneFeed,
  run: (worker, { userId, feedId }) =>
    runAsUserWithoutTransaction(worker, userId, async (context) => {
      const feeds = await inOwnTransaction(context, "read", ownFeeds);
      const feed = feeds.find(({ id }) => id === feedId);
      if (!feed) return;
      await syncFeed(context, feed);
      for (const resource of ["news", "newsFeeds"]) context.announce({ resource, ids: [] });
    }),
};

/** Of two workers at once the second finds the day taken. */
async function briefOnce(context: SignedIn, date: string, phrasing: Phrasing): Promise<void> {
  const { db, actor, now } = context;
  const claimed = await db
    .insert(briefingRuns)
    .values({ userId: actor.userId, briefingDate: date, ranAt: now })
    .onConflictDoNothing()
    .returning();
  if (claimed.length === 0) return;
  const settings = await dailyOpsSettings.get(context, {});
  const { id, lines, summary } = await generateBriefing(context, settings, date, phrasing);
  context.announce({ resource: "briefings", ids: [id] });
  await notify(context, {
    userIds: [actor.userId],
    title: () => t`Your morning briefing is ready`,
    message: firstWords(lines, summary),
    type: "briefing",
    priority: "low",
    href: `/daily-ops?date=${date}`,
    contextData: { briefingDate: date, mailSections: briefingMail(lines) },
    dedupeKey: `briefing ${date}`,
  });
}

/** What to do first, with its reason; else how the briefing begins. */
function firstWords(lines: readonly BriefingLine[], summary: string): string {
  const first = lines.find(({ part }) => part === "first");
  return first ? `${first.text}: ${first.note ?? ""}` : (summary.split("\n")[0] ?? "");
}

/** Every night, for all users: deletes news after 30 days, commands after a year, and the records of past runs. */
export const sweepDailyOps: JobDefinition<typeof Nothing> = {
  name: "daily-ops.sweep",
  payload: Nothing,
  cron: "47 3 * * *",
  run: ({ database }) =>
    database.transaction(null, "write", async (db) => {
      await db.execute(sql`select sweep_daily_operations()`);
    }),
};
