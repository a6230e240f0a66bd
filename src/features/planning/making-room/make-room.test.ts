import { afterAll, expect, test, vi } from "vitest";
import { emails } from "#features/email/emails.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { PLAN_DEFAULTS } from "../model.ts";
import { plan } from "../plan.ts";
import { timesOf } from "../plan-calls.factory.ts";
import { planSettings } from "../plan-settings.ts";
import { type AnswerOnWire, anAsker, invitedTo } from "../what-if/what-if-calls.factory.ts";

// Tuesday, 7:00 in Berlin; working hours from 9 to 17, a break from 12 to 13, focus from 9 to 11.
vi.useFakeTimers({ now: new Date("2026-12-01T06:00:00Z"), toFake: ["Date"] });
// Files share their worker: without this the clock of the next ones would stand still.
afterAll(() => void vi.useRealTimers());

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const server = await testDatabase(async () => ({ jobs }));
type Asker = Awaited<ReturnType<typeof anAsker>>;

const TODAY = { from: "2026-12-01", to: "2026-12-01" };
const at = (time: string) => `2026-12-01T${time}:00Z`;
const attendees = ["bob@x.example"];
const makeRoom = (ada: Asker) => ada.person.invoke(plan.makeRoom, TODAY) as Promise<AnswerOnWire>;
const rows = async (ada: Asker) =>
  (await ada.calendar())
    .map((event) => `${timesOf(event)} ${event.participants.map(({ status }) => status).join()}`)
    .sort();
const draftsOf = async (ada: Asker) =>
  ((await ada.person.invoke(emails.list, { status: "draft" })) as { items: { subject: string }[] }).items
    .map(({ subject }) => subject)
    .sort();

/** The deck takes all but an hour until noon, when it is due; the own review of an hour is in the way. */
async function aFullMorning(ada: Asker) {
  await ada.person.invoke(planSettings.save, { ...PLAN_DEFAULTS, pauseMinutes: 0, preparationMinutes: 0 });
  await ada.task("Board deck", { estimateMinutes: 135, dueDate: at("11:00"), priority: "high" });
  await ada.event("Review", at("08:00"), at("09:00"), { attendees });
}

test("issue 27: a meeting that is shortened makes room: what it frees, what gets done in time, and the draft", async () => {
  const ada = await anAsker(server, "Ada");
  await aFullMorning(ada);
  const answer = await makeRoom(ada);
  const [first] = answer.alternatives;
  expect(answer.effects).toEqual([]);
  expect(first).toMatchObject({ kind: "shorten", text: "Shorten 1 meeting" });
  expect(first?.steps).toMatchObject([
    {
      step: { kind: "shorten", startTime: "2026-12-01T08:00:00.000Z", endTime: "2026-12-01T08:45:00.000Z" },
      ...{ title: "Review", isChosen: false, text: "End it at 09:45" },
    },
  ]);
  expect(first?.gains.map(({ title, kind, text }) => [title, kind, text])).toEqual([
    ["Review", "frees", "Frees 15 min on Tuesday, December 1"],
    ["Board deck", "inTime", expect.stringMatching(/^Done in time: Tue, Dec 1, 12:00, 3 h 15 min earlier$/)],
  ]);
  expect(first?.costsMore).toBeLessThan(0);
  expect(first?.drafts).toMatchObject([{ to: attendees, subject: "Shorter: Review" }]);
  expect(first?.drafts[0]?.text).toContain("Does that suit you?");
});

test("issue 27: room is made as it was shown, by one act with one undo, which is undone as well", async () => {
  const ada = await anAsker(server, "Ada");
  await aFullMorning(ada);
  const before = await rows(ada);
  const answer = await makeRoom(ada);
  const applied = await ada.applyWhatIf(answer, [], "shorten");
  expect(applied).toMatchObject({ created: 1, moved: 0, shortened: 1, declined: 0 });
  const after = await rows(ada);
  expect(after).toEqual(["Board deck 01T08:45-11:00 ", "Review 01T08:00-08:45 "]);
  expect(await draftsOf(ada)).toEqual(["Shorter: Review"]);
  await undoLastAction(server, ada.person, plan);
  expect([await rows(ada), await draftsOf(ada)]).toEqual([before, []]);
  await undoLastAction(server, ada.person, plan);
  expect([await rows(ada), await draftsOf(ada)]).toEqual([after, ["Shorter: Review"]]);
});

test("issue 27: of a series only one occurrence gets shorter, and it follows its series again", async () => {
  const ada = await anAsker(server, "Ada");
  await ada.person.invoke(planSettings.save, { ...PLAN_DEFAULTS, pauseMinutes: 0, preparationMinutes: 0 });
  await ada.task("Board deck", { estimateMinutes: 135, dueDate: at("11:00"), priority: "high" });
  await ada.event("Review", at("08:00"), at("09:00"), {
    ...{ attendees, rrule: "FREQ=DAILY;COUNT=3", timeZone: "Europe/Berlin" },
  });
  const before = await rows(ada);
  await ada.applyWhatIf(await makeRoom(ada), [], "shorten");
  expect((await rows(ada)).filter((row) => row.startsWith("Review"))).toEqual([
    "Review 01T08:00-08:45 ",
    "Review 02T08:00-09:00 ",
    "Review 03T08:00-09:00 ",
  ]);
  await undoLastAction(server, ada.person, plan);
  expect(await rows(ada)).toEqual(before);
});

test("issue 27: what somebody else organizes is declined, or its organizer is asked to end it earlier; then nothing changes", async () => {
  const ada = await anAsker(server, "Ada");
  await ada.person.invoke(planSettings.save, { ...PLAN_DEFAULTS, pauseMinutes: 0, preparationMinutes: 0 });
  await ada.task("Board deck", { estimateMinutes: 135, dueDate: at("11:00"), priority: "urgent" });
  await invitedTo(server, ada, "Review", at("08:00"), at("09:00"));
  await ada.event("Dentist", at("12:00"), at("16:00"));
  const before = await rows(ada);
  const answer = await makeRoom(ada);
  expect(answer.alternatives.map(({ kind, text }) => [kind, text])).toEqual([
    ["decline", "Decline 1 meeting"],
    ["ask", "Ask to shorten 1 meeting"],
  ]);
  const ask = answer.alternatives[1];
  expect(ask?.steps).toMatchObject([
    { step: { kind: "ask" }, text: "Ask olga@x.example to end it at 09:45" },
  ]);
  expect(ask?.gains.map(({ kind }) => kind)).toEqual(["frees", "room"]);
  expect(await ada.applyWhatIf(answer, [], "ask")).toMatchObject({ moved: 0, shortened: 0, declined: 0 });
  expect(await rows(ada)).toEqual(before);
  expect(await draftsOf(ada)).toEqual(["Could it be shorter: Review"]);
});

test("issue 27: a day with more meetings than the person wants has a way out", async () => {
  const ada = await anAsker(server, "Ada");
  await ada.person.invoke(planSettings.save, {
    ...{ ...PLAN_DEFAULTS, preparationMinutes: 0, mostMeetingMinutes: 60 },
  });
  await invitedTo(server, ada, "Round", at("13:00"), at("14:00"));
  await ada.event("Review", at("08:00"), at("09:00"), { attendees });
  const answer = await makeRoom(ada);
  const [first] = answer.alternatives;
  expect(first?.gains.map(({ kind, text }) => [kind, text])).toContainEqual([
    "limit",
    expect.stringMatching(/ less of meetings beyond your limit on Tuesday, December 1$/),
  ]);
});

test("issue 27: where nothing would be gained, no meeting is proposed", async () => {
  const ada = await anAsker(server, "Ada");
  await ada.task("Board deck", { estimateMinutes: 60, dueDate: at("15:00") });
  await ada.event("Review", at("14:00"), at("15:00"), { attendees });
  const reason = "Everything has its place in time, and no meetings are at the same time.";
  expect(await makeRoom(ada)).toMatchObject({ alternatives: [], effects: [], reason });
});

test("issue 27: meetings on which much depends never give way, and that is said", async () => {
  const ada = await anAsker(server, "Ada");
  await ada.person.invoke(planSettings.save, { ...PLAN_DEFAULTS, pauseMinutes: 0, preparationMinutes: 0 });
  await ada.task("Deck", { estimateMinutes: 135, dueDate: at("11:00"), priority: "high" });
  await ada.event("Board meeting", at("08:00"), at("09:00"), { attendees });
  const reason = "Much depends on all meetings of these days, or they cannot be changed here.";
  expect(await makeRoom(ada)).toMatchObject({ alternatives: [], reason });
});

test("issue 27: a meeting of many is left to others: it takes no time any more, a draft says so, and one undo takes it back", async () => {
  const ada = await anAsker(server, "Ada");
  await ada.person.invoke(planSettings.save, { ...PLAN_DEFAULTS, pauseMinutes: 0, preparationMinutes: 0 });
  await ada.task("Deck", { estimateMinutes: 150, dueDate: at("11:00"), priority: "high" });
  await ada.event("IT steering", at("08:00"), at("09:00"), {
    attendees: Array.from({ length: 9 }, (_, index) => `guest${index}@x.example`),
  });
  const busyOf = async () =>
    (await ada.calendar()).map(({ title, transparency }) => `${title} ${transparency}`).sort();
  const answer = await makeRoom(ada);
  const found = answer.alternatives.find(({ kind }) => kind === "decline");
  expect(found).toMatchObject({ text: "Leave 1 meeting to others" });
  expect(found?.steps).toMatchObject([
    { step: { kind: "skip" }, title: "IT steering", text: "Do not go, and ask for the minutes" },
  ]);
  expect(found?.gains.map(({ title, kind }) => [title, kind])).toEqual([
    ["IT steering", "frees"],
    ["Deck", "inTime"],
  ]);
  const before = await busyOf();
  expect(await ada.applyWhatIf(answer, [], "decline")).toMatchObject({ created: 1, skipped: 1, removed: 0 });
  const after = ["Deck opaque", "IT steering transparent"];
  expect(await busyOf()).toEqual(after);
  expect(await draftsOf(ada)).toEqual(["I cannot come: IT steering"]);
  await undoLastAction(server, ada.person, plan);
  expect([await busyOf(), await draftsOf(ada)]).toEqual([before, []]);
  await undoLastAction(server, ada.person, plan);
  expect(await busyOf()).toEqual(after);
});

test("issue 27: of two meetings at the same time the one that others can hold is left", async () => {
  const ada = await anAsker(server, "Ada");
  await ada.person.invoke(planSettings.save, { ...PLAN_DEFAULTS, preparationMinutes: 0 });
  await ada.event("Sales forecast", at("13:00"), at("14:00"), { attendees });
  await ada.event("Intro: vendor", at("13:30"), at("14:30"), { attendees });
  const { alternatives } = await makeRoom(ada);
  const found = alternatives.find(({ kind }) => kind === "decline");
  expect(found?.steps.map(({ title }) => title)).toEqual(["Intro: vendor"]);
  expect(found?.gains.map(({ kind, text }) => [kind, text])).toContainEqual([
    "overlap",
    "Not at the same time any more",
  ]);
});

test("issue 27: what changed since is refused, and so is a step that was not shown", async () => {
  const ada = await anAsker(server, "Ada");
  await aFullMorning(ada);
  const answer = await makeRoom(ada);
  const other = structuredClone(answer);
  for (const { steps } of other.alternatives)
    for (const { step } of steps) if (step.kind === "shorten") step.endTime = at("08:30");
  await expect(ada.applyWhatIf(other, [])).rejects.toMatchObject({ code: "conflict" });
  const [review] = await ada.calendar();
  await ada.person.invoke(plan.restoreWhatIf, {
    ...{ blocks: { remove: [], restore: [], move: [] }, remove: [], restore: [], rejoin: [], answers: [] },
    ...{ removeDrafts: [], restoreDrafts: [] },
    move: [{ eventId: review?.id, startTime: at("08:30"), endTime: at("09:30") }],
  });
  await expect(ada.applyWhatIf(answer, [])).rejects.toMatchObject({ code: "conflict" });
});
