import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { createWorkers, type Workers } from "#platform/workers/workers.ts";
import { events } from "../calendar-events.ts";
import { expand } from "./materialize-occurrences.ts";

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const server = await testDatabase(async () => ({ jobs }));
const ada = server.as(await server.aUser());

/** Its parts are not the common ones: it is expanded in a worker. */
const rrule = "FREQ=MONTHLY;BYDAY=MO,TU,WE;BYSETPOS=1";
const start = Date.UTC(2026, 2, 2, 8);
const series = { start, isAllDay: false, zone: "UTC", rrule, rdates: [], exdates: [] };
const window = { from: start, until: start + 40 * 86_400_000, limit: 10 };

const expandWith = (workers: Workers) =>
  ada.run((context) => expand(Object.create(context, { workers: { value: workers } }), [series], window));

/** Workers whose program is this text. */
function workersOf(program: string): Workers {
  const folder = mkdtempSync(join(tmpdir(), "adjutant-worker-"));
  writeFileSync(join(folder, "worker.ts"), program);
  const workers = createWorkers({ folder, file: join(folder, "worker.ts") });
  onTestFinished(() => workers.close());
  return workers;
}

test("a worker that exits is not reported as a rule with too many occurrences", async () => {
  const problem = "The recurrence rule could not be expanded";
  expect(await expandWith(workersOf("process.exit(3)"))).toEqual([{ problem }]);
});

test("when the workers are busy the rule is not rejected and the request can be retried", async () => {
  const workers = workersOf("");
  await workers.close();
  await expect(expandWith(workers)).rejects.toMatchObject({
    code: "upstream",
    message: "Too many events are being worked on. Please try again.",
  });
});

test("a series without end is stored from 240 days back to 730 ahead, and a thousand times at most", async () => {
  const day = 86_400_000;
  const noon = (days: number) => new Date(Math.floor(Date.now() / day) * day + days * day + day / 2);
  const stored = async (rrule: string) => {
    const startTime = noon(-1000).toISOString();
    const endTime = new Date(noon(-1000).getTime() + 60_000).toISOString();
    const event = { title: "Watch", startTime, endTime, zone: "UTC", rrule };
    const { seriesId, id } = (await ada.invoke(events.create, event)) as Record<"id" | "seriesId", string>;
    const { rows } = await server.owner.query(
      "select count(*)::int, min(start_time), max(start_time) from event_occurrences where event_id = $1",
      [seriesId ?? id],
    );
    return rows[0];
  };
  const daily = await stored("FREQ=DAILY");
  const distance = (at: Date) => Math.round((at.getTime() - Date.now()) / day);
  expect([distance(daily.min), distance(daily.max)].map((days) => Math.round(days / 3))).toEqual([-80, 243]);
  expect((await stored("FREQ=DAILY;BYHOUR=6,12")).count).toBe(1000);
});

test("an event whose rule cannot be expanded is refused, and nothing of it is stored", async () => {
  const workers = workersOf("process.exit(3)");
  const times = { startTime: "2026-03-02T08:00:00Z", endTime: "2026-03-02T09:00:00Z" };
  const creating = ada.run((context) =>
    events.create(Object.create(context, { workers: { value: workers } }), {
      ...{ title: "Uncommon", rrule, ...times },
    }),
  );
  await expect(creating).rejects.toMatchObject({
    code: "invalid",
    details: { fields: { rrule: "The recurrence rule could not be expanded" } },
  });
  const { rows } = await server.owner.query("select from events where title = 'Uncommon'");
  expect(rows).toEqual([]);
});
