import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { events } from "#features/calendar/calendar-events.ts";
import { contacts } from "#features/contacts/contacts.ts";
import { messageWithLine } from "#platform/notify/added-line.ts";
import { provideNoticeLines } from "#platform/notify/notice-lines.ts";
import { releaseDueNotifications } from "#platform/notify/release-due.ts";
import { smartNotifications } from "#platform/notify/tables.ts";
import { writeNoticeMail } from "#platform/notify/write-notice-mail.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { reminderLines } from "./add-to-reminder.ts";
import { commitments } from "./commitments.ts";
import { describeOwed } from "./describe-owed.ts";
import { aCommitment } from "./factory.ts";
import type { OnWire } from "./read-threads.factory.ts";
import { commitments as table } from "./tables.ts";

const server = await testDatabase();
const { aUser, as, owner, services } = server;
provideNoticeLines([reminderLines]);

const ANNA = "anna@lattice.example";
const UTC = { timeZone: "UTC", hourCycle: "h23" as const };
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
const owe = (person: Person, fields: Partial<Parameters<typeof aCommitment>[0]>) =>
  person.run(({ db }) =>
    db.insert(table).values(aCommitment({ sourceKind: "own", ...fields, userId: person.userId })),
  );

/** An event of the next hour with a reminder, and with these people. */
const meet = async (person: Person, attendees: string[]): Promise<string> => {
  const event = await person.invoke(events.create, {
    ...{ title: "Review", startTime: inDays(1).toISOString(), endTime: inDays(1.1).toISOString() },
    ...{ attendees, reminderSettings: { minutesBefore: [10] } },
  });
  return (event as { id: string }).id;
};
const remind = async (person: Person): Promise<string> => {
  await owner.query(
    "update smart_notifications set scheduled_for = now() - interval '1 second' where user_id = $1",
    [person.userId],
  );
  await releaseDueNotifications.run(services, {});
  const { rows } = await owner.query(
    `select message, context_data as "contextData" from smart_notifications
     where user_id = $1 and type = 'event' and is_sent`,
    [person.userId],
  );
  return messageWithLine(rows[0]).split(" · ").slice(1).join(" · ");
};
const openWith = async (person: Person, eventId: string) =>
  ((await person.invoke(commitments.list, { eventId, states: ["open"] })) as { items: OnWire[] }).items.map(
    ({ what }) => what,
  );

test("the reminder of an event says what is open with its people, the most overdue first, at most three", async () => {
  const eve = as(await aUser({ fullName: "Eve" }));
  const ben = as(await aUser({ fullName: "Ben" }));
  await eve.invoke(contacts.create, { contactName: "Ben", contactEmail: ben.email });
  await owe(eve, { what: "call the bank", party: ben.userId, partyName: "Ben" });
  await owe(eve, { due: inDays(-40), hasTime: true, owedBy: "them", what: "send you the contract" });
  await owe(eve, { due: inDays(-2), hasTime: true });
  await owe(eve, { due: inDays(30), hasTime: true, what: "sign the lease" });
  await owe(eve, { due: inDays(-50), what: "send you the lamp", party: "dan@lattice.example" });
  await owe(eve, { due: inDays(-50), what: "send you the chair", state: "met" });
  await owe(ben, { due: inDays(-50), what: "send you the table" });
  const eventId = await meet(eve, ["Clara Voss <Clara@lattice.example>", ben.email, eve.email]);
  expect(await openWith(eve, eventId)).toEqual([
    ...["send you the contract", "send you the figures", "sign the lease", "call the bank"],
  ]);
  expect(await remind(eve)).toMatch(
    /^Clara Voss owes you the contract since [^.]+\. You owe Clara Voss the figures since \w+day\. You owe Clara Voss 'sign the lease', due [^.]+\.$/,
  );
});

test("a reminder of an event without promises, or with those of somebody else only, stays as it is", async () => {
  const eve = as(await aUser({ fullName: "Eve" }));
  const ben = as(await aUser({ fullName: "Ben" }));
  await owe(ben, { due: inDays(-2) });
  const eventId = await meet(eve, ["clara@lattice.example"]);
  expect(await remind(eve)).toBe("");
  await owe(eve, { due: inDays(-2) });
  expect(await openWith(eve, eventId)).toEqual(["send you the figures"]);
  expect(await openWith(ben, eventId)).toEqual([]);
});

test("each occurrence of a series names what is open, a reminder of an earlier version too, and its mail", async () => {
  const eve = as(await aUser({ fullName: "Eve" }));
  await owe(eve, {});
  await eve.invoke(events.create, {
    ...{ title: "Weekly", startTime: inDays(1).toISOString(), endTime: inDays(1.1).toISOString() },
    ...{
      attendees: ["clara@lattice.example"],
      reminderSettings: { minutesBefore: [10] },
      rrule: "FREQ=WEEKLY",
    },
  });
  expect(await remind(eve)).toBe("You owe Clara Voss the figures.");
  await owner.query("delete from smart_notifications where user_id = $1", [eve.userId]);
  await meet(eve, ["clara@lattice.example"]);
  await owner.query(
    "update smart_notifications set context_data = context_data - 'occurrenceId' where user_id = $1",
    [eve.userId],
  );
  expect(await remind(eve)).toBe("You owe Clara Voss the figures.");
  const notices = await eve.run(({ db, actor }) =>
    db.select().from(smartNotifications).where(eq(smartNotifications.userId, actor.userId)),
  );
  const mail = { appName: "Adjutant", origin: "https://adjutant.example", now: new Date() };
  const { text, html } = writeNoticeMail(notices, { ...mail, acceptsReplyCommands: false });
  expect(text).toContain("You owe Clara Voss the figures.");
  expect(html).toContain("You owe Clara Voss the figures.");
});

test("a reminder that is snoozed says what is open when it is shown again", async () => {
  const eve = as(await aUser({ fullName: "Eve" }));
  await owe(eve, {});
  await meet(eve, ["clara@lattice.example"]);
  expect(await remind(eve)).toBe("You owe Clara Voss the figures.");
  await owner.query("update smart_notifications set is_sent = false where user_id = $1", [eve.userId]);
  expect(await remind(eve)).toBe("You owe Clara Voss the figures.");
  await owner.query("update smart_notifications set is_sent = false where user_id = $1", [eve.userId]);
  await owner.query("update commitments set state = 'met' where user_id = $1", [eve.userId]);
  expect(await remind(eve)).toBe("");
});

test("a reminder whose promises cannot be read is shown without them", async () => {
  const eve = as(await aUser({ fullName: "Eve" }));
  await owe(eve, {});
  await meet(eve, ["clara@lattice.example"]);
  await owner.query("alter table commitments rename column party_name to hidden_name");
  try {
    expect(await remind(eve)).toBe("");
  } finally {
    await owner.query("alter table commitments rename column hidden_name to party_name");
  }
});

test("what is owed is named by the thing that is sent, and its day by the weekday where it is near", () => {
  const now = new Date("2027-03-04T10:00:00Z");
  const clock = { timeZone: "Europe/Berlin", hourCycle: "h23" as const };
  const describe = (what: string, due: string | null, fields: object = {}) =>
    describeOwed(
      {
        ...{ owedBy: "me", party: "anna@lattice.example", partyName: "Anna Berg", what, hasTime: false },
        ...{ due: due === null ? null : new Date(due), ...fields },
      },
      now,
      clock,
    );
  expect([
    describe("send you the figures", "2027-03-02T22:59:00Z"),
    describe("send the contract to me", "2027-03-04T22:59:00Z"),
    describe("send me the contract", "2027-03-04T22:59:00Z", { owedBy: "them", partyName: "Ben" }),
    describe("send you my notes", "2027-03-08T22:59:00Z"),
    describe("send the minutes", "2027-03-04T09:00:00Z", { hasTime: true }),
    describe("send the minutes", "2027-04-04T09:00:00Z"),
    describe("send the minutes", "2028-04-04T09:00:00Z"),
    describe(`read ${"the plan ".repeat(20)}`, null),
  ]).toEqual([
    "You owe Anna Berg the figures since Tuesday.",
    "You owe Anna Berg the contract, due today.",
    "Ben owes you the contract, due today.",
    "You owe Anna Berg 'send you my notes', due Monday.",
    "You owe Anna Berg the minutes since 10:00.",
    "You owe Anna Berg the minutes, due Apr 4.",
    "You owe Anna Berg the minutes, due Apr 4, 2028.",
    "You owe Anna Berg 'read the plan the plan the plan the plan the plan the plan the plan the plan th…'.",
  ]);
});

test.for([
  ...["get this done", "get the contract signed", "give this a try", "get the team to review it"],
  ...["hand the contract to Ben", "pass the exam", "bring the kids to school", "send that over"],
  ...[
    "send the invite and book the room",
    "send the plan with the figures",
    "send figures",
    "mail the plan for Ben",
  ],
])("what is owed is quoted where it is no thing alone: '%s'", (what) => {
  const owed = { owedBy: "me" as const, party: ANNA, partyName: "Anna Berg", due: null, hasTime: false };
  expect(describeOwed({ ...owed, what }, new Date(), UTC)).toBe(`You owe Anna Berg '${what}'.`);
});

test("an account without a name is not named by its id in a reminder", async () => {
  const eve = as(await aUser({ fullName: "Eve" }));
  const ben = as(await aUser({ fullName: "Ben" }));
  await eve.invoke(contacts.create, { contactName: "Ben", contactEmail: ben.email });
  await owe(eve, { party: ben.userId, partyName: "" });
  await meet(eve, [ben.email, ANNA]);
  expect(await remind(eve)).toBe("");
  await owe(eve, { party: ANNA, partyName: "" });
  await owner.query("update smart_notifications set is_sent = false where user_id = $1", [eve.userId]);
  expect(await remind(eve)).toBe(`You owe ${ANNA} the figures.`);
});

test("in a meeting of more than 50 people nobody is reminded of what is open with one of them", async () => {
  const eve = as(await aUser({ fullName: "Eve" }));
  await owe(eve, { party: "person10@lattice.example" });
  const people = (count: number) => Array.from({ length: count }, (_, at) => `person${at}@lattice.example`);
  expect(await openWith(eve, await meet(eve, people(49)))).toHaveLength(1);
  expect(await openWith(eve, await meet(eve, people(60)))).toEqual([]);
});
