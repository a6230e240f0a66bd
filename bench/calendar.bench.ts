import { PgDialect } from "drizzle-orm/pg-core";
import rrule from "rrule";
import { DateTime as NativeDateTime, RRuleSet as NativeRules } from "rrule-rust";
import { events } from "#features/calendar/calendar-events.ts";
import { calendarFiles } from "#features/calendar/calendar-files.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { invoke } from "#platform/capability/execute.ts";
import { contextFor } from "#platform/capability/run-context.ts";
import { ListEvents, selectEvents } from "../src/features/calendar/events/list-events.ts";
import { readICalendar } from "../src/features/calendar/icalendar/read-icalendar.ts";
import { expandSeries } from "../src/features/calendar/series/expand-series.ts";
import type { AnyCapability } from "../src/platform/capability/definition.ts";
import { createBenchInstance } from "./support/bench-instance.ts";
import { compare, report, timed } from "./support/compare.ts";

// 5,000 events, 500 of them series: importing them, listing a month, and expanding the series.

const DAY = 86_400_000;
const instance = await createBenchInstance([]);
const { ada, bare, services } = instance;
const request = { actor: ada, requestId: "bench", address: null };
const through = (capability: unknown, input: unknown) =>
  invoke(services, capability as AnyCapability, input, request);

const instant = (at: number) => new Date(at).toISOString().replaceAll(/[-:]|\.\d+/g, "");
const today = Math.floor(Date.now() / DAY) * DAY;
const RULES = [
  "FREQ=WEEKLY",
  "FREQ=DAILY;COUNT=60",
  "FREQ=MONTHLY",
  "FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH",
  "FREQ=YEARLY",
];
const written = Array.from({ length: 5000 }, (_, number) => {
  const at = today + ((number * 37) % 730) * DAY - 365 * DAY + (number % 10) * 3_600_000;
  const rule = number % 10 === 0 ? [`RRULE:${RULES[(number / 10) % RULES.length]}`] : [];
  return [
    "BEGIN:VEVENT",
    `UID:${number}@bench.example`,
    `DTSTART;TZID=Europe/Berlin:${instant(at).slice(0, 15)}`,
    "DURATION:PT1H",
    ...rule,
    `SUMMARY:Meeting ${number}`,
    "END:VEVENT",
  ].join("\r\n");
});
const text = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Bench//EN", ...written, "END:VCALENDAR", ""].join(
  "\r\n",
);

report("reading 5,000 events alone", [await timed(async () => readICalendar({ text, zone: "UTC" }))]);
report("calendarFiles.import, 5,000 events, 500 series", [
  await timed(() => through(calendarFiles.import, { text })),
]);
await bare
  .query("select count(*) from event_occurrences")
  .then(({ rows }) => console.log(`  ${rows[0].count} occurrences are written down`));

const month = {
  from: new Date(today).toISOString(),
  to: new Date(today + 31 * DAY).toISOString(),
  limit: 200,
};
type Page = { items: unknown[]; nextCursor: string | null };
async function readMonth(): Promise<number> {
  let count = 0;
  let cursor: string | null = null;
  do {
    const page = (await through(events.list, { ...month, ...(cursor && { cursor }) })) as Page;
    count += page.items.length;
    cursor = page.nextCursor;
  } while (cursor);
  return count;
}
console.log(`  a month holds ${await readMonth()} of them`);
const { sql, params } = await services.database.transaction(ada.userId, "read", async (db) =>
  new PgDialect({ casing: "snake_case" }).sqlToQuery(
    selectEvents(contextFor(services, db, ada, "bench") as SignedIn, {
      ...ListEvents.parse(month),
      since: new Date(today - DAY),
    }),
  ),
);
await compare({
  name: "events.list, the first 200 of a month (P15)",
  measured: () => through(events.list, month),
  floor: () => bare.query(sql, params),
  floorName: "the same statement, bare driver",
  times: 40,
});
const SCAN = `select id, title, start_time, end_time from events
  where user_id = $1 and start_time >= $2 and start_time < $3 and deleted_at is null order by start_time, id limit 201`;
await compare({
  name: "events.list, all pages of a month",
  measured: readMonth,
  floor: () => bare.query(SCAN, [ada.userId, month.from, month.to]),
  floorName: "a plain range scan over single events, bare driver",
  times: 10,
});

const start = today - 365 * DAY + 9 * 3_600_000;
const window = { from: today - 240 * DAY, until: today + 730 * DAY, limit: 1000 };
const once = (zone: string) =>
  Promise.resolve(
    RULES.map((rule) =>
      expandSeries({ start, isAllDay: false, zone, rrule: rule, rdates: [], exdates: [] }, window),
    ),
  );
const texts = RULES.map((rule) => `DTSTART;TZID=Europe/Berlin:${instant(start).slice(0, 15)}\nRRULE:${rule}`);
const atNative = (at: number) => {
  const date = new Date(at);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
  return NativeDateTime.create(year, month, day, date.getUTCHours(), date.getUTCMinutes(), 0, true);
};
await compare({
  name: "expansion of five everyday rules, with a zone",
  measured: () => once("Europe/Berlin"),
  floor: async () =>
    texts.map((text) => NativeRules.parse(text).between(atNative(window.from), atNative(window.until), true)),
  floorName: "rrule-rust, native: the fastest package",
  times: 40,
});
const peers = RULES.map((rule) => ({ ...rrule.RRule.parseString(rule), dtstart: new Date(start) }));
await compare({
  name: "  the same once more",
  measured: () => once("Europe/Berlin"),
  floor: async () =>
    peers.map((options) =>
      new rrule.RRule(options).between(new Date(window.from), new Date(window.until), true),
    ),
  floorName: "rrule, the fastest in JavaScript, in UTC alone",
  times: 40,
});
await services.workers.close();
await instance.remove();
