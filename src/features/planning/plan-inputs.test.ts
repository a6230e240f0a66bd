import { afterAll, expect, test, vi } from "vitest";
import { attention } from "#features/attention/attention.ts";
import { calendarSettings } from "#features/calendar/calendar-settings.ts";
import { commitments } from "#features/commitments/commitments.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { PLAN_DEFAULTS } from "./model.ts";
import { aPlanner, timesOf } from "./plan-calls.factory.ts";
import { planSettings } from "./plan-settings.ts";

// Tuesday, 7:00 in Berlin; all times below are UTC, one hour earlier than there.
vi.useFakeTimers({ now: new Date("2026-12-01T06:00:00Z"), toFake: ["Date"] });
// Files share their worker: without this the clock of the next ones would stand still.
afterAll(() => void vi.useRealTimers());

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const server = await testDatabase(async () => ({ jobs }));

/** Without preparation and pauses; working hours from 9 to 12. */
async function aPlainPlanner(name: string, options: object = {}) {
  const ada = await aPlanner(server, name);
  const plain = { preparationMinutes: 0, pauseMinutes: 0, focus: [], breaks: [] };
  await ada.person.invoke(planSettings.save, { ...PLAN_DEFAULTS, ...plain, ...options });
  const hours = {
    workingDays: [1, 2, 3, 4, 5],
    workFrom: 540,
    workTo: 720,
    secondTimeZone: null,
    version: 0,
  };
  await ada.person.invoke(calendarSettings.save, hours);
  return ada;
}
type Planner = Awaited<ReturnType<typeof aPlainPlanner>>;
const placed = async (ada: Planner, scope: Record<string, unknown> = { span: "day" }) =>
  (await ada.propose(scope)).blocks.map(timesOf);

test("events are busy with the way there and back; free, declined and cancelled ones are not", async () => {
  const ada = await aPlainPlanner("Ada");
  await ada.event("Board", "2026-12-01T09:00:00Z", "2026-12-01T09:30:00Z", { travelMinutes: 30 });
  await ada.event("Market", "2026-12-01T08:00:00Z", "2026-12-01T11:00:00Z", { transparency: "transparent" });
  const declined = await ada.event("Party", "2026-12-01T08:00:00Z", "2026-12-01T11:00:00Z", {
    attendees: [ada.person.email],
  });
  const cancelled = await ada.event("Course", "2026-12-01T08:00:00Z", "2026-12-01T11:00:00Z");
  const answer = [{ address: ada.person.email, name: null, role: "required", status: "declined" }];
  await server.owner.query("update events set participants = $2 where id = $1", [
    declined.id,
    JSON.stringify(answer),
  ]);
  await server.owner.query("update events set status = 'cancelled' where id = $1", [cancelled.id]);
  await ada.task("Write", { estimateMinutes: 60 });
  await ada.task("Short", { estimateMinutes: 30, priority: "urgent" });
  expect(await placed(ada)).toEqual(["Short 01T08:00-08:30", "Write 01T10:00-11:00"]);
});

test("a day with an event that takes all of it is not planned, and the plan says so", async () => {
  const ada = await aPlainPlanner("Ada");
  await ada.event("Fair", "2026-12-01T00:00:00Z", "2026-12-02T00:00:00Z", { isAllDay: true });
  await ada.task("Write", { estimateMinutes: 60 });
  const { blocks, notes } = await ada.propose({ from: "2026-12-01", to: "2026-12-02" });
  expect(blocks.map(timesOf)).toEqual(["Write 02T08:00-09:00"]);
  expect(notes).toEqual([{ kind: "allDay", day: "2026-12-01", text: "“Fair” takes the whole day" }]);
});

test("meetings with others are prepared before them, on the working day before at the earliest", async () => {
  const ada = await aPlainPlanner("Ada", { preparationMinutes: 30, mostMeetingMinutes: 30 });
  const guests = { attendees: ["clara@example.com"] };
  await ada.event("Board", "2026-12-01T09:00:00Z", "2026-12-01T10:00:00Z", { ...guests, travelMinutes: 15 });
  await ada.event("Alone", "2026-12-01T10:30:00Z", "2026-12-01T11:00:00Z", { attendees: [ada.person.email] });
  await ada.event("Call", "2026-12-01T10:15:00Z", "2026-12-01T10:30:00Z", guests);
  await ada.event("Friday", "2026-12-04T08:00:00Z", "2026-12-04T09:00:00Z", guests);
  const { blocks, notes } = await ada.propose({ span: "day" });
  expect(blocks.map(timesOf)).toEqual(["Prepare: Board 01T08:00-08:30"]);
  expect(blocks[0]).toMatchObject({ kind: "preparation", isGuess: false });
  expect(blocks[0]?.reasons.map(({ text }) => text)).toEqual(["Before you are expected: Tue, Dec 1, 09:45"]);
  expect(notes).toEqual([
    {
      kind: "meetings",
      day: "2026-12-01",
      text: "You have 1 h 15 min of meetings, more than the 30 min that you allow",
    },
  ]);
  const week = await ada.propose({ from: "2026-12-01", to: "2026-12-03" });
  expect(week.blocks.map(timesOf)).toEqual([
    "Prepare: Board 01T08:00-08:30",
    "Prepare: Friday 03T09:00-09:30",
  ]);
});

test("a meeting is prepared in the last free hours before it, and earlier only where these are taken", async () => {
  const ada = await aPlainPlanner("Ada", { preparationMinutes: 30 });
  const hours = {
    workingDays: [1, 2, 3, 4, 5],
    workFrom: 540,
    workTo: 1020,
    secondTimeZone: null,
    version: 1,
  };
  await ada.person.invoke(calendarSettings.save, hours);
  await ada.event("Review", "2026-12-03T14:00:00Z", "2026-12-03T15:00:00Z", {
    attendees: ["clara@example.com"],
  });
  const days = { from: "2026-12-01", to: "2026-12-04" };
  expect(await placed(ada, days)).toEqual(["Prepare: Review 03T12:00-12:30"]);
  // Of the two last free hours one is left on that day and one on the day before.
  await ada.event("Visit", "2026-12-03T08:00:00Z", "2026-12-03T13:00:00Z");
  expect(await placed(ada, days)).toEqual(["Prepare: Review 02T15:00-15:30"]);
});

test("a decisive meeting is prepared last before it, for longer, and other work ends half an hour before", async () => {
  const ada = await aPlainPlanner("Ada", { preparationMinutes: 15 });
  await ada.event("Board meeting", "2026-12-01T10:00:00Z", "2026-12-01T11:00:00Z", {
    attendees: ["clara@example.com"],
  });
  await ada.event("Stand-up", "2026-12-01T08:00:00Z", "2026-12-01T08:30:00Z", {
    attendees: ["clara@example.com"],
  });
  await ada.task("Write", { estimateMinutes: 60, dueDate: "2026-12-01T10:00:00Z" });
  expect(await placed(ada, { span: "day" })).toEqual([
    "Write 01T08:30-09:30",
    "Prepare: Board meeting 01T09:30-10:00",
  ]);
});

test("what belongs to a series, meals, and what a task of one's own prepares get no preparation", async () => {
  const ada = await aPlainPlanner("Ada", { preparationMinutes: 30 });
  const guests = { attendees: ["clara@example.com"] };
  const day = (time: string) => `2026-12-02T${time}:00Z`;
  await ada.event("Stand-up", day("08:00"), day("08:30"), { ...guests, rrule: "FREQ=DAILY;COUNT=3" });
  await ada.event("Lunch with Jan", day("12:00"), day("13:00"), guests);
  await ada.event("Town hall", day("14:00"), day("15:00"), { ...guests, travelMinutes: 15 });
  await ada.event("Visit of the auditors", day("15:30"), day("16:30"), guests);
  await ada.task("Prepare town hall", { estimateMinutes: 60, dueDate: "2026-12-01T23:00:00Z" });
  await ada.task("Auditors: figures", { estimateMinutes: 30, dueDate: day("15:00"), priority: "low" });
  await ada.task("Read", { estimateMinutes: 30, dueDate: day("15:00") });
  const days = { from: "2026-12-02", to: "2026-12-03" };
  const { blocks } = await ada.propose(days);
  expect(blocks.map(({ title }) => title).sort()).toEqual(["Auditors: figures", "Prepare town hall", "Read"]);
  const ends = Object.fromEntries(blocks.map(({ title, endTime }) => [title, endTime]));
  expect(ends["Prepare town hall"] && ends["Prepare town hall"] <= "2026-12-02T13:45:00.000Z").toBe(true);
});

test("work for a meeting is done before it or not at all, and then that is said", async () => {
  const ada = await aPlainPlanner("Ada");
  await ada.event("Board", "2026-12-02T09:00:00Z", "2026-12-02T10:00:00Z", {
    attendees: ["clara@example.com"],
  });
  await ada.task("Board deck", { estimateMinutes: 300, dueDate: "2026-12-02T09:00:00Z" });
  const { blocks, unplaced } = await ada.propose({ from: "2026-12-01", to: "2026-12-04" });
  expect({ blocks, unplaced }).toMatchObject({
    blocks: [],
    unplaced: [{ title: "Board deck", because: "room" }],
  });
});

test("a break is taken beside what is in its way, and events that overlap with their travel are named", async () => {
  const ada = await aPlainPlanner("Ada", { breaks: [{ from: 720, to: 765 }] });
  const hours = {
    workingDays: [1, 2, 3, 4, 5],
    workFrom: 660,
    workTo: 900,
    secondTimeZone: null,
    version: 1,
  };
  await ada.person.invoke(calendarSettings.save, hours);
  await ada.event("Gate duty", "2026-12-01T11:00:00Z", "2026-12-01T12:00:00Z");
  await ada.task("Write", { estimateMinutes: 60 });
  await ada.task("Mark", { estimateMinutes: 75 });
  const { notes } = await ada.propose({ span: "day" });
  // From 11 to 15 in Berlin: the duty is from 12 to 13, and the break just before it.
  expect(await placed(ada)).toEqual(["Mark 01T12:00-13:15"]);
  expect(notes).toEqual([]);
  await ada.event("Trip", "2026-12-01T12:30:00Z", "2026-12-01T13:30:00Z", { travelMinutes: 45 });
  expect((await ada.propose({ span: "day" })).notes).toEqual([
    {
      kind: "overlap",
      day: "2026-12-01",
      text: "“Gate duty” lasts until 13:00, but you leave for “Trip” at 12:45",
    },
  ]);
});

test("answers that are owed are planned, what was promised first; what has a task or was marked is not", async () => {
  const ada = await aPlainPlanner("Ada");
  const owe = (what: string, fields: object = {}) =>
    ada.person.invoke(commitments.create, { what, ...fields }) as Promise<{ id: string }>;
  const clara = { partyName: "Clara Voss" };
  await owe("send the figures", { ...clara, due: "2026-12-01T16:00:00Z", hasTime: true });
  await owe("confirm the date", { ...clara, kind: "request" });
  const other = await owe("something else", { kind: "request" });
  const offer = await owe("Send Bob the offer");
  await owe("pay me back", { owedBy: "them" });
  const met = await owe("paint the wall");
  await ada.person.invoke(commitments.makeTask, { id: offer.id });
  await ada.person.invoke(commitments.markMet, { id: met.id });
  await ada.person.invoke(attention.mark, { items: [{ id: `request:${other.id}`, as: "not_mine" }] });
  const { blocks } = await ada.propose({ span: "day" });
  const words = Object.fromEntries(
    blocks.map(({ title, reasons }) => [title, reasons.map(({ kind }) => kind)]),
  );
  expect(words).toEqual({
    "Answer Clara Voss: send the figures": ["promised", "firstFree", "together", "guess"],
    "Answer Clara Voss: confirm the date": ["firstFree", "together", "guess"],
    "Send Bob the offer": ["promised", "firstFree", "guess"],
  });
  expect(blocks.map(({ kind }) => kind).sort()).toEqual(["answer", "answer", "task"]);
});

test("a task waits for others, and for its own earliest moment; subtasks are planned in place of their task", async () => {
  const ada = await aPlainPlanner("Ada");
  const first = await ada.task("First", { estimateMinutes: 60 });
  await ada.task("Second", { estimateMinutes: 30, priority: "urgent", blockedBy: [first.id] });
  await ada.task("Later", { estimateMinutes: 30, notBefore: "2026-12-01T10:30:00Z", priority: "urgent" });
  await ada.task("Next month", { estimateMinutes: 30, notBefore: "2027-01-01T10:30:00Z" });
  const whole = await ada.task("Whole", { estimateMinutes: 500 });
  await ada.task("Part", { parentId: whole.id, estimateMinutes: 30, priority: "low" });
  const { blocks, unplaced } = await ada.propose({ span: "day" });
  expect(blocks.map(timesOf)).toEqual([
    ...["First 01T08:00-09:00", "Second 01T09:00-09:30", "Part 01T09:30-10:00", "Later 01T10:30-11:00"],
  ]);
  expect(unplaced).toEqual([]);
  expect(blocks.map(({ reasons }) => reasons[0]?.text)).toEqual([
    "1 other task waits for it",
    "It has a high priority",
    "Nothing earlier is free",
    "It has a high priority",
  ]);
  const onlySecond = await ada.propose({ span: "day", items: [blocks[1]?.item] });
  expect(onlySecond.blocks.map(({ title }) => title)).toEqual(["First", "Second"]);
});

test("a place counts on days that say where the person is", async () => {
  const ada = await aPlainPlanner("Ada");
  await ada.task("Scan the papers", { estimateMinutes: 30, place: "Office" });
  expect(await placed(ada, { from: "2026-12-01", to: "2026-12-02" })).toEqual([
    "Scan the papers 01T08:00-08:30",
  ]);
  await ada.event("In the office", "2026-12-02T00:00:00Z", "2026-12-03T00:00:00Z", {
    ...{ isAllDay: true, transparency: "transparent", location: " office " },
  });
  const { blocks } = await ada.propose({ from: "2026-12-01", to: "2026-12-02" });
  expect(blocks.map(timesOf)).toEqual(["Scan the papers 02T08:00-08:30"]);
  expect(blocks[0]?.reasons).toContainEqual({ kind: "place", text: "While you are where it is done" });
});

test("a long task is divided where its person allowed it, and what was worked on is not planned again", async () => {
  const ada = await aPlainPlanner("Ada", { mostPlannedMinutes: 120 });
  await ada.task("Book", { estimateMinutes: 240, leastPieceMinutes: 60 });
  const days = { from: "2026-12-01", to: "2026-12-02" };
  await ada.applyShown(days);
  const first = await ada.calendar();
  expect(first.map(timesOf)).toEqual(["Book 01T08:00-10:00", "Book 02T08:00-10:00"]);
  expect(first[0]?.createdFrom?.reason).toContain("One of 2 pieces");
  vi.setSystemTime("2026-12-01T12:00:00Z");
  const { blocks } = await ada.propose(days);
  expect(blocks.map((block) => [timesOf(block), block.change])).toEqual([["Book 02T08:00-10:00", "kept"]]);
  expect(blocks[0]?.reasons).toContainEqual({
    kind: "worked",
    minutes: 120,
    text: "You had 2 h for it before",
  });
  vi.setSystemTime("2026-12-02T12:00:00Z");
  const late = await ada.propose({ from: "2026-12-02", to: "2026-12-03" });
  expect(late.blocks.map(timesOf)).toEqual(["Book 03T08:00-09:00"]);
  vi.setSystemTime("2026-12-01T06:00:00Z");
});

test("how long a task took is learned from its block and when it was completed", async () => {
  const ada = await aPlainPlanner("Ada");
  const report = await ada.task("Weekly report", { estimateMinutes: 60 });
  await ada.applyShown({ span: "day" });
  vi.setSystemTime("2026-12-01T08:40:00Z");
  await ada.changeTask(report, { status: "completed" });
  await ada.task("Weekly report");
  const { blocks } = await ada.propose({ from: "2026-12-02", to: "2026-12-02" });
  expect(blocks[0]?.reasons).toContainEqual({
    ...{ kind: "guess", minutes: 40, from: "done", count: 1, text: "Guess: 40 min, as 1 similar task took" },
  });
  vi.setSystemTime("2026-12-01T06:00:00Z");
});
