import { expect, onTestFinished, test, vi } from "vitest";
import { dailyOpsSettings } from "#features/settings/daily-ops-settings.ts";
import { DAILY_OPS_DEFAULTS } from "#features/settings/model.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { instantOf, wallClock } from "#platform/time/wall-clock.ts";
import { generateBriefing } from "./briefing/generate-briefing.ts";
import { writeBriefingsDueAt, writeDueBriefings } from "./jobs.ts";
import { inOneOrder } from "./news/sync-feed.ts";
import { storeNews } from "./news.ts";
import { notifications } from "./notifications.ts";
import { simulation } from "./sources/select-sources.ts";

const { aUser, as, owner, services } = await testDatabase();
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Long after all accounts and schedules of this file were created. */
const START = new Date(Math.ceil(Date.now() / HOUR) * HOUR + 30 * 24 * HOUR);

async function aPerson(settings: object): Promise<Person> {
  const person = as(await aUser());
  await person.invoke(dailyOpsSettings.save, { ...DAILY_OPS_DEFAULTS, ...settings });
  return person;
}

const daysOf = async ({ userId }: Person): Promise<string[]> => {
  const { rows } = await owner.query(
    "select briefing_date::text as day from morning_briefings where user_id = $1 order by 1",
    [userId],
  );
  return rows.map(({ day }) => day);
};

/** 08:00 in the zone, `days` after the start. */
const eight = (timeZone: string, days = 0, minute = 0) =>
  instantOf(
    { ...wallClock(START, timeZone), day: wallClock(START, timeZone).day + days, hour: 8, minute },
    timeZone,
  );

test("decision 20: the briefing is generated once at its time in Ada's time zone while she is away, and notifies", async () => {
  const ada = await aPerson({ timezone: "Asia/Kolkata" });
  const due = eight("Asia/Kolkata", 1);
  await writeBriefingsDueAt(services, new Date(due.getTime() - MINUTE));
  expect(await daysOf(ada)).toEqual([]);
  for (const minutes of [0, 1, 2, 60, 600])
    await writeBriefingsDueAt(services, new Date(due.getTime() + minutes * MINUTE));
  expect(await daysOf(ada)).toHaveLength(1);
  const { items } = (await ada.invoke(notifications.list)) as { items: { contextData: object }[] };
  expect(items).toMatchObject([
    { title: "Your morning briefing is ready", type: "briefing", href: /^\/daily-ops\?date=/ },
  ]);
  // Its mail quotes records of every area.
  expect(items[0]?.contextData).toEqual({ briefingDate: expect.any(String) });
});

test("two workers in the same minute generate one briefing", async () => {
  const ada = await aPerson({ timezone: "Europe/Berlin" });
  const due = eight("Europe/Berlin", 2);
  await Promise.all(Array.from({ length: 4 }, () => writeBriefingsDueAt(services, due)));
  expect(await daysOf(ada)).toHaveLength(1);
  const { rows } = await owner.query(
    "select count(*)::int as count from smart_notifications where user_id = $1",
    [ada.userId],
  );
  expect(rows).toEqual([{ count: 1 }]);
});

test("a briefing that marks news as used does not deadlock with a worker that refreshes them", async () => {
  const ada = await aPerson({ timezone: "Europe/Berlin" });
  const articles = (await simulation.news.readNews(new Date())).slice(0, 3).toSorted(inOneOrder).reverse();
  const store = (news: typeof articles) => ada.run((context) => storeNews(context, news));
  for (const article of articles) await store([article]);
  const otherConnection = await owner.connect();
  onTestFinished(() => otherConnection.release());
  await otherConnection.query("begin");
  await otherConnection.query("select from news_articles where url = $1 for update", [articles[1]?.url]);
  const untilWaiting = (count: number) =>
    vi.waitFor(async () => {
      const { rows } = await owner.query(
        "select distinct pid from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()",
      );
      expect(rows).toHaveLength(count);
    });
  const briefing = ada.run((context) => generateBriefing(context, DAILY_OPS_DEFAULTS, "2026-06-17"));
  await untilWaiting(1);
  const stored = store(articles);
  await untilWaiting(2);
  await otherConnection.query("rollback");
  expect(await Promise.allSettled([briefing, stored])).toMatchObject([
    { status: "fulfilled" },
    { status: "fulfilled" },
  ]);
});

test("after an outage overnight, today's briefing is generated, those of earlier days are not", async () => {
  const ada = await aPerson({ timezone: "America/New_York" });
  await writeBriefingsDueAt(services, new Date(eight("America/New_York", 5).getTime() + 7 * HOUR));
  expect(await daysOf(ada)).toHaveLength(1);
});

test("a day that ends right after its briefing time is not skipped by a late tick", async () => {
  const ada = await aPerson({ timezone: "Europe/Berlin", briefingTime: "23:59" });
  const late = new Date(eight("Europe/Berlin", 7).getTime() - 8 * HOUR + 2 * MINUTE);
  await writeBriefingsDueAt(services, late);
  const { day } = wallClock(new Date(late.getTime() - HOUR), "Europe/Berlin");
  expect((await daysOf(ada)).map((date) => Number(date.slice(-2)))).toEqual([day]);
});

test("no briefing is generated where it is switched off, or for a time before it was set", async () => {
  const off = await aPerson({ briefingEnabled: false });
  await writeBriefingsDueAt(services, new Date(START.getTime() + 24 * HOUR));
  expect(await daysOf(off)).toEqual([]);
  const clock = wallClock(new Date(Date.now() - 5 * MINUTE), "UTC");
  const justPast = `${String(clock.hour).padStart(2, "0")}:${String(clock.minute).padStart(2, "0")}`;
  const ada = await aPerson({ briefingTime: justPast });
  await writeDueBriefings.run(services, {});
  expect(await daysOf(ada)).toEqual([]);
});

test("B2: the briefing is generated on the chosen weekdays of its time zone", async () => {
  const ada = await aPerson({ timezone: "Pacific/Kiritimati", weekdays: [5, 1, 1] });
  for (let day = 20; day < 27; day += 1)
    await writeBriefingsDueAt(services, eight("Pacific/Kiritimati", day));
  const days = await daysOf(ada);
  expect(days.map((date) => new Date(`${date}T12:00:00Z`).getUTCDay()).sort()).toEqual([1, 5]);
  expect(await ada.invoke(dailyOpsSettings.get)).toMatchObject({ weekdays: [1, 5] });
  for (const weekdays of [[], [0], [8], [1.5]])
    await expect(
      ada.invoke(dailyOpsSettings.save, { ...DAILY_OPS_DEFAULTS, weekdays, version: 1 }),
    ).rejects.toMatchObject({ code: "invalid" });
});

test("a clock that jumps back and forth by a day repeats no day and skips none that lasts", async () => {
  const ada = await aPerson({ timezone: "America/Chicago" });
  const due = eight("America/Chicago", 22);
  for (const hours of [0, -2, 0, 24, 1, -24, 25])
    await writeBriefingsDueAt(services, new Date(due.getTime() + hours * HOUR));
  const days = await daysOf(ada);
  expect(new Set(days).size).toBe(days.length);
  expect(days).toContain(due.toISOString().slice(0, 10));
  expect(days).toHaveLength(3);
});

test("no briefing is due for sample colleagues, who cannot sign in, and a user's request lists none", async () => {
  const { rows } = await owner.query(
    "insert into users (id, email) values (gen_random_uuid(), 'nobody@x.example') returning id",
  );
  await owner.query(
    "insert into profiles (user_id, email) values ($1, 'nobody@x.example') on conflict do nothing",
    [rows[0].id],
  );
  const due = (userId: string | null) =>
    services.database.transaction(userId, "read", async (db) => {
      const { rows } = await db.execute<{ person: string }>(
        `select person from due_briefings('${new Date(START.getTime() + 40 * 24 * HOUR).toISOString()}', 500)`,
      );
      return rows.map(({ person }) => person);
    });
  expect((await due(null)).length).toBeGreaterThan(0);
  expect(await due(null)).not.toContain(rows[0].id);
  expect(await due(as(await aUser()).userId)).toEqual([]);
});
