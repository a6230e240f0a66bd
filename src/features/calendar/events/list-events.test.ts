import { sql } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { events } from "../calendar-events.ts";
import { anEvent } from "../factory.ts";
import type { EventOnWire } from "../model.ts";
import { events as table } from "../tables.ts";
import { ListEvents, selectEvents } from "./list-events.ts";

const server = await testDatabase();
const bob = server.as(await server.aUser({ fullName: "Bob" }));
const createUser = async () => server.as(await server.aUser());

type Row = Omit<Partial<typeof table.$inferInsert>, "startTime" | "endTime"> & { from: string; to?: string };
const insertEvents = (person: Person, rows: readonly Row[]) =>
  person.run(({ db }) =>
    db.insert(table).values(
      rows.map(({ from, to, ...row }) => {
        const times = { startTime: new Date(from), ...(to ? { endTime: new Date(to) } : {}) };
        return anEvent({ userId: person.userId, ...times, ...row });
      }),
    ),
  );

type Page = { items: EventOnWire[]; nextCursor: string | null };
const list = (person: Person, input: object) => person.invoke(events.list, input) as Promise<Page>;
const titles = async (person: Person, input: object) =>
  (await list(person, input)).items.map(({ title }) => title);

test("CAL-16: events from the start of the previous month to the end of the next, ordered by start time", async () => {
  const ada = await createUser();
  await insertEvents(ada, [
    { title: "last of March", from: "2026-03-31T22:59:00Z", to: "2026-03-31T23:59:00Z" },
    { title: "first of February", from: "2026-02-01T00:00:00Z" },
    { title: "March", from: "2026-03-05T10:00:00Z" },
    { title: "January", from: "2026-01-31T22:00:00Z", to: "2026-02-01T00:00:00Z" },
    { title: "May", from: "2026-05-01T00:00:00Z" },
    { title: "April", from: "2026-04-30T23:59:00Z", to: "2026-05-01T03:00:00Z" },
    { title: "deleted", from: "2026-03-06T10:00:00Z", deletedAt: new Date() },
  ]);
  const window = { from: "2026-02-01T00:00:00Z", to: "2026-05-01T00:00:00Z" };
  expect(await titles(ada, window)).toEqual(["first of February", "March", "last of March", "April"]);
  expect(await titles(ada, { ...window, order: "latest" })).toEqual([
    "April",
    "last of March",
    "March",
    "first of February",
  ]);
  expect(await titles(bob, window)).toEqual([]);
});

test("an event that began before the range and is still in progress is included", async () => {
  const ada = await createUser();
  await insertEvents(ada, [
    { title: "Sabbatical", from: "2025-04-01T00:00:00Z", to: "2026-03-31T00:00:00Z", isAllDay: true },
    { title: "Over midnight", from: "2026-02-28T23:00:00Z", to: "2026-03-01T01:00:00Z" },
    { title: "Just over", from: "2026-02-28T23:00:00Z", to: "2026-03-01T00:00:00Z" },
  ]);
  const march = { from: "2026-03-01T00:00:00Z", to: "2026-04-01T00:00:00Z" };
  expect(await titles(ada, march)).toEqual(["Sabbatical", "Over midnight"]);
});

test("pages continue exactly where the last one ended, also among events with the same start", async () => {
  const ada = await createUser();
  await insertEvents(
    ada,
    Array.from({ length: 23 }, (_, n) => ({
      title: `${n}`,
      from: n < 10 ? "2026-03-05T10:00:00Z" : "2026-03-06T10:00:00Z",
    })),
  );
  for (const order of ["earliest", "latest"]) {
    const seen: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page: Page = await list(ada, { limit: 5, order, ...(cursor ? { cursor } : {}) });
      seen.push(...page.items.map(({ title }) => title));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toHaveLength(23);
    expect(new Set(seen).size).toBe(23);
  }
});

test("CAL-05: search matches words in title, description, location, category and attendees", async () => {
  const ada = await createUser();
  await insertEvents(ada, [
    { title: "Crème brûlée tasting", from: "2026-03-01T10:00:00Z" },
    { title: "A", description: "with the lobster", from: "2026-03-02T10:00:00Z" },
    { title: "B", location: "Harbour house", from: "2026-03-03T10:00:00Z" },
    { title: "C", attendees: ["yuki@mizutech.example"], from: "2026-03-04T10:00:00Z" },
    { title: "D", category: "wellbeing", from: "2026-03-05T10:00:00Z" },
    { title: "Lobster, deleted", from: "2026-03-06T10:00:00Z", deletedAt: new Date() },
  ]);
  expect(await titles(ada, { text: "creme" })).toEqual(["Crème brûlée tasting"]);
  expect(await titles(ada, { text: "lobst" })).toEqual(["A"]);
  expect(await titles(ada, { text: "house harb" })).toEqual(["B"]);
  expect(await titles(ada, { text: "yuki@mizutech.example" })).toEqual(["C"]);
  expect(await titles(ada, { text: "well", from: "2026-03-06T00:00:00Z" })).toEqual([]);
  expect(await titles(ada, { text: "well" })).toEqual(["D"]);
  expect(await titles(bob, { text: "lobster" })).toEqual([]);
});

test("a word that occurs in thousands of events is searched by filtering in list order", async () => {
  const ada = await createUser();
  await insertEvents(
    ada,
    Array.from({ length: 1005 }, (_, n) => ({ title: `Standup ${n}`, from: "2026-03-05T10:00:00Z" })),
  );
  await insertEvents(ada, [{ title: "Standup, the first", from: "2026-03-01T10:00:00Z" }]);
  expect(await titles(ada, { text: "standup", limit: 1 })).toEqual(["Standup, the first"]);
});

test("CAL-07: upcoming lists events in progress and future events, soonest first", async () => {
  vi.useFakeTimers({ now: new Date("2026-03-05T23:30:00Z"), toFake: ["Date"] });
  const ada = await createUser();
  await insertEvents(ada, [
    { title: "over", from: "2026-03-05T22:00:00Z", to: "2026-03-05T23:30:00Z" },
    { title: "next", from: "2026-03-06T10:00:00Z" },
    { title: "now", from: "2026-03-05T23:00:00Z", to: "2026-03-06T00:30:00Z" },
    { title: "fifth", from: "2026-03-05T00:00:00Z", to: "2026-03-06T00:00:00Z", isAllDay: true },
    { title: "sixth", from: "2026-03-06T00:00:00Z", to: "2026-03-07T00:00:00Z", isAllDay: true },
  ]);
  const upcoming = async (timeZone: string) =>
    ((await ada.invoke(events.upcoming, { timeZone })) as Page).items.map(({ title }) => title);
  expect(await upcoming("UTC")).toEqual(["fifth", "now", "sixth", "next"]);
  expect(await upcoming("Europe/Berlin")).toEqual(["now", "sixth", "next"]);
  expect(await upcoming("Pacific/Honolulu")).toEqual(["fifth", "now", "sixth", "next"]);
  vi.useRealTimers();
});

test("with 20,000 events, a month is read through the index on the start time", async () => {
  const ada = await createUser();
  await server.owner.query(
    `insert into events (user_id, title, start_time, end_time)
     select case when n % 10 = 0 then $1::uuid else gen_random_uuid() end, 'Event ' || n,
            '2024-01-01'::timestamptz + n * interval '1 hour', '2024-01-01'::timestamptz + (n + 1) * interval '1 hour'
       from generate_series(1, 20000) n`,
    [ada.userId],
  );
  await server.owner.query("analyze events");
  const plan = await ada.run(async (context) => {
    const input = ListEvents.parse({ from: "2025-03-01T00:00:00Z", to: "2025-04-01T00:00:00Z" });
    const statement = selectEvents(context, input);
    const { rows } = await context.db.execute(sql`explain (format json) ${statement}`);
    return JSON.stringify(rows);
  });
  expect(plan).toContain("events_start");
  expect(plan).toContain("event_occurrences_start");
  expect(plan).not.toContain("Seq Scan");
});
