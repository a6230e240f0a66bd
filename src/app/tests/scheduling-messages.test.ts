import { expect, test } from "vitest";
import { events } from "#features/calendar/calendar-events.ts";
import { eventInvitations } from "#features/calendar/event-invitations.ts";
import { processInvitationMails } from "#features/calendar/jobs.ts";
import type { EventOnWire } from "#features/calendar/model.ts";
import { emails } from "#features/email/emails.ts";
import { anEmail } from "#features/email/factory.ts";
import { deliverMail } from "#features/email/jobs.ts";
import { emails as emailRows } from "#features/email/tables.ts";
import { schedulingChecker } from "#platform/testing/servers/scheduling-checker.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { brokenRules, eventsIn, unfolded } from "./scheduling.factory.ts";

// Every message that is sent obeys the tables of RFC 5546, here and in libical.

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const server = await testDatabase(async () => ({ jobs }));
const worker = server.services as never;
const libical = await schedulingChecker();
const aPerson = async (fullName: string) => server.as(await server.aUser({ fullName }));

/** Of DECLINECOUNTER libical has the table of RFC 2446, which only names the event; RFC 5546, 3.2.8 requires more. */
const isOfFormerTable = (fault: string, method: string) =>
  method === "DECLINECOUNTER" &&
  /^Failed iTIP restrictions for [A-Z-]+ property\. Expected 0 instances/.test(fault);

/** Delivers what is queued; the calendar text of the last message that the person received. */
async function received(person: Person, method: string): Promise<string> {
  await server.owner.query(
    "update mail_deliveries set due_at = now() - interval '1 second' where state = 'queued'",
  );
  await deliverMail.run(worker, {});
  const { rows } = await server.owner.query(
    "select id from emails where user_id = $1 and status = 'received' order by created_at desc, id limit 1",
    [person.userId],
  );
  const emailId = rows[0].id;
  const { calendar } = (await person.invoke(emails.calendarPart, { id: emailId })) as {
    calendar: { text: string };
  };
  expect(brokenRules(calendar.text, method)).toEqual([]);
  expect((await libical(calendar.text)).filter((fault) => !isOfFormerTable(fault, method))).toEqual([]);
  await processInvitationMails.run(worker, {
    ...{ userId: person.userId, emailId, accountId: null, hasCalendar: true },
  });
  return unfolded(calendar.text);
}

const invite = (person: Person, eventId: string) => person.invoke(eventInvitations.send, { eventId });
const weeksOf = async (person: Person) =>
  (
    (await person.invoke(events.list, { from: "2027-02-01T00:00:00Z", to: "2027-06-01T00:00:00Z" })) as {
      items: EventOnWire[];
    }
  ).items;
const lastMailOf = async (person: Person): Promise<string> => {
  const { rows } = await server.owner.query(
    "select id from emails where user_id = $1 and status = 'received' order by created_at desc, id limit 1",
    [person.userId],
  );
  return rows[0].id;
};
const create = async (person: Person, fields: object) =>
  (await person.invoke(events.create, {
    ...{ title: "Board", startTime: "2027-03-01T09:00:00Z", endTime: "2027-03-01T10:00:00Z" },
    ...fields,
  })) as EventOnWire;
const update = async (person: Person, id: string | undefined, fields: object) => {
  const { version } = (await person.invoke(events.get, { id })) as EventOnWire;
  await person.invoke(events.update, { id, version, ...fields });
};

test("libical's checker finds what is wrong", async () => {
  const lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:x", "METHOD:REQUEST", "BEGIN:VEVENT", "UID:a"];
  const text = [
    ...lines,
    "DTSTAMP:20270101T000000Z",
    "DTSTART:20270301T090000Z",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ];
  expect((await libical(text.join("\r\n"))).join()).toContain("ORGANIZER");
});

test("an invitation, its answer, the end of one person's invitation and the cancellation", async () => {
  const [ada, bob, eve] = [await aPerson("Ada"), await aPerson("Bob"), await aPerson("Eve")];
  const { id } = await create(ada, {
    attendees: [bob.email, eve.email],
    reminderSettings: { minutesBefore: [10] },
  });
  await invite(ada, id);
  // Nobody's name is known yet; an address is no name.
  expect(await received(bob, "REQUEST")).not.toContain("CN=");
  await bob.invoke(eventInvitations.answerMail, { emailId: await lastMailOf(bob), answer: "accepted" });
  expect(await received(ada, "REPLY")).toContain("PARTSTAT=ACCEPTED");
  // Without Eve: the event takes place, so her message must not say that it is cancelled (RFC 5546, 3.2.5).
  await update(ada, id, { attendees: [bob.email] });
  await invite(ada, id);
  const uninvited = await received(eve, "CANCEL");
  expect(uninvited).not.toContain("STATUS:");
  expect(uninvited).toContain(eve.email);
  expect(await received(bob, "REQUEST")).not.toContain(eve.email);
  await ada.invoke(eventInvitations.cancel, { eventId: id });
  expect(await received(bob, "CANCEL")).toContain("STATUS:CANCELLED");
});

test("a series with a changed occurrence, an answer for the whole, one occurrence cancelled, then all", async () => {
  const [ada, bob] = [await aPerson("Ada"), await aPerson("Bob")];
  const rule = { rrule: "FREQ=WEEKLY;COUNT=4", zone: "Europe/Berlin" };
  const first = await create(ada, { attendees: [bob.email], ...rule });
  const [, second, third] = await weeksOf(ada);
  await update(ada, second?.id, { title: "Board, moved", scope: "this" });
  await invite(ada, first.id);
  const request = await received(bob, "REQUEST");
  expect(eventsIn(request)).toHaveLength(2);
  for (const lines of eventsIn(request)) expect(lines.join("\n")).toContain(`mailto:${bob.email}`);
  await bob.invoke(eventInvitations.answerMail, { emailId: await lastMailOf(bob), answer: "tentative" });
  await received(ada, "REPLY");
  await ada.invoke(eventInvitations.cancel, { eventId: third?.id });
  expect(await received(bob, "CANCEL")).toMatch(/\r\nRECURRENCE-ID;TZID=Europe\/Berlin:20270315T100000\r\n/);
  expect((await weeksOf(bob)).map(({ status }) => status)).toEqual([
    ...["confirmed", "confirmed", "cancelled", "confirmed"],
  ]);
  // The changed one is an exception on both sides.
  await ada.invoke(eventInvitations.cancel, { eventId: second?.id });
  await received(bob, "CANCEL");
  expect((await weeksOf(bob)).map(({ status }) => status)).toEqual([
    ...["confirmed", "cancelled", "cancelled", "confirmed"],
  ]);
  await ada.invoke(eventInvitations.cancel, { eventId: first.id, scope: "all" });
  await received(bob, "CANCEL");
  expect(new Set((await weeksOf(bob)).map(({ status }) => status))).toEqual(new Set(["cancelled"]));
});

test("an answer for one occurrence changes that one only", async () => {
  const [ada, bob] = [await aPerson("Ada"), await aPerson("Bob")];
  const rule = { rrule: "FREQ=WEEKLY;COUNT=3", zone: "Europe/Berlin" };
  const first = await create(ada, { attendees: [bob.email], ...rule });
  await invite(ada, first.id);
  await received(bob, "REQUEST");
  const [, second] = await weeksOf(ada);
  const reply = [
    ...["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Another//EN", "METHOD:REPLY", "BEGIN:VEVENT"],
    ...[`UID:${second?.uid}`, "DTSTAMP:20280101T000000Z", "SEQUENCE:9", "RECURRENCE-ID:20270308T090000Z"],
    ...[`ORGANIZER:mailto:${ada.email}`, `ATTENDEE;PARTSTAT=DECLINED:mailto:${bob.email}`],
    ...["END:VEVENT", "END:VCALENDAR", ""],
  ].join("\r\n");
  expect(await libical(reply)).toEqual([]);
  const row = anEmail({
    ...{
      userId: ada.userId,
      sender: bob.email,
      status: "received",
      calendarMethod: "REPLY",
      calendarText: reply,
    },
  });
  const [mail] = await ada.run(({ db }) => db.insert(emailRows).values(row).returning({ id: emailRows.id }));
  await processInvitationMails.run(worker, {
    ...{ userId: ada.userId, emailId: mail?.id ?? "", accountId: null, hasCalendar: true },
  });
  expect((await weeksOf(ada)).map(({ participants }) => participants[0]?.status)).toEqual([
    ...["needs-action", "declined", "needs-action"],
  ]);
});

const TUESDAY = { startTime: "2027-03-02T09:00:00Z", endTime: "2027-03-02T10:00:00Z" };

test("a proposal of another time, declined, proposed again and accepted", async () => {
  const [ada, bob, eve] = [await aPerson("Ada"), await aPerson("Bob"), await aPerson("Eve")];
  const { id } = await create(ada, { attendees: [bob.email, eve.email] });
  await invite(ada, id);
  await received(bob, "REQUEST");
  const emailId = await lastMailOf(bob);
  await bob.invoke(eventInvitations.proposeInMail, { emailId, ...TUESDAY, comment: "I am, sadly; away" });
  const counter = await received(ada, "COUNTER");
  expect(counter).toContain("DTSTART:20270302T090000Z\r\nDTEND:20270302T100000Z");
  expect(counter).toContain("SEQUENCE:0");
  expect(counter).toContain("COMMENT:I am\\, sadly\\; away");
  expect(counter).toMatch(new RegExp(`PARTSTAT=TENTATIVE;[^\\r]*mailto:${bob.email}`));
  await ada.invoke(eventInvitations.declineProposal, { eventId: id, address: bob.email, ...TUESDAY });
  const declined = await received(bob, "DECLINECOUNTER");
  expect(declined).toContain("SEQUENCE:0");
  // The event as it is, with all attendees.
  expect(declined).toContain("SUMMARY:Board\r\n");
  expect(declined).toContain("DTSTART:20270301T090000Z");
  for (const { email } of [bob, eve]) expect(declined).toContain(`mailto:${email}`);
  const [copy] = await weeksOf(bob);
  await bob.invoke(eventInvitations.propose, { eventId: copy?.id, ...TUESDAY });
  expect(await received(ada, "COUNTER")).not.toContain("COMMENT");
  await ada.invoke(eventInvitations.acceptProposal, { eventId: id, address: bob.email, ...TUESDAY });
  const moved = await received(bob, "REQUEST");
  expect(moved).toContain("DTSTART:20270302T090000Z");
  expect(moved).toContain("SEQUENCE:1");
});

test("proposals for one occurrence and for a whole series", async () => {
  const [ada, bob] = [await aPerson("Ada"), await aPerson("Bob")];
  const rule = { rrule: "FREQ=WEEKLY;COUNT=3;BYDAY=MO", zone: "Europe/Berlin" };
  const first = await create(ada, { attendees: [bob.email], ...rule });
  await invite(ada, first.id);
  await received(bob, "REQUEST");
  const emailId = await lastMailOf(bob);
  await bob.invoke(eventInvitations.answerMail, { emailId, answer: "accepted" });
  await received(ada, "REPLY");
  const [, second] = await weeksOf(bob);
  const times = { startTime: "2027-03-09T09:00:00Z", endTime: "2027-03-09T10:00:00Z" };
  await bob.invoke(eventInvitations.propose, { eventId: second?.id, ...times });
  const counter = await received(ada, "COUNTER");
  expect(counter).toContain("RECURRENCE-ID;TZID=Europe/Berlin:20270308T100000");
  expect(counter).not.toContain("RRULE");
  const [, proposed] = await weeksOf(ada);
  await ada.invoke(eventInvitations.declineProposal, {
    ...{ eventId: proposed?.id, address: bob.email, ...times },
  });
  expect(await received(bob, "DECLINECOUNTER")).toContain("RECURRENCE-ID");
  await bob.invoke(eventInvitations.proposeInMail, { emailId, ...TUESDAY });
  expect(await received(ada, "COUNTER")).toContain("BYDAY=TU");
  await ada.invoke(eventInvitations.acceptProposal, {
    ...{ eventId: first.id, address: bob.email, ...TUESDAY },
  });
  expect(await received(bob, "REQUEST")).toContain("BYDAY=TU");
  expect((await weeksOf(bob)).map(({ startTime }) => startTime.slice(0, 10))).toEqual([
    ...["2027-03-02", "2027-03-09", "2027-03-16"],
  ]);
});

test("an occurrence that its guest moved to the trash is changed and cancelled there, and is restored as it is now", async () => {
  const [ada, bob] = [await aPerson("Ada"), await aPerson("Bob")];
  const rule = { rrule: "FREQ=WEEKLY;COUNT=4", zone: "Europe/Berlin" };
  const first = await create(ada, { attendees: [bob.email], ...rule });
  await invite(ada, first.id);
  await received(bob, "REQUEST");
  await bob.invoke(eventInvitations.answerMail, { emailId: await lastMailOf(bob), answer: "accepted" });
  await received(ada, "REPLY");
  const [, second, third] = await weeksOf(bob);
  for (const one of [second, third]) await bob.invoke(events.delete, { id: one?.id, scope: "this" });
  const [, secondOfAda, thirdOfAda] = await weeksOf(ada);
  await update(ada, secondOfAda?.id, { title: "Board, moved", scope: "this" });
  await invite(ada, secondOfAda?.id ?? "");
  await received(bob, "REQUEST");
  await ada.invoke(eventInvitations.cancel, { eventId: thirdOfAda?.id });
  await received(bob, "CANCEL");
  expect((await weeksOf(bob)).map(({ title }) => title)).toEqual(["Board", "Board"]);
  for (const one of [second, third]) await bob.invoke(events.restore, { id: one?.id });
  expect((await weeksOf(bob)).map(({ title, status }) => `${title} ${status}`)).toEqual([
    ...["Board confirmed", "Board, moved confirmed", "Board cancelled", "Board confirmed"],
  ]);
});
