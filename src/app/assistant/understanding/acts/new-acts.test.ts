import { expect, test } from "vitest";
import { events } from "#features/calendar/calendar-events.ts";
import { contacts } from "#features/contacts/contacts.ts";
import { projects } from "#features/tasks/projects.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { actAs } from "./turn.factory.ts";

const { aUser, as } = await testDatabase();
const ada = as(await aUser({ fullName: "Ada Lovelace", email: "ada@lovelace.test" }));
const bob = as(await aUser({ fullName: "Bob Noyce" }));

const DAY = 86_400_000;
/** A day ahead at an hour, in UTC. */
const ahead = (days: number, hour: number) =>
  `${new Date(Date.now() + days * DAY).toISOString().slice(0, 10)}T${String(hour).padStart(2, "0")}:00:00.000Z`;
const anEvent = async (title: string, days: number, from: number, to: number, more: object = {}) => {
  const times = { startTime: ahead(days, from), endTime: ahead(days, to), timeZone: "UTC" };
  return (await ada.invoke(events.create, { title, ...times, ...more })) as { id: string };
};
await anEvent("Kick-off", 3, 9, 10);
await anEvent("Board meeting", 3, 12, 13, { attendees: ["clara@voss.test"] });
await anEvent("Dinner", 4, 18, 20);
await ada.invoke(events.create, {
  title: "Offsite",
  startTime: ahead(7, 0),
  endTime: ahead(8, 0),
  isAllDay: true,
  timeZone: "UTC",
});
await ada.invoke(contacts.create, { contactName: "Clara Voss", contactEmail: "clara@voss.test" });
const lisbon = (await ada.invoke(projects.create, { name: "Lisbon" })) as { id: string };
for (const [title, more] of [
  ["Sign the lease", { projectId: lisbon.id, status: "completed" }],
  ["Buy paper", { status: "completed" }],
  ["Renew the visa", { dueDate: ahead(9, 9) }],
  ["Write the report", { dueDate: ahead(5, 9), priority: "high" }],
] as const)
  await ada.invoke(tasks.create, { title, ...more });

test("the time between two events, and a swap of their times that each keeps its length", async () => {
  const gap = await actAs(ada, "events.gap", { item: "the kick-off", other: "the board meeting" });
  expect(gap.text).toMatch(/^You have 2 hours: 'Kick-off' ends at 10:00 and 'Board meeting' begins at 12:00/);
  const apart = await actAs(ada, "events.gap", { item: "the board meeting", other: "dinner" });
  expect(apart.text).toMatch(/ends on \w{3}, .* and 'Dinner' begins on \w{3}, /);
  const swap = await actAs(ada, "events.swap", { item: "the kick-off", other: "dinner" });
  expect(swap.calls).toMatchObject([
    ["events.update", { startTime: ahead(4, 18), endTime: ahead(4, 19) }],
    ["events.update", { startTime: ahead(3, 9), endTime: ahead(3, 11) }],
  ]);
  const allDay = await actAs(ada, "events.swap", { item: "the kick-off", other: "the offsite" });
  expect(allDay).toMatchObject({ isQuestion: true, calls: [] });
});

test.each(["America/New_York", "Europe/Vienna", "Pacific/Auckland"])(
  "a day without a time is as many days away in %s as on its calendar",
  async (timeZone) => {
    const [, month, day] = ahead(7, 0).slice(0, 10).split("-").map(Number);
    const parts = new Intl.DateTimeFormat("en-CA", { timeZone }).format(new Date());
    const from = Date.parse(`${parts}T00:00:00Z`);
    const days = Math.round((Date.parse(`${ahead(7, 0).slice(0, 10)}T00:00:00Z`) - from) / DAY);
    const { text } = await actAs(ada, "events.until", { item: "the offsite" }, { timeZone });
    expect(text).toContain(`in ${days} days`);
    expect([month, day].every(Number.isInteger)).toBe(true);
  },
);

test("what would be in the way at another time is shown, and nothing is moved", async () => {
  const busy = await actAs(ada, "events.wouldClash", {
    item: "dinner",
    when: `${ahead(3, 12).slice(0, 10)} at 12:30`,
  });
  expect(busy).toMatchObject({ cards: ["Board meeting"], calls: [] });
});

test("time before an event is an event of its own; a length that is not read is asked for", async () => {
  const before = await actAs(ada, "events.buffer", { item: "dinner", side: "before", title: "drive there" });
  expect(before.calls).toMatchObject([
    ["events.create", { title: "Drive there", startTime: ahead(4, 17), endTime: ahead(4, 18) }],
  ]);
  const unclear = await actAs(ada, "events.buffer", { item: "dinner", duration: "a while" });
  expect(unclear).toMatchObject({ isQuestion: true, calls: [] });
});

test("whether somebody is on an event, and the next one with a person", async () => {
  const yes = await actAs(ada, "events.attends", { person: "Clara", item: "the board meeting" });
  expect(yes.text).toBe("Yes, Clara Voss is on 'Board meeting'.");
  const no = await actAs(ada, "events.attends", { person: "Clara", item: "the kick-off" });
  expect(no.text).toBe("No, Clara Voss is not on 'Kick-off'.");
  expect((await actAs(ada, "events.nextWith", { person: "Clara" })).cards).toEqual(["Board meeting"]);
  const sent = await actAs(ada, "events.sendInvitations", { item: "the board meeting" });
  expect(sent.calls).toMatchObject([["eventInvitations.send", {}]]);
});

test("completed tasks are deleted as they are named: of a project, and without what is left out", async () => {
  const all = await actAs(ada, "tasks.deleteDone", {}, { sentence: "delete all completed tasks" });
  expect(all.text).toBe("Move 2 completed tasks to the trash: 'Buy paper' and 'Sign the lease'");
  const left = { sentence: "delete all completed tasks except the lease" };
  expect((await actAs(ada, "tasks.deleteDone", {}, left)).cards).toEqual(["Buy paper"]);
  const ofProject = { sentence: "delete the completed tasks of Lisbon" };
  expect((await actAs(ada, "tasks.deleteDone", {}, ofProject)).cards).toEqual(["Sign the lease"]);
  const old = { sentence: "delete completed tasks older than a month" };
  expect(await actAs(ada, "tasks.deleteDone", {}, old)).toMatchObject({ isQuestion: true, calls: [] });
});

test("tasks are compared, wait for others, and belong to projects", async () => {
  const sentence = "is the visa due before the report?";
  const both = await actAs(ada, "tasks.compareDue", { item: "the visa the report" }, { sentence });
  expect(both.text).toMatch(/^No, after: /);
  const waits = await actAs(ada, "tasks.waitsFor", { item: "the visa", other: "the report" });
  expect(waits.calls).toMatchObject([["tasks.update", { addBlockers: [expect.any(String)] }]]);
  expect((await actAs(ada, "tasks.projectOf", { item: "the lease" })).text).toContain("'Lisbon'");
  expect((await actAs(ada, "tasks.priorityOf", { item: "the report" })).text).toContain("high");
});

test.each([
  ["working hours", "what are my working hours?"],
  ["quiet hours", "are my quiet hours 22 to 7?"],
  ["briefing", "is my briefing off?"],
  ["time zone", "is my time zone Berlin time?"],
  ["clock", "do I use the 24 hour clock?"],
  ["language", "is my language German?"],
  ["signature", "what is my signature?"],
  ["theme", "which theme do I have?"],
])("a question about the %s changes nothing", async (field, sentence) => {
  expect(await actAs(ada, "settings.show", { field }, { sentence })).toMatchObject({
    isQuestion: false,
    calls: [],
  });
});

test("a template has a name, a subject and a text", async () => {
  const { calls } = await actAs(ada, "templates.create", { title: "Polite no", text: '"We pass this time"' });
  expect(calls).toEqual([
    ["templates.create", { name: "Polite no", subject: "Polite no", body: "We pass this time" }],
  ]);
});

test("somebody else finds none of these", async () => {
  for (const [frame, roles] of [
    ["events.gap", { item: "the kick-off", other: "dinner" }],
    ["events.buffer", { item: "dinner" }],
    ["events.nextWith", { person: "Clara" }],
    ["tasks.projectOf", { item: "the lease" }],
    ["tasks.deleteDone", {}],
  ] as const) {
    const { calls, cards } = await actAs(bob, frame, roles, { sentence: "delete all completed tasks" });
    expect({ frame, calls, cards }).toEqual({ frame, calls: [], cards: [] });
  }
});
