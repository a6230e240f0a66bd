import { afterAll, expect, test, vi } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { plan } from "../plan.ts";
import { timesOf } from "../plan-calls.factory.ts";
import { type AnswerOnWire, anAsker } from "./what-if-calls.factory.ts";

// Tuesday, 7:00 in Berlin; working hours from 9 to 17, a break from 12 to 13, focus from 9 to 11.
vi.useFakeTimers({ now: new Date("2026-12-01T06:00:00Z"), toFake: ["Date"] });
// Files share their worker: without this the clock of the next ones would stand still.
afterAll(() => void vi.useRealTimers());

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const server = await testDatabase(async () => ({ jobs }));

const factsOf = ({ effects }: Pick<AnswerOnWire, "effects">) =>
  effects.map(({ kind, title, minutes }) => [kind, title, minutes]);

test("issue 27: a day off moves what was planned, and names the meetings on it", async () => {
  const ada = await anAsker(server, "Ada");
  await ada.task("Report", { estimateMinutes: 120, dueDate: "2026-12-01T15:00:00Z" });
  await ada.event("Board", "2026-12-01T13:00:00Z", "2026-12-01T14:00:00Z", { attendees: ["bob@x.example"] });
  await ada.event("Lunch alone", "2026-12-01T11:00:00Z", "2026-12-01T12:00:00Z");
  const changes = [{ kind: "dayOff", from: "2026-12-01", to: "2026-12-01" }];
  const answer = await ada.whatIf(changes);
  expect(factsOf(answer)).toEqual([
    ["collides", "Board", 60],
    ["late", "Report", 1140],
    ["noPreparation", "Board", 30],
  ]);
  const [late] = answer.alternatives.filter(({ kind }) => kind === "late");
  expect(late?.blocks.every(({ startTime }) => startTime > "2026-12-02")).toBe(true);
  expect(late?.steps).toMatchObject([{ step: { kind: "create", what: "dayOff" }, isChosen: true }]);
  expect(late?.costsMore).toBeGreaterThan(0);
  expect(await ada.calendar()).toHaveLength(2);
  expect(await ada.whatIf(changes)).toEqual(answer);
});

test("issue 27: on a trip, what needs the office waits, meetings in person collide, calls do not", async () => {
  const ada = await anAsker(server, "Ada");
  const trip = { kind: "trip", from: "2026-12-01", to: "2026-12-03", place: "Lisbon", travelMinutes: 180 };
  await ada.task("Sign papers", {
    ...{ estimateMinutes: 30, place: "Office", dueDate: "2026-12-02T15:00:00Z" },
  });
  await ada.task("Write", { estimateMinutes: 60 });
  const attendees = ["bob@x.example"];
  await ada.event("Visit", "2026-12-02T09:00:00Z", "2026-12-02T10:00:00Z", { attendees, location: "Berlin" });
  await ada.event("Dinner", "2026-12-02T18:00:00Z", "2026-12-02T19:00:00Z", {
    attendees,
    location: "LISBON",
  });
  await ada.event("Call", "2026-12-02T13:00:00Z", "2026-12-02T14:00:00Z", {
    ...{ attendees, meetingLink: "https://call.example/1" },
  });
  await ada.event("Early", "2026-12-01T08:30:00Z", "2026-12-01T09:00:00Z", { attendees });
  const answer = await ada.whatIf([trip]);
  const found = factsOf(answer);
  expect(found).toContainEqual(["collides", "Early", 30]);
  expect(found).toContainEqual(["away", "Visit", 60]);
  expect(found.flat()).not.toContain("Call");
  expect(found.flat()).not.toContain("Dinner");
  expect(found).toContainEqual(["late", "Sign papers", expect.any(Number)]);
  const meetings = answer.alternatives.find(({ kind }) => kind === "meetings");
  expect(meetings?.steps.filter(({ isChosen }) => !isChosen).map(({ title }) => title)).toEqual([
    "Early",
    "Visit",
  ]);
  const moved = meetings?.steps.find(({ title }) => title === "Visit")?.step;
  expect(moved?.kind === "move" && moved.startTime > "2026-12-03T23:00").toBe(true);
  expect(meetings?.drafts.map(({ to, subject }) => [to, subject])).toEqual([
    [["bob@x.example"], "New time: Early"],
    [["bob@x.example"], "New time: Visit"],
  ]);
  for (const { blocks } of answer.alternatives)
    for (const { title, startTime } of blocks)
      expect(title !== "Sign papers" || startTime > "2026-12-03T23:00").toBe(true);
});

test("issue 27: an alternative is applied as it was shown, and one undo restores the former rows", async () => {
  const ada = await anAsker(server, "Ada");
  await ada.task("Report", { estimateMinutes: 120, dueDate: "2026-12-01T15:00:00Z" });
  await ada.applyShown();
  await ada.event("Board", "2026-12-01T13:00:00Z", "2026-12-01T14:00:00Z", { attendees: ["bob@x.example"] });
  const before = (await ada.calendar()).map(timesOf).sort();
  const changes = [{ kind: "dayOff", from: "2026-12-01", to: "2026-12-01" }];
  const answer = await ada.whatIf(changes);
  const applied = await ada.applyWhatIf(answer, changes, "meetings");
  expect(applied).toMatchObject({ declined: 0, removed: 0, draftIds: [expect.any(String)] });
  const titles = (await ada.calendar()).map(({ title, startTime }) => `${title} ${startTime.slice(0, 10)}`);
  expect(titles).toContain("Day off 2026-12-01");
  expect(titles.filter((title) => /^(Report|Board) 2026-12-01/.test(title))).toEqual([]);
  const [report] = (await ada.propose()).blocks;
  expect(report).toMatchObject({ title: "Report", change: "kept" });
  await undoLastAction(server, ada.person, plan);
  expect((await ada.calendar()).map(timesOf).sort()).toEqual(before);
  await undoLastAction(server, ada.person, plan);
  expect(
    (await ada.calendar()).map(({ title, startTime }) => `${title} ${startTime.slice(0, 10)}`).sort(),
  ).toEqual(titles.sort());
  await expect(ada.applyWhatIf(answer, changes, "meetings")).rejects.toMatchObject({ code: "conflict" });
});
