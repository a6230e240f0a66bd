import { expect, test, vi } from "vitest";
import { dayEventsQuery } from "#features/daily-ops/today/read-day-events.ts";
import { peopleQuery } from "#features/daily-ops/today/read-people.ts";
import { tableScansOf } from "#platform/testing/plan-of.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { dayInZone, startOfDay } from "#platform/time/wall-clock.ts";

vi.setConfig({ testTimeout: 180_000 });
const { aUser, as, owner } = await testDatabase();
const ada = as(await aUser({ fullName: "Ada" }));
const timeZone = "Europe/Berlin";

test("among 20,000 events and mails the day and the people of it are read by index, a few rows each", async () => {
  const bob = await aUser();
  const fill = (statement: string) => owner.query(statement, [[ada.userId, bob.userId]]);
  await fill(`insert into events (user_id, title, start_time, end_time)
    select ($1::uuid[])[n % 2 + 1], 'Event ' || n, now() + (n - 19000) * interval '90 minutes',
           now() + (n - 19000) * interval '90 minutes' + case when n % 500 = 0 then interval '40 hours' else interval '1 hour' end
      from generate_series(1, 20000) n`);
  await fill(`insert into emails (user_id, subject, body, sender, status, created_at)
    select ($1::uuid[])[n % 2 + 1], 'Mail ' || n, 'Text', 'guest' || n % 400 || '@lattice.example', 'received',
           now() - n * interval '20 minutes'
      from generate_series(1, 20000) n`);
  await owner.query("analyze");
  const now = new Date();
  const day = {
    timeZone,
    hourCycle: "h23" as const,
    date: dayInZone(now, timeZone),
    from: startOfDay(now, timeZone),
    to: startOfDay(now, timeZone, 1),
  };
  const addresses = Array.from({ length: 10 }, (_, at) => `guest${at * 2 + 1}@lattice.example`);
  for (const [query, most] of [
    [(context) => dayEventsQuery(context, day), 150],
    [(context) => peopleQuery(context, addresses), 300],
  ] satisfies [Parameters<typeof tableScansOf>[1], number][]) {
    const scans = (await tableScansOf(ada, query)).filter(({ table }) =>
      ["events", "event_occurrences", "emails"].includes(table ?? ""),
    );
    expect(scans.filter(({ nodeType, rows }) => nodeType === "Seq Scan" && rows > 0)).toEqual([]);
    expect(scans.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThan(most);
  }
});
