import { beforeEach, expect, test } from "vitest";
import { events } from "#features/calendar/calendar-events.ts";
import { DAILY_OPS_DEFAULTS } from "#features/settings/model.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import type { BriefingLine } from "../model.ts";
import { generateBriefing } from "./generate-briefing.ts";

const { aUser, as, owner } = await testDatabase();

const HOUR = 3_600_000;
/** Changes are selected by when rows were written, which is now. */
const NOW = new Date();
const at = (hours: number) => new Date(NOW.getTime() + hours * HOUR).toISOString();
const SETTINGS = { ...DAILY_OPS_DEFAULTS, newsEnabled: false };

let ada: Person;
beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada" }));
});

type Made = { id: string; version: number };
const brief = (hours = 0) =>
  ada.run((context) => {
    const now = new Date(NOW.getTime() + hours * HOUR);
    return generateBriefing(Object.assign(context, { now }), SETTINGS, now.toISOString().slice(0, 10));
  });
const textsOf = (lines: readonly BriefingLine[], part: BriefingLine["part"]) =>
  lines.filter((line) => line.part === part).map(({ text }) => text);
const anEvent = (title: string, hours: number, fields: object = {}) =>
  ada.invoke(events.create, {
    title,
    startTime: at(hours),
    endTime: at(hours + 1),
    ...fields,
  }) as Promise<Made>;
const aMail = (subject: string, sender: string, hours: number) =>
  owner.query(
    `insert into emails (user_id, subject, body, sender, status, created_at) values ($1, $2, '', $3, 'received', $4)`,
    [ada.userId, subject, sender, at(hours)],
  );

test("the next meeting lists attendees, their recent mails and open items, each with its record", async () => {
  await owner.query(
    "insert into contacts (user_id, contact_name, contact_email) values ($1, 'Clara Voss', 'clara@voss.example')",
    [ada.userId],
  );
  await anEvent("Dentist", 50);
  const { id } = await anEvent("Lisbon review", 60, {
    location: "Room 4",
    attendees: ["clara@voss.example", "tom@elsewhere.example", ada.email],
  });
  await aMail("Figures for Lisbon", "Clara Voss <clara@voss.example>", -2);
  await aMail("Cheap flights", "offers@air.example", -1);
  const promise = (await ada.invoke(tasks.create, { title: "Send Clara the lease" })) as Made;
  await ada.invoke(tasks.create, { title: "Declare the clarinet" });
  const { lines } = await brief();
  expect(textsOf(lines, "meeting")).toEqual([
    expect.stringMatching(
      /^'Lisbon review' on \w+day at \d\d:\d\d at Room 4 with Clara Voss and tom@elsewhere\.example\.$/,
    ),
    "Last mail with them: 'Figures for Lisbon'.",
    "Open with them: 'Send Clara the lease'.",
  ]);
  const records = lines.filter(({ part }) => part === "meeting").map((line) => line.records);
  expect(records[0]).toMatchObject([{ kind: "event", id }]);
  expect(records[2]).toMatchObject([{ kind: "task", id: promise.id }]);
});

test("changes since the previous briefing are reported once, with their records", async () => {
  await brief(-24);
  await owner.query("update morning_briefings set updated_at = $2 where user_id = $1", [ada.userId, at(-1)]);
  const task = (await ada.invoke(tasks.create, { title: "Sign the lease" })) as Made;
  await ada.invoke(tasks.update, { id: task.id, version: task.version, status: "completed" });
  await ada.invoke(tasks.create, { title: "Pay the rent", dueDate: at(-0.5) });
  await anEvent("Board dinner", 30);
  const deleted = await anEvent("Press call", 40);
  await ada.invoke(events.delete, { id: deleted.id });
  const { lines } = await brief();
  expect(textsOf(lines, "change")).toEqual([
    "Done: 'Sign the lease'.",
    "Overdue now: 'Pay the rent'.",
    "New in the calendar: 'Board dinner'.",
    "Taken out of the calendar: 'Press call'.",
  ]);
  expect(lines.find(({ part }) => part === "change")?.records).toMatchObject([{ kind: "task", id: task.id }]);
  await owner.query("update morning_briefings set updated_at = $2 where user_id = $1", [ada.userId, at(1)]);
  expect(textsOf((await brief(25)).lines, "change")).toEqual([]);
});

test("held-back notifications are counted, without those of other users", async () => {
  const bob = as(await aUser());
  for (const [person, reason] of [
    [ada, "quiet"],
    [ada, "quiet"],
    [ada, "unwanted"],
    [bob, "unwanted"],
  ] as const)
    await owner.query(
      `insert into smart_notifications (user_id, title, message, type, is_sent, hold_reason) values ($1, 'x', '', 'decision', true, $2)`,
      [person.userId, reason],
    );
  expect(textsOf((await brief()).lines, "held")).toEqual([
    "Held back: 2 notifications came in quiet hours and 1 notification of kinds that you do not want.",
  ]);
});
