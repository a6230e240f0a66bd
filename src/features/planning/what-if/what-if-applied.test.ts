import { afterAll, expect, test, vi } from "vitest";
import { emails } from "#features/email/emails.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { plan } from "../plan.ts";
import { timesOf } from "../plan-calls.factory.ts";
import { anAsker, invitedTo } from "./what-if-calls.factory.ts";

// Tuesday, 7:00 in Berlin; working hours from 9 to 17, a break from 12 to 13, focus from 9 to 11.
vi.useFakeTimers({ now: new Date("2026-12-01T06:00:00Z"), toFake: ["Date"] });
// Files share their worker: without this the clock of the next ones would stand still.
afterAll(() => void vi.useRealTimers());

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const server = await testDatabase(async () => ({ jobs }));
type Asker = Awaited<ReturnType<typeof anAsker>>;

const invited = (ada: Asker, title: string, startTime: string, endTime: string, fields = {}) =>
  invitedTo(server, ada, title, startTime, endTime, fields);

const rows = async (ada: Asker) =>
  (await ada.calendar())
    .map((event) => `${timesOf(event)} ${event.participants.map(({ status }) => status).join()}`)
    .sort();

const draftsOf = async (ada: Asker) =>
  ((await ada.person.invoke(emails.list, { status: "draft" })) as { items: { subject: string }[] }).items.map(
    ({ subject }) => subject,
  );

test("issue 27: a meeting of somebody else is declined by the own answer, and the undo restores the answer", async () => {
  const ada = await anAsker(server, "Ada");
  const visit = await invited(ada, "Visit", "2026-12-02T09:00:00Z", "2026-12-02T10:00:00Z", {
    location: "Berlin",
  });
  await ada.event("Dentist", "2026-12-02T12:00:00Z", "2026-12-02T13:00:00Z", { location: "Berlin" });
  const before = await rows(ada);
  const changes = [
    { kind: "trip", from: "2026-12-02", to: "2026-12-02", place: "Lisbon", travelMinutes: 60 },
  ];
  const answer = await ada.whatIf(changes);
  const applied = await ada.applyWhatIf(answer, changes, "meetings");
  expect(applied).toMatchObject({ created: 3, moved: 1, removed: 0, declined: 1 });
  const after = await ada.calendar();
  expect(after.find(({ id }) => id === visit.id)).toMatchObject({
    ...{ startTime: "2026-12-02T09:00:00.000Z", participants: [{ status: "declined" }] },
  });
  expect(after.find(({ title }) => title === "Trip: Lisbon")).toMatchObject({
    ...{ isAllDay: true, location: "Lisbon", transparency: "transparent" },
  });
  expect(await draftsOf(ada)).toEqual(["I cannot come: Visit"]);
  await undoLastAction(server, ada.person, plan);
  expect(await rows(ada)).toEqual(before);
  expect(await draftsOf(ada)).toEqual([]);
});

test("issue 27: after a trip was applied, the next plan keeps it all, by days and by hours", async () => {
  const spans = [
    { from: "2026-12-02", to: "2026-12-03" },
    { from: "2026-12-02T10:00:00Z", to: "2026-12-03T14:00:00Z" },
  ];
  for (const span of spans) {
    const ada = await anAsker(server, "Ada");
    await ada.task("Sign papers", { estimateMinutes: 60, place: "Office" });
    await ada.task("Write", { estimateMinutes: 360, leastPieceMinutes: 60 });
    await ada.task("Read", { estimateMinutes: 360, leastPieceMinutes: 60 });
    const changes = [{ kind: "trip", place: "Lisbon", travelMinutes: 120, ...span }];
    const answer = await ada.whatIf(changes);
    await ada.applyWhatIf(answer, changes);
    const { blocks, removed } = await ada.propose();
    expect([removed, blocks.filter(({ change }) => change !== "kept")]).toEqual([[], []]);
    expect(blocks.map(timesOf)).toEqual(answer.alternatives[0]?.blocks.map(timesOf));
  }
});

test("issue 27: what somebody else organizes is not moved: a draft asks for it, and both times stay free", async () => {
  const ada = await anAsker(server, "Ada");
  await ada.task("Report", { estimateMinutes: 60 });
  const visit = await invited(ada, "Visit", "2026-12-01T09:00:00Z", "2026-12-01T10:00:00Z");
  const times = { startTime: "2026-12-01T13:00:00Z", endTime: "2026-12-01T14:00:00Z" };
  const changes = [{ kind: "moveEvent", eventId: visit.id, ...times }];
  const answer = await ada.whatIf(changes, { span: "day" });
  const [first] = answer.alternatives;
  expect(first?.steps).toEqual([]);
  expect(first?.drafts).toMatchObject([{ to: ["olga@x.example"], subject: "Another time: Visit" }]);
  const isFree = (from: string, to: string) =>
    first?.blocks.every(({ startTime, endTime }) => endTime <= from || startTime >= to);
  expect(isFree("2026-12-01T09:00", "2026-12-01T10:00")).toBe(true);
  expect(isFree("2026-12-01T13:00", "2026-12-01T14:00")).toBe(true);
  await ada.applyWhatIf(answer, changes);
  expect((await ada.calendar()).find(({ id }) => id === visit.id)).toMatchObject({
    startTime: visit.startTime,
  });
});

test("issue 27: of a series one occurrence moves or goes, and comes back", async () => {
  const ada = await anAsker(server, "Ada");
  await ada.event("Standup", "2026-12-01T10:00:00Z", "2026-12-01T10:30:00Z", {
    ...{ rrule: "FREQ=DAILY;COUNT=4", timeZone: "Europe/Berlin", attendees: ["bob@x.example"] },
  });
  const before = await rows(ada);
  const [, second, third] = (await ada.calendar()).filter(({ title }) => title === "Standup");
  const changes = [
    {
      ...{ kind: "moveEvent", eventId: second?.id },
      ...{ startTime: "2026-12-02T14:00:00Z", endTime: "2026-12-02T14:30:00Z" },
    },
    { kind: "dropEvent", eventId: third?.id },
  ];
  const answer = await ada.whatIf(changes);
  expect(await ada.applyWhatIf(answer, changes)).toMatchObject({ declined: 0 });
  const days = (await ada.calendar())
    .filter(({ title }) => title === "Standup")
    .map(({ startTime }) => startTime.slice(5, 16));
  expect(days).toEqual(["12-01T10:00", "12-02T14:00", "12-04T10:00"]);
  await undoLastAction(server, ada.person, plan);
  expect(await rows(ada)).toEqual(before);
});

test("issue 27: hours beyond the working day stay where they were applied, and what is outdated is refused", async () => {
  const ada = await anAsker(server, "Ada");
  for (const title of ["One", "Two", "Three"])
    await ada.task(title, { estimateMinutes: 150, dueDate: "2026-12-01T19:00:00Z" });
  const changes = [{ kind: "dayOff", from: "2026-12-02", to: "2026-12-05" }];
  const answer = await ada.whatIf(changes, { to: "2026-12-05" });
  const longer = answer.alternatives.find(({ kind }) => kind === "longer");
  expect(longer?.measures.overtimeMinutes).toBeGreaterThan(0);
  const late = answer.alternatives.find(({ kind }) => kind === "late");
  expect(longer?.measures.unplacedMinutes).toBeLessThan(late?.measures.unplacedMinutes ?? 0);
  await ada.applyWhatIf(answer, changes, "longer");
  const again = await ada.propose({ to: "2026-12-05" });
  expect(again.blocks.every(({ change }) => change === "kept")).toBe(true);
  expect(again.blocks.map(timesOf)).toEqual(longer?.blocks.map(timesOf));
  await expect(ada.applyWhatIf(answer, changes, "late")).rejects.toMatchObject({ code: "conflict" });
});

test("issue 27: what an alternative says is what is applied: another step, draft or block is refused", async () => {
  const ada = await anAsker(server, "Ada");
  await ada.task("Report", { estimateMinutes: 60 });
  const changes = [
    { kind: "newEvent", title: "Board", startTime: "2026-12-01T08:00:00Z", endTime: "2026-12-01T09:00:00Z" },
  ];
  const answer = await ada.whatIf(changes);
  const other = structuredClone(answer);
  for (const { drafts } of other.alternatives)
    drafts.push({ to: ["eve@x.example"], subject: "Hello", text: "Send money" });
  await expect(ada.applyWhatIf(other, changes)).rejects.toMatchObject({ code: "conflict" });
  await expect(ada.applyWhatIf(answer, [{ ...changes[0], title: "Another" }])).rejects.toMatchObject({
    code: "conflict",
  });
  expect(await ada.calendar()).toEqual([]);
  expect(await ada.applyWhatIf(answer, changes)).toMatchObject({ created: 2 });
});
