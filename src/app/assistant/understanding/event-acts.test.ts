import { expect, test } from "vitest";
import { events } from "#features/calendar/calendar-events.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import type { Turn } from "../intent.ts";
import { plansOf } from "./act.ts";
import { ACTS } from "./acts.ts";

const { aUser, as } = await testDatabase();
const day = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10);

/** What the frame would change of an event from nine to ten in UTC. */
async function planned(frame: string, roles: Record<string, string>, sentence: string) {
  const ada = as(await aUser());
  const times = { startTime: `${day}T09:00:00Z`, endTime: `${day}T10:00:00Z` };
  await ada.invoke(events.create, { title: "Roof inspection", ...times });
  return ada.run(async (context) => {
    const clock = { timeZone: "UTC", hourCycle: "h23" as const };
    const use: Turn["use"] = (capability, input) =>
      capability(context, input) as ReturnType<typeof capability>;
    const turn: Turn = { context, timeZone: "UTC", clock, sentence, previousCards: [], use };
    const result = await ACTS[frame]?.(turn, { item: "roof inspection", ...roles });
    const [plan] = (result && plansOf(result)) ?? [];
    if (!plan) throw new Error("No plan");
    const { startTime, endTime } = plan.input as { startTime?: string; endTime?: string };
    return [startTime?.slice(11, 16), endTime?.slice(11, 16)];
  });
}

test.each([
  ["start the roof inspection 20 minutes later", "20 minutes later", "09:20", "10:20"],
  ["roof inspection an hour earlier", "an hour earlier", "08:00", "09:00"],
  ["roof inspection at 2pm please", "2pm", "14:00", "15:00"],
])("'%s' keeps its length", async (sentence, when, from, to) => {
  expect(await planned("events.move", { when }, sentence)).toEqual([from, to]);
});

test.each([
  ["add another 30 minutes to the roof inspection", "30 minutes", "10:30"],
  ["make the roof inspection 15 minutes longer", "15 minutes", "10:15"],
  ["cut the roof inspection by 15 minutes", "15 minutes", "09:45"],
  ["the roof inspection is only 45 minutes", "45 minutes", "09:45"],
  ["make the roof inspection two hours", "two hours", "11:00"],
])("'%s'", async (sentence, duration, to) => {
  expect(await planned("events.length", { duration }, sentence)).toEqual([undefined, to]);
});
