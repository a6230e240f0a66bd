import { beforeEach, expect, test } from "vitest";
import { events } from "#features/calendar/calendar-events.ts";
import { dailyOpsSettings } from "#features/settings/daily-ops-settings.ts";
import { locations } from "#features/settings/locations.ts";
import { DAILY_OPS_DEFAULTS } from "#features/settings/model.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { runAsUserWithoutTransaction } from "#platform/jobs/run-as-user.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { generateBriefing } from "./briefing/generate-briefing.ts";
import { briefings, dayAt } from "./briefings.ts";
import { aBriefing } from "./factory.ts";
import type { Briefing } from "./model.ts";
import { refreshStaleSources } from "./sources/refresh-stale-sources.ts";
import { morningBriefings } from "./tables.ts";
import { traffic } from "./traffic.ts";

const server = await testDatabase();
const { aUser, as, owner, services } = server;

/** Wednesday half past eight in Berlin; the day began at 22:00 UTC. */
const NOW = new Date("2026-06-17T06:30:00Z");
const TODAY = "2026-06-17";
const SETTINGS = { ...DAILY_OPS_DEFAULTS, timezone: "Europe/Berlin", newsEnabled: false };

let ada: Person;
beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada" }));
});

const brief = (person: Person, settings: object = {}, now = NOW): Promise<Briefing> =>
  person.run((context) =>
    generateBriefing(Object.assign(context, { now }), { ...SETTINGS, ...settings }, TODAY),
  );

type Made = { id: string };
const aTask = (title: string, dueDate: string | null, fields: object = {}) =>
  ada.invoke(tasks.create, { title, dueDate, ...fields }) as Promise<Made>;
const anEvent = (title: string, startTime: string, endTime: string, fields: object = {}) =>
  ada.invoke(events.create, { title, startTime, endTime, ...fields }) as Promise<Made>;
async function anEmail(person: Person, subject: string, createdAt: string, fields: object = {}) {
  const { status = "received", is_read = false, priority = "medium" } = fields as Record<string, unknown>;
  await owner.query(
    `insert into emails (user_id, subject, body, sender, status, is_read, priority, created_at)
     values ($1, $2, '', 'Clara', $3, $4, $5, $6)`,
    [person.userId, subject, status, is_read, priority, createdAt],
  );
}

test("DAILY-14, DAILY-31, DAILY-32, DATA-28: tasks from today on; overdue: due before now; high: high or urgent", async () => {
  await aTask("Due next week", "2026-06-24T10:00:00Z", { priority: "high" });
  await aTask("Due this afternoon", "2026-06-17T14:00:00Z", { priority: "urgent" });
  await aTask("Due an hour ago", "2026-06-17T05:30:00Z");
  await aTask("Late since Friday", "2026-06-12T10:00:00Z", { priority: "urgent" });
  await aTask("Done today", "2026-06-17T12:00:00Z", { status: "completed", priority: "urgent" });
  await aTask("Done, was late", "2026-06-12T12:00:00Z", { status: "completed" });
  const { tasksSummary, records, summary } = await brief(ada);
  expect(tasksSummary).toEqual({ total: 5, completed: 1, overdue: 2, high_priority: 3 });
  expect(records["tasks.overdue"]?.map(({ title }) => title)).toEqual([
    "Late since Friday",
    "Due an hour ago",
  ]);
  expect(summary.split("\n")).toEqual([
    "2 tasks overdue: 'Late since Friday' (5 days late) and 'Due an hour ago' (due today).",
    "1 task due today: 'Due this afternoon'.",
    "1 task of high priority besides: 'Due next week'.",
  ]);
});

test("DAILY-14: an undated task created today counts, an older one does not", async () => {
  await aTask("Written now", null, { priority: "high" });
  const older = await aTask("Written last month", null, { priority: "high" });
  await owner.query("update tasks set created_at = '2026-05-17' where id = $1", [older.id]);
  const { tasksSummary, summary } = await brief(ada);
  expect(tasksSummary).toMatchObject({ total: 1, high_priority: 1, overdue: 0 });
  expect(summary).toBe("1 task of high priority besides: 'Written now'.");
});

test("DAILY-14: events from today on in the user's time zone, with meetings and deadlines counted, today's named", async () => {
  await anEvent("Yesterday", "2026-06-16T20:00:00Z", "2026-06-16T21:00:00Z");
  await anEvent("Board", "2026-06-17T07:00:00Z", "2026-06-17T08:00:00Z", { attendees: ["bob@x.example"] });
  await anEvent("Call with Clara", "2026-06-17T09:30:00Z", "2026-06-17T10:00:00Z", {
    meetingLink: "https://meet.example/1",
  });
  await anEvent("Deadline for the tender", "2026-06-19T10:00:00Z", "2026-06-19T11:00:00Z");
  await anEvent("Summer party", "2026-06-17T00:00:00Z", "2026-06-18T00:00:00Z", { isAllDay: true });
  await anEvent("Was yesterday, all day", "2026-06-16T00:00:00Z", "2026-06-17T00:00:00Z", { isAllDay: true });
  await anEvent("Tomorrow, all day", "2026-06-18T00:00:00Z", "2026-06-19T00:00:00Z", { isAllDay: true });
  const { calendarSummary, summary, lines } = await brief(ada);
  expect(calendarSummary).toEqual({ total_events: 5, meetings: 2, deadlines: 1 });
  expect(summary).toBe(
    "3 events today: all day 'Summer party', 09:00 'Board', and 11:30 'Call with Clara'. 2 more are ahead.",
  );
  const spoken = lines.find(({ part }) => part === "summary");
  expect(spoken?.records.map(({ kind, title }) => [kind, title])).toEqual([
    ["event", "Summer party"],
    ["event", "Board"],
    ["event", "Call with Clara"],
  ]);
});

test("DAILY-14: emails that arrived since midnight in the user's time zone, with unread and urgent ones counted", async () => {
  await anEmail(ada, "Of last night", "2026-06-16T21:59:00Z");
  await anEmail(ada, "Clause 11", "2026-06-16T22:00:00Z", { priority: "urgent" });
  await anEmail(ada, "Read already", "2026-06-17T05:00:00Z", { is_read: true });
  await anEmail(ada, "Sent by Ada", "2026-06-17T05:00:00Z", { status: "sent" });
  await anEmail(ada, "A draft", "2026-06-17T05:00:00Z", { status: "draft", priority: "urgent" });
  const { emailSummary, summary } = await brief(ada);
  expect(emailSummary).toEqual({ total: 2, unread: 1, urgent: 1 });
  expect(summary).toBe("2 emails since midnight, 1 unread: 'Clause 11' from Clara. 1 is urgent.");
});

test("an empty day is reported as empty", async () => {
  const { summary, aiInsights, tasksSummary } = await brief(ada);
  expect(summary).toBe("Nothing is planned from today on: no tasks, no events and no new email.");
  expect(aiInsights).toBe("");
  expect(tasksSummary).toEqual({ total: 0, completed: 0, overdue: 0, high_priority: 0 });
});

test("DAILY-15: insights report overlaps, the oldest open task and the longest gap, each with its records", async () => {
  await anEvent("Board", "2026-06-17T07:00:00Z", "2026-06-17T08:00:00Z");
  await anEvent("Call", "2026-06-17T07:30:00Z", "2026-06-17T08:30:00Z");
  await aTask("Late since Friday", "2026-06-12T10:00:00Z");
  const { aiInsights, lines, source } = await brief(ada);
  expect(source).toBe("built-in");
  expect(aiInsights?.split("\n")).toEqual([
    "'Board' and 'Call' overlap from 09:30.",
    "'Late since Friday' has waited longest, 5 days past its date: finish it, move it or drop it.",
    "The longest free stretch is from 10:30 to 18:00.",
  ]);
  const overlap = lines.find(({ text }) => text.includes("overlap"));
  expect(overlap).toMatchObject({ part: "insight", records: [{ title: "Board" }, { title: "Call" }] });
});

test("work that is planned on a train overlaps nothing", async () => {
  const train = await anEvent("Train to Munich", "2026-06-17T07:00:00Z", "2026-06-17T11:00:00Z");
  const writing = await anEvent("Write", "2026-06-17T08:00:00Z", "2026-06-17T09:00:00Z");
  expect((await brief(ada)).aiInsights).toContain("overlap");
  await owner.query(
    `insert into plan_blocks (user_id, event_id, subject, subject_id, planned_start, planned_end, reasons)
     values ($1, $2, 'task', $1, '2026-06-17T08:00:00Z', '2026-06-17T09:00:00Z', $3)`,
    [ada.userId, writing.id, JSON.stringify([{ kind: "ride", item: `event:${train.id}` }])],
  );
  expect((await brief(ada)).aiInsights).not.toContain("overlap");
});

test("DAILY-15, DATA-28: weather, traffic and five articles are included and marked as simulated", async () => {
  await ada.invoke(locations.create, { name: "Home", address: "Home Street 1", isPrimary: true });
  await ada.invoke(locations.create, { name: "Office", locationType: "work", address: "Mill Road 1" });
  const everything = { newsEnabled: true };
  await runAsUserWithoutTransaction(services, ada.userId, (context) =>
    refreshStaleSources(context, { ...SETTINGS, ...everything }),
  );
  const { weatherData, trafficData, newsSummary, lines } = await brief(ada, everything, new Date());
  expect(weatherData).toMatchObject([
    { location: "Home", kind: "simulated" },
    { location: "Office", kind: "simulated" },
  ]);
  expect(trafficData).toMatchObject([{ routeName: "Home to Office", kind: "simulated" }]);
  expect(newsSummary?.total_articles).toBe(10);
  expect(newsSummary?.top_categories.length).toBeGreaterThan(1);
  for (const kind of ["weather", "traffic", "news"])
    expect(lines.find(({ records }) => records[0]?.kind === kind)?.text).toContain("(simulated)");
  const { rows } = await owner.query(
    "select count(*)::int as count from news_articles where user_id = $1 and is_processed",
    [ada.userId],
  );
  expect(rows).toEqual([{ count: 5 }]);
  expect(lines.find(({ records }) => records[0]?.kind === "news")?.records).toHaveLength(5);
});

test("disabled areas are left out of the briefing", async () => {
  await ada.invoke(locations.create, { name: "Home", address: "Home Street 1" });
  await ada.invoke(locations.create, { name: "Office", locationType: "work", address: "Mill Road 1" });
  await ada.invoke(traffic.refresh);
  const off = { weatherEnabled: false, trafficEnabled: false, newsEnabled: false };
  expect(await brief(ada, off)).toMatchObject({ weatherData: null, trafficData: null, newsSummary: null });
  await ada.invoke(dailyOpsSettings.save, { ...DAILY_OPS_DEFAULTS, briefingEnabled: false });
  await expect(ada.invoke(briefings.generate)).rejects.toThrow(
    "The morning briefing is switched off in Settings",
  );
});

test("DAILY-06, DAILY-26: one briefing per person and day, yyyy-MM-dd; a new one replaces it", async () => {
  await ada.invoke(dailyOpsSettings.save, { ...DAILY_OPS_DEFAULTS, timezone: "Pacific/Kiritimati" });
  const today = dayAt(new Date(), "Pacific/Kiritimati");
  expect(await ada.invoke(briefings.ofDay)).toEqual({ date: today, today, briefing: null });
  const first = (await ada.invoke(briefings.generate)) as Made;
  await aTask("New meanwhile", new Date().toISOString());
  const second = (await ada.invoke(briefings.generate)) as Made;
  expect(second.id).toBe(first.id);
  expect(await ada.invoke(briefings.ofDay)).toMatchObject({
    date: today,
    briefing: { id: first.id, briefingDate: today, tasksSummary: { total: 1 } },
  });
});

test("past briefings are listed, latest day first, and each can be read", async () => {
  const days = ["2026-03-01", "2026-03-03", "2026-03-02"];
  await ada.run(({ db }) =>
    db
      .insert(morningBriefings)
      .values(days.map((briefingDate) => aBriefing({ userId: ada.userId, briefingDate }))),
  );
  const first = (await ada.invoke(briefings.list, { limit: 2 })) as {
    items: { briefingDate: string }[];
    nextCursor: string;
  };
  expect(first.items.map(({ briefingDate }) => briefingDate)).toEqual(["2026-03-03", "2026-03-02"]);
  expect(await ada.invoke(briefings.list, { cursor: first.nextCursor })).toMatchObject({
    items: [{ briefingDate: "2026-03-01" }],
    nextCursor: null,
  });
  expect(await ada.invoke(briefings.ofDay, { date: "2026-03-02" })).toMatchObject({
    briefing: { summary: "Three meetings and one deadline." },
  });
  await expect(ada.invoke(briefings.ofDay, { date: "02.03.2026" })).rejects.toMatchObject({
    code: "invalid",
  });
});

test("Ada's briefing contains nothing of Bob's", async () => {
  const bob = as(await aUser({ fullName: "Bob" }));
  await bob.invoke(tasks.create, { title: "Bob's secret", dueDate: "2026-06-12T10:00:00Z" });
  await anEmail(bob, "Bob's mail", "2026-06-17T05:00:00Z");
  expect(JSON.stringify(await brief(ada))).not.toContain("Bob");
  expect(await bob.invoke(briefings.list)).toEqual({ items: [], nextCursor: null });
});
