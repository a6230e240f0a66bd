import { beforeEach, expect, test } from "vitest";
import { events } from "#features/calendar/calendar-events.ts";
import { contacts } from "#features/contacts/contacts.ts";
import { profile } from "#features/settings/profile.ts";
import { projects } from "#features/tasks/projects.ts";
import { tasks } from "#features/tasks/tasks.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
// Its registry names the capabilities.
import "../../callable.ts";
import { describeCall } from "./describe-call.ts";

// Issue 26, section 5: approval cards read like the thing (decision 0164).

const { aUser, as } = await testDatabase();

let ada: Person;
beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada Lovelace" }));
  const { version } = (await ada.invoke(profile.get, {})) as { version: number };
  await ada.invoke(profile.update, { version, timeZone: "Europe/Berlin", hourCycle: "h23" });
});

type Made = { id: string; version: number };
const made = (answer: unknown) => answer as Made;
const described = (capability: string, input: Record<string, unknown>, summary = "") =>
  ada.run((context: SignedIn) => describeCall(context, { capability, input, summary }));
const NEXT_YEAR = new Date().getFullYear() + 1;

test("a mail reads as a mail: names, subject, text, and when it goes out on the person's own clock", async () => {
  await ada.invoke(contacts.create, { contactName: "Bob Babbage", contactEmail: "bob@example.com" });
  const mail = await described("emails.send", {
    recipients: ["bob@example.com", "new@example.org"],
    subject: "The budget",
    body: "Dear Bob,\n\nit is approved.",
    cc: [],
    draftId: null,
    scheduledSend: `${NEXT_YEAR}-12-01T08:00:00.000Z`,
  });
  expect(mail).toMatchObject({
    kind: "mail",
    verb: "Send",
    title: "The budget",
    text: "Dear Bob,\n\nit is approved.",
    lines: [
      { label: "To", value: "Bob Babbage <bob@example.com>, new@example.org" },
      { label: "Goes out", value: expect.stringMatching(/December 1, \d{4}, 09:00 \(Europe\/Berlin\)$/) },
    ],
  });
  expect(mail?.fields.map(({ field }) => field)).toEqual([
    "subject",
    "body",
    "recipients",
    "cc",
    "scheduledSend",
  ]);
});

test("an event reads as an event, with what is in the calendar then", async () => {
  const times = { startTime: `${NEXT_YEAR}-03-02T09:00:00Z`, endTime: `${NEXT_YEAR}-03-02T10:00:00Z` };
  await ada.invoke(events.create, { title: "Board", ...times, attendees: ["Ingrid <ingrid@example.com>"] });
  const event = await described("events.create", {
    title: "Lunch with Bob",
    startTime: `${NEXT_YEAR}-03-02T09:30:00Z`,
    endTime: `${NEXT_YEAR}-03-02T11:00:00Z`,
    location: "Luigi's",
    attendees: ["bob@example.com"],
  });
  expect(event).toMatchObject({
    kind: "event",
    verb: "Create",
    title: "Lunch with Bob",
    lines: [
      {
        label: "When",
        value: expect.stringMatching(/March 2, \d{4}, 10:30 to 12:00 \(Europe\/Berlin\)$/),
        before: null,
      },
      { label: "Where", value: "Luigi's" },
      { label: "People", value: "bob@example.com" },
    ],
    notes: ["Clashes with 'Board', 10:00 to 11:00, with Ingrid"],
  });
});

test("a moved event shows from when to when, and does not clash with itself", async () => {
  const event = made(
    await ada.invoke(events.create, {
      title: "Board",
      startTime: `${NEXT_YEAR}-03-02T09:00:00Z`,
      endTime: `${NEXT_YEAR}-03-02T10:00:00Z`,
    }),
  );
  const move = await described("events.update", {
    ...{ id: event.id, version: event.version },
    startTime: `${NEXT_YEAR}-03-02T09:30:00Z`,
  });
  expect(move).toMatchObject({ kind: "call", title: "Board", notes: [] });
  expect(move?.lines).toEqual([
    {
      label: "When",
      value: expect.stringContaining("10:30 to 11:30"),
      before: expect.stringContaining("10:00 to 11:00"),
    },
  ]);
});

test("a change of a task shows only what changes, each old and new", async () => {
  const project = made(await ada.invoke(projects.create, { name: "Lisbon" }));
  const task = made(await ada.invoke(tasks.create, { title: "Sign the lease", priority: "low" }));
  const change = await described(
    "tasks.update",
    {
      ...{ id: task.id, version: task.version, title: "Sign the lease", priority: "urgent" },
      ...{ projectId: project.id, dueDate: `${NEXT_YEAR}-05-03T22:00:00Z` },
    },
    "Set the priority to urgent: 'Sign the lease'",
  );
  expect(change).toMatchObject({ title: "Sign the lease", verb: "Change", records: [] });
  expect(change?.lines).toEqual([
    { label: "Priority", value: "Urgent", before: "Low" },
    { label: "Project", value: "Lisbon", before: "none" },
    { label: "Due", value: expect.stringMatching(/May 4, \d{4}$/), before: "none" },
  ]);
});

test("a set is the list of its records with its count", async () => {
  const ids: string[] = [];
  for (let number = 1; number <= 12; number += 1)
    ids.push(made(await ada.invoke(tasks.create, { title: `Task ${number}` })).id);
  const set = await described("tasks.deleteMany", { ids });
  expect(set).toMatchObject({
    verb: "Delete 12 tasks",
    isDeletion: true,
    recordCount: 12,
    title: null,
    lines: [],
  });
  expect(set?.records.map(({ title }) => title)).toEqual(ids.map((_, at) => `Task ${at + 1}`));
  const due = `${NEXT_YEAR}-05-03T22:00:00Z`;
  const changes = ids.slice(0, 2).map((id) => ({ id, dueDate: due }));
  const changed = await described("tasks.updateMany", { changes });
  expect(changed).toMatchObject({ verb: "Change 2 tasks", lines: [{ label: "Due" }], recordCount: 2 });
});

test("a record that is gone is named as such, and another person's is not named", async () => {
  const bob = as(await aUser({ fullName: "Bob" }));
  const hidden = made(await bob.invoke(tasks.create, { title: "Bob's secret" }));
  expect(await described("tasks.delete", { id: hidden.id })).toMatchObject({ title: "not found" });
});

test("what recipients would read is shown, where the formatted version of a mail says something else", async () => {
  const mail = { recipients: ["bob@example.com"], subject: "Re: terms", body: "Yes, thanks" };
  const same = await described("emails.send", { ...mail, html: "<p>Yes, <b>thanks</b></p>" });
  expect(same?.text).toBe("Yes, thanks");
  const other = await described("emails.send", { ...mail, html: "<p>I resign today.</p>" });
  expect(other?.text).toMatch(/^I resign today\.\n\nReaders of plain text see:\nYes, thanks$/);
});

test("of a set whose records change differently each says what is changed of it", async () => {
  const [one, two] = [
    made(await ada.invoke(tasks.create, { title: "Sign the lease" })),
    made(await ada.invoke(tasks.create, { title: "Call Ann" })),
  ];
  const set = await described("tasks.updateMany", {
    changes: [
      { id: one.id, status: "completed" },
      { id: two.id, title: "Call Anna" },
    ],
  });
  expect(set?.records).toMatchObject([
    { title: "Sign the lease", subtitle: expect.stringContaining("Status: ") },
    { title: "Call Ann", subtitle: "Title: Call Anna" },
  ]);
});

test("a plan reads as its blocks, each with what it is for and when", async () => {
  const board = made(await ada.invoke(tasks.create, { title: "Board deck" }));
  const day = `${NEXT_YEAR}-03-02`;
  const call = await described(
    "plan.apply",
    {
      ...{ from: day, to: day, basis: "abc", items: [`task:${board.id}`] },
      blocks: [
        { item: `task:${board.id}`, startTime: `${day}T08:00:00.000Z`, endTime: `${day}T09:30:00.000Z` },
      ],
    },
    "Put 1 block into your calendar",
  );
  expect(call).toMatchObject({
    ...{ kind: "call", heading: "Put 1 block into your calendar", lines: [], recordCount: 1, fields: [] },
    records: [
      {
        title: "Board deck",
        subtitle: expect.stringMatching(/March 2, \d{4}, 09:00 to 10:30$|Mar 2, \d{4}, 09:00 to 10:30$/),
        href: `/tasks?task=${board.id}`,
      },
    ],
  });
});

test("a way to go on reads as what happens to events, whom its drafts tell, and its blocks", async () => {
  const day = `${NEXT_YEAR}-03-02`;
  const times = { startTime: `${day}T09:00:00.000Z`, endTime: `${day}T10:00:00.000Z` };
  const board = made(await ada.invoke(events.create, { title: "Board", ...times }));
  const call = await described(
    "plan.applyWhatIf",
    {
      ...{ from: day, to: day, basis: "abc", kind: "meetings", blocks: [] },
      changes: [{ kind: "dayOff", from: day, to: day }],
      steps: [
        {
          kind: "move",
          eventId: board.id,
          startTime: `${day}T13:00:00.000Z`,
          endTime: `${day}T14:00:00.000Z`,
        },
        { kind: "shorten", eventId: board.id, startTime: `${day}T08:00:00Z`, endTime: `${day}T08:45:00Z` },
        { kind: "create", what: "dayOff", title: "Day off", place: null, isAllDay: true, ...times },
      ],
      drafts: [{ to: ["dan@example.com"], subject: "Board", text: "It moves." }],
    },
    "Move 1 meeting",
  );
  expect(call).toMatchObject({ heading: "Move 1 meeting", fields: [], records: [] });
  expect(call?.lines.map(({ label, value }) => `${label}: ${value}`)).toEqual([
    expect.stringMatching(/^Move: Board, .*14:00 to 15:00$/),
    expect.stringMatching(/^Shorten: Board, .*09:00 to 09:45$/),
    expect.stringMatching(/^Create: Day off, .*all day$/i),
    "Draft: dan@example.com: Board",
  ]);
});
