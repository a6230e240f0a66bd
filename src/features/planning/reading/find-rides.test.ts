import { afterAll, expect, test, vi } from "vitest";
import { attention } from "#features/attention/attention.ts";
import { events } from "#features/calendar/calendar-events.ts";
import { calendarSettings } from "#features/calendar/calendar-settings.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { moveBlocksByThemselves } from "../jobs.ts";
import { PLAN_DEFAULTS } from "../model.ts";
import { plan } from "../plan.ts";
import { aPlanner, shownOf, timesOf } from "../plan-calls.factory.ts";
import { planSettings } from "../plan-settings.ts";
import { isRideTitle } from "./find-rides.ts";

test.each([
  "Train to Munich",
  "ICE 599 to Munich",
  "Night train from Vienna",
  "Flight LH 1170",
  "Fly home",
  "Eurostar to Paris",
  "Zug nach Wien",
  "Zugfahrt Berlin",
  "Rückflug",
  "Vol pour Lyon",
  "TGV 6607",
  "Vuelo a Madrid",
  "Tren a Sevilla",
])("'%s' is a ride", (title) => {
  expect(isRideTitle(title)).toBe(true);
});

test.each([
  "Train the new colleague",
  "Training",
  "Book flight to Oslo",
  "Flight review",
  "Pick up Anna from her flight",
  "Besuch in Zug",
  "Flug buchen",
  "Déclaration de vol",
  "Entrenamiento",
  "ICE cream social",
  "Trained models",
])("'%s' is none", (title) => {
  expect(isRideTitle(title)).toBe(false);
});

// Tuesday, 7:00 in Berlin; all times below are UTC, one hour earlier than there.
vi.useFakeTimers({ now: new Date("2026-12-01T06:00:00Z"), toFake: ["Date"] });
afterAll(() => void vi.useRealTimers());

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const server = await testDatabase(async () => ({ jobs }));
const day = (time: string) => `2026-12-01T${time}:00Z`;

/** Works from 9 to 12 on weekdays, without preparation, pauses and breaks; a train from 10 to 14:00. */
async function aTraveller(settings: object = {}) {
  const ada = await aPlanner(server, "Ada");
  const plain = { preparationMinutes: 0, pauseMinutes: 0, focus: [], breaks: [], worksOnRides: true };
  await ada.person.invoke(planSettings.save, { ...PLAN_DEFAULTS, ...plain, ...settings });
  const hours = {
    workingDays: [1, 2, 3, 4, 5],
    workFrom: 540,
    workTo: 720,
    secondTimeZone: null,
    version: 0,
  };
  await ada.person.invoke(calendarSettings.save, hours);
  const train = await ada.event("ICE 599 to Munich", day("09:00"), day("13:00"), { travelMinutes: 30 });
  return { ...ada, train };
}
type Traveller = Awaited<ReturnType<typeof aTraveller>>;
const blocksOf = async (ada: Traveller) => (await ada.propose({ span: "day" })).blocks;

test("who works on trains has time there, also after the working hours; getting on and off and the ways stay busy", async () => {
  const ada = await aTraveller();
  await ada.task("Write", { estimateMinutes: 210 });
  await ada.task("Mails", { estimateMinutes: 30, priority: "low" });
  const blocks = await blocksOf(ada);
  expect(blocks.map(timesOf)).toEqual(["Mails 01T08:00-08:30", "Write 01T09:15-12:45"]);
  const ride = { kind: "ride", item: `event:${ada.train.id}`, text: "During “ICE 599 to Munich”" };
  expect(blocks.map(({ reasons }) => reasons.filter(({ kind }) => kind === "ride"))).toEqual([[], [ride]]);
});

test("who does not say so works on no train, and nobody works on the way to their holidays", async () => {
  const ada = await aTraveller({ worksOnRides: false });
  await ada.task("Write", { estimateMinutes: 60 });
  expect(await blocksOf(ada)).toEqual([]);
  const bob = await aTraveller();
  await bob.event("Flight to Rome", "2026-12-05T09:00:00Z", "2026-12-05T13:00:00Z");
  await bob.task("Write", { estimateMinutes: 60 });
  expect((await bob.propose({ from: "2026-12-05", to: "2026-12-05" })).blocks).toEqual([]);
});

test("calls and what needs a place do not lie on a train, whether or not a place is known", async () => {
  const ada = await aTraveller();
  await ada.task("Call Anna", { estimateMinutes: 60 });
  await ada.task("Sign the papers", { estimateMinutes: 60, place: "Office" });
  const notOnTrain = async () => {
    const { blocks, unplaced } = await ada.propose({ span: "day" });
    return [blocks.map(timesOf), unplaced.map(({ title, because }) => `${title}: ${because}`).sort()];
  };
  const none = ["Call Anna: place", "Sign the papers: place"];
  expect(await notOnTrain()).toEqual([[], none]);
  const allDay = ["2026-12-01T00:00:00Z", "2026-12-02T00:00:00Z"] as const;
  await ada.event("At work", ...allDay, {
    ...{ isAllDay: true, location: "Office", transparency: "transparent" },
  });
  expect(await notOnTrain()).toEqual([[], none]);
});

test("a block on a train is applied, is no overlap and no conflict, and stays until the train moves", async () => {
  const ada = await aTraveller({ movesByItself: true });
  await ada.task("Write", { estimateMinutes: 120 });
  const proposal = await ada.propose({ span: "day" });
  await ada.apply(shownOf(proposal));
  const writing = async () => (await ada.calendar()).filter(({ title }) => title === "Write").map(timesOf);
  expect(await writing()).toEqual(["Write 01T09:15-11:15"]);
  expect((await ada.propose({ span: "day" })).notes).toEqual([]);
  const { items } = (await ada.person.invoke(attention.list, {})) as { items: { kind: string }[] };
  expect(items.filter(({ kind }) => kind === "conflict")).toEqual([]);
  const shown = (await ada.person.invoke(plan.blocks, { from: day("00:00"), to: day("23:00") })) as {
    items: { reasons: { text: string }[] }[];
  };
  expect(shown.items[0]?.reasons.map(({ text }) => text)).toContain("During “ICE 599 to Munich”");
  await moveBlocksByThemselves.run(server.services, {});
  expect(await writing()).toEqual(["Write 01T09:15-11:15"]);
  const later = { startTime: day("12:00"), endTime: day("16:00") };
  const { id, version } = ada.train;
  await ada.person.invoke(events.update, { id, version, ...later, travelMinutes: 0 });
  await moveBlocksByThemselves.run(server.services, {});
  expect(await writing()).toEqual(["Write 01T09:00-11:00"]);
});

test("what else takes place on a train is in the way, and named", async () => {
  const ada = await aTraveller();
  await ada.task("Write", { estimateMinutes: 120 });
  await ada.applyShown({ span: "day" });
  await ada.event("Standup", day("09:30"), day("10:00"));
  const { notes, blocks } = await ada.propose({ span: "day" });
  expect(notes.map(({ kind }) => kind)).toContain("overlap");
  expect(blocks.map(timesOf)).toEqual(["Write 01T10:00-12:00"]);
});
