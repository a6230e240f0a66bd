import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { events } from "#features/calendar/calendar-events.ts";
import { commitments } from "#features/commitments/commitments.ts";
import { contacts } from "#features/contacts/contacts.ts";
import { plan } from "#features/planning/plan.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { actAs } from "../turn.factory.ts";

// Issue 27, section 2, by words. Tuesday, 7:00 in Greenwich; working hours from 9 to 17.
vi.useFakeTimers({ now: new Date("2026-12-01T07:00:00Z"), toFake: ["Date"] });
// Files share their worker: without this the clock of the next ones would stand still.
afterAll(() => void vi.useRealTimers());

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const server = await testDatabase(async () => ({ jobs }));
let ada: Person;
let board = "";
beforeEach(async () => {
  ada = server.as(await server.aUser({ fullName: "Ada Lovelace" }));
  const fields = {
    title: "Board meeting",
    startTime: "2026-12-03T09:00:00Z",
    endTime: "2026-12-03T11:00:00Z",
  };
  const guests = { attendees: ["dan@example.com"], location: "Room 4" };
  board = ((await ada.invoke(events.create, { ...fields, ...guests })) as { id: string }).id;
  await ada.invoke(contacts.create, { contactName: "Dan Brown", contactEmail: "dan@example.com" });
});

const ask = (roles: Record<string, string>, sentence: string) =>
  actAs(ada, "plan.whatIf", roles, { sentence });
const changesOf = ({ calls }: { calls: readonly [string, object][] }) =>
  (calls[0]?.[1] as { changes?: object[] } | undefined)?.changes;

test("issue 27: 'what if I take Thursday off' names the meeting and what slips, and writes nothing", async () => {
  await ada.invoke(tasks.create, { title: "Lease", estimateMinutes: 420, dueDate: "2026-12-03T17:00:00Z" });
  const answer = await ask({ when: "Thursday" }, "what if I take Thursday off");
  expect(answer.text).toMatch(/^\d+ things? would break:\n- /);
  expect(answer.text).toContain("Board meeting");
  expect(answer.text).toContain("What you could do:\n1. ");
  expect(answer.cards).toContain("Board meeting");
  expect(changesOf(answer)).toEqual([{ kind: "dayOff", from: "2026-12-03", to: "2026-12-03" }]);
  expect(answer.calls[0]?.[0]).toBe("plan.applyWhatIf");
  const { items } = (await ada.invoke(events.list, {
    from: "2026-12-01T00:00:00Z",
    to: "2026-12-20T00:00:00Z",
  })) as {
    items: { title: string }[];
  };
  expect(items.map(({ title }) => title)).toEqual(["Board meeting"]);
  const applied = (await ada.invoke(plan.applyWhatIf, answer.calls[0]?.[1] as never)) as { ids: string[] };
  expect(applied.ids.length).toBeGreaterThan(0);
});

test("issue 27: trips, meetings that move or are dropped, missing people and new meetings are understood", async () => {
  await ada.invoke(commitments.create, {
    what: "send the figures",
    partyName: "Clara",
    due: "2026-12-03T12:00:00Z",
    hasTime: true,
  });
  const trip = await ask(
    { place: "Lisbon", when: "from Wednesday to Friday" },
    "what if I fly to Lisbon from Wednesday to Friday",
  );
  expect(changesOf(trip)).toEqual([{ kind: "trip", place: "Lisbon", from: "2026-12-02", to: "2026-12-04" }]);
  const gone = await ask({ person: "Dan", when: "this week" }, "what do I lose if Dan is ill this week");
  expect(gone.text).toContain("Board meeting");
  const moved = await ask(
    { item: "the board meeting", when: "Wednesday at 9" },
    "what happens if the board meeting moves to Wednesday at 9",
  );
  expect(moved.isQuestion).toBe(false);
  const dropped = await ask({ item: "the board meeting" }, "what if the board meeting is cancelled");
  expect(dropped.isQuestion).toBe(false);
  const workshop = await ask(
    { when: "on Thursday at 9", duration: "three hours" },
    "could I afford a three hour workshop on Thursday at 9",
  );
  expect(workshop.text).toContain("Board meeting");
  expect(changesOf(workshop)).toEqual([
    { kind: "newEvent", startTime: "2026-12-03T09:00:00.000Z", endTime: "2026-12-03T12:00:00.000Z" },
  ]);
  const late = await ask(
    { when: "eleven on Thursday" },
    "if I only start at eleven on Thursday what won't get done",
  );
  expect(changesOf(late)).toEqual([
    { kind: "newEvent", startTime: "2026-12-03T09:00:00.000Z", endTime: "2026-12-03T11:00:00.000Z" },
  ]);
  expect(board).not.toBe("");
});

test("issue 27: what is far away breaks something too", async () => {
  const times = { startTime: "2027-01-13T09:00:00Z", endTime: "2027-01-13T11:00:00Z" };
  await ada.invoke(events.create, { title: "Audit", ...times, attendees: ["dan@example.com"] });
  const words = "the second week of January";
  const answer = await ask({ when: words }, `what breaks if I take ${words} off`);
  expect(answer.text).toContain("Audit");
  expect(answer.calls[0]?.[1]).toMatchObject({
    changes: [{ kind: "dayOff", from: "2027-01-08", to: "2027-01-14" }],
  });
});

test("issue 27: what is not said is asked, and where nothing breaks that is said", async () => {
  expect(await ask({ place: "Lisbon" }, "what if I fly to Lisbon")).toMatchObject({
    text: "When would you be in Lisbon?",
    isQuestion: true,
  });
  expect(await ask({ item: "the regatta" }, "what if the regatta moves")).toMatchObject({ isQuestion: true });
  expect(await ask({ when: "blursday" }, "what if I take blursday off")).toMatchObject({
    text: "When is 'blursday'?",
    isQuestion: true,
  });
  const nothing = await ask({ when: "next Friday" }, "what if I take next Friday off");
  expect(nothing).toMatchObject({
    text: expect.stringMatching(/^Nothing breaks from Tuesday, December 1 to /),
    calls: [],
  });
});
