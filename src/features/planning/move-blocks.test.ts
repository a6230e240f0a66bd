import { expect, test } from "vitest";
import { calendarSettings } from "#features/calendar/calendar-settings.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { moveBlocksByThemselves } from "./jobs.ts";
import { PLAN_DEFAULTS } from "./model.ts";
import { plan } from "./plan.ts";
import { aPlanner, timesOf } from "./plan-calls.factory.ts";
import { planSettings } from "./plan-settings.ts";

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const server = await testDatabase(async () => ({ jobs }));
const DAY = 86_400_000;

/** Works around the clock, so that there is room whenever this test runs. */
async function aBusyPlanner(name: string, movesByItself: boolean) {
  const ada = await aPlanner(server, name);
  const settings = {
    ...PLAN_DEFAULTS,
    preparationMinutes: 0,
    focus: [],
    breaks: [],
    mostPlannedMinutes: 1440,
  };
  await ada.person.invoke(planSettings.save, { ...settings, movesByItself });
  const hours = {
    workingDays: [0, 1, 2, 3, 4, 5, 6],
    workFrom: 0,
    workTo: 1440,
    secondTimeZone: null,
    version: 0,
  };
  await ada.person.invoke(calendarSettings.save, hours);
  const tomorrow = new Date(Date.now() + DAY).toISOString().slice(0, 10);
  for (const title of ["One", "Two"])
    await ada.task(title, { estimateMinutes: 60, notBefore: `${tomorrow}T10:00:00Z` });
  const { blocks } = (await ada.applyShown({ from: tomorrow, to: tomorrow })).proposal;
  const [first] = blocks;
  await ada.event("Board", first?.startTime ?? "", first?.endTime ?? "");
  return { ...ada, first, before: blocks.map(timesOf) };
}
const blocksOf = async (ada: Awaited<ReturnType<typeof aBusyPlanner>>) => {
  const { rows } = await server.owner.query(
    `select e.title, e.start_time as "startTime", e.end_time as "endTime" from plan_blocks b join events e on e.id = b.event_id
      where b.user_id = $1 order by e.start_time`,
    [ada.person.userId],
  );
  return rows.map((row) =>
    timesOf({ ...row, startTime: row.startTime.toISOString(), endTime: row.endTime.toISOString() }),
  );
};
const noticesOf = async ({ person }: { person: { userId: string } }) =>
  (
    await server.owner.query("select title, message from smart_notifications where user_id = $1", [
      person.userId,
    ])
  ).rows;

test("blocks on which an event was put move by themselves only where their person allowed it, who is told", async () => {
  const ada = await aBusyPlanner("Ada", true);
  const bob = await aBusyPlanner("Bob", false);
  await moveBlocksByThemselves.run(server.services, {});
  expect(await blocksOf(bob)).toEqual(bob.before);
  expect(await noticesOf(bob)).toEqual([]);
  const after = await blocksOf(ada);
  expect(after).toHaveLength(2);
  expect(after).toContain(ada.before[1]);
  expect(after).not.toContain(ada.before[0]);
  expect(await noticesOf(ada)).toEqual([
    { title: "Your plan moved", message: expect.stringMatching(/^“(One|Two)” moved from .+ to .+$/) },
  ]);
  await moveBlocksByThemselves.run(server.services, {});
  expect(await blocksOf(ada)).toEqual(after);
  expect(await noticesOf(ada)).toHaveLength(1);
  await undoLastAction(server, ada.person, plan);
  expect(await blocksOf(ada)).toEqual(ada.before);
});
