import { afterAll, expect, test, vi } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { plan } from "../plan.ts";
import { timesOf } from "../plan-calls.factory.ts";
import { anAsker, invitedTo } from "./what-if-calls.factory.ts";

// Tuesday, 7:00 in Berlin; working hours from 9 to 17, a break from 12 to 13.
vi.useFakeTimers({ now: new Date("2026-12-01T06:00:00Z"), toFake: ["Date"] });
// Files share their worker: without this the clock of the next ones would stand still.
afterAll(() => void vi.useRealTimers());

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const server = await testDatabase(async () => ({ jobs }));
const attendees = ["bob@x.example"];
const at = (time: string) => `2026-12-01T${time}:00Z`;

test("issue 27: an own meeting that only ends too late is shortened, not moved; the undo restores its end", async () => {
  const ada = await anAsker(server, "Ada");
  await ada.event("Review", at("08:00"), at("09:00"), { attendees });
  const changes = [{ kind: "newEvent", title: "Call", startTime: at("08:45"), endTime: at("09:15") }];
  const answer = await ada.whatIf(changes);
  const meetings = answer.alternatives.find(({ kind }) => kind === "meetings");
  expect(meetings).toMatchObject({ text: "Shorten 1 meeting", measures: { meetings: 1, conflicts: 0 } });
  expect(meetings?.drafts.map(({ subject }) => subject)).toEqual(["Shorter: Review"]);
  await ada.applyWhatIf(answer, changes, "meetings");
  const titles = async () => (await ada.calendar()).map(timesOf);
  expect(await titles()).toContain("Review 01T08:00-08:45");
  await undoLastAction(server, ada.person, plan);
  expect(await titles()).toEqual(["Review 01T08:00-09:00"]);
});

test("issue 27: a meeting that would end in the middle of another change is moved as before", async () => {
  const ada = await anAsker(server, "Ada");
  await ada.event("Review", at("08:00"), at("09:00"), { attendees });
  const changes = [{ kind: "newEvent", title: "Call", startTime: at("08:30"), endTime: at("09:15") }];
  const meetings = (await ada.whatIf(changes)).alternatives.find(({ kind }) => kind === "meetings");
  expect(meetings).toMatchObject({
    text: "Move 1 meeting",
    steps: [{ isChosen: true }, { isChosen: false }],
  });
});

test("issue 27: what if it ended earlier: the own meeting does, and of another one the organizer is asked by a draft", async () => {
  const ada = await anAsker(server, "Ada");
  const own = await ada.event("Review", at("08:00"), at("09:00"), { attendees });
  const other = await invitedTo(server, ada, "Board", at("13:00"), at("14:00"));
  const changes = [
    { kind: "moveEvent", eventId: own.id, startTime: at("08:00"), endTime: at("08:30") },
    { kind: "moveEvent", eventId: other.id, startTime: at("13:00"), endTime: at("13:30") },
  ];
  const [first] = (await ada.whatIf(changes)).alternatives;
  expect(first?.steps).toMatchObject([{ step: { kind: "shorten", eventId: own.id }, isChosen: true }]);
  expect(first?.drafts.map(({ to, subject }) => [...to, subject])).toEqual([
    ["bob@x.example", "Shorter: Review"],
    ["olga@x.example", "Could it be shorter: Board"],
  ]);
});
