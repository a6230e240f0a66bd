import { expect, test } from "vitest";
import { events } from "#features/calendar/calendar-events.ts";
import { eventInvitations } from "#features/calendar/event-invitations.ts";
import type { EventOnWire } from "#features/calendar/model.ts";
import { anEmail } from "#features/email/factory.ts";
import { emails as emailRows } from "#features/email/tables.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { mailedInvitations } from "./mailed-invitations.factory.ts";

// Messages about single occurrences, and about a series of which some lie in the trash.

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const server = await testDatabase(async () => ({ jobs }));
const { lastMail, read, post } = mailedInvitations(server);
const aPerson = async (fullName: string) => server.as(await server.aUser({ fullName }));

/** A REQUEST of another program, whose sender was checked. */
async function receive(person: Person, organizer: string, uid: string, all: readonly string[][]) {
  const lines = [
    ...["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Another//EN", "METHOD:REQUEST"],
    ...all.flatMap((one) => [
      ...["BEGIN:VEVENT", `UID:${uid}`, "DTSTAMP:20280101T000000Z", "SEQUENCE:9", "SUMMARY:Board, elsewhere"],
      ...[`ORGANIZER:mailto:${organizer}`, `ATTENDEE;PARTSTAT=NEEDS-ACTION:mailto:${person.email}`, ...one],
      "END:VEVENT",
    ]),
    ...["END:VCALENDAR", ""],
  ];
  const row = anEmail({
    ...{ userId: person.userId, sender: organizer, status: "received", senderCheck: "passed" },
    ...{ calendarMethod: "REQUEST", calendarText: lines.join("\r\n") },
    createdAt: new Date(Date.now() + 60_000),
  });
  const [mail] = await person.run(({ db }) =>
    db.insert(emailRows).values(row).returning({ id: emailRows.id }),
  );
  await read(person, mail?.id ?? "");
  return mail?.id ?? "";
}

const weeksOf = async (person: Person) =>
  (
    (await person.invoke(events.list, { from: "2027-02-01T00:00:00Z", to: "2027-06-01T00:00:00Z" })) as {
      items: EventOnWire[];
    }
  ).items;
const answersOf = async (person: Person) =>
  (await weeksOf(person)).map(({ participants }) => participants[0]?.status);
const update = async (person: Person, id: string | undefined, fields: object) => {
  const { version } = (await person.invoke(events.get, { id })) as EventOnWire;
  return person.invoke(events.update, { id, version, ...fields });
};
const answerMail = async (person: Person, emailId: string, answer: string) =>
  (await person.invoke(eventInvitations.answerMail, { emailId, answer })) as { eventId: string };

/** A series of four weeks that Bob has accepted. */
async function aSeries() {
  const [ada, bob] = [await aPerson("Ada"), await aPerson("Bob")];
  const first = (await ada.invoke(events.create, {
    ...{ title: "Board", startTime: "2027-03-01T09:00:00Z", endTime: "2027-03-01T10:00:00Z" },
    ...{ attendees: [bob.email], rrule: "FREQ=WEEKLY;COUNT=4", zone: "Europe/Berlin" },
  })) as EventOnWire;
  await ada.invoke(eventInvitations.send, { eventId: first.id });
  await post(bob);
  await answerMail(bob, await lastMail(bob), "accepted");
  await post(ada);
  return { ada, bob, first };
}

test("a moved occurrence asks for a new answer, which is for this occurrence, here and at the organizer", async () => {
  const { ada, bob } = await aSeries();
  const [, second] = await weeksOf(ada);
  const tuesday = { startTime: "2027-03-09T09:00:00Z", endTime: "2027-03-09T10:00:00Z" };
  const moved = (await update(ada, second?.id, { ...tuesday, scope: "this" })) as EventOnWire;
  await ada.invoke(eventInvitations.send, { eventId: moved.id });
  await post(bob);
  expect(await answersOf(bob)).toEqual(["accepted", "needs-action", "accepted", "accepted"]);
  await answerMail(bob, await lastMail(bob), "declined");
  await post(ada);
  for (const person of [ada, bob])
    expect(await answersOf(person)).toEqual(["accepted", "declined", "accepted", "accepted"]);
  await update(ada, moved.id, { location: "Room 4" });
  await ada.invoke(eventInvitations.send, { eventId: moved.id });
  await post(bob);
  expect(await answersOf(bob), "only the room changed").toEqual([
    ...["accepted", "declined", "accepted", "accepted"],
  ]);
});

test("a message about two occurrences asks for two answers, and one answer is for both", async () => {
  const { ada, bob, first } = await aSeries();
  const emailId = await receive(bob, ada.email, first.uid, [
    ["RECURRENCE-ID:20270308T090000Z", "DTSTART:20270309T090000Z", "DTEND:20270309T100000Z"],
    ["RECURRENCE-ID:20270322T090000Z", "DTSTART:20270323T090000Z", "DTEND:20270323T100000Z"],
  ]);
  expect(await answersOf(bob)).toEqual(["accepted", "needs-action", "accepted", "needs-action"]);
  await answerMail(bob, emailId, "tentative");
  expect(await answersOf(bob)).toEqual(["accepted", "tentative", "accepted", "tentative"]);
});

test("a new version of a series leaves in the trash what its guest deleted, and it is restored as it is now", async () => {
  const { ada, bob, first } = await aSeries();
  const [, , third] = await weeksOf(bob);
  await bob.invoke(events.delete, { id: third?.id, scope: "this" });
  await update(ada, first.id, { title: "Board of all", scope: "all" });
  await ada.invoke(eventInvitations.send, { eventId: first.id });
  await post(bob);
  const titles = async () => (await weeksOf(bob)).map(({ title }) => title);
  expect(await titles()).toEqual(Array(3).fill("Board of all"));
  await bob.invoke(events.restore, { id: third?.id });
  expect(await titles()).toEqual(Array(4).fill("Board of all"));
  expect((await weeksOf(bob))[2]).toMatchObject({ id: third?.id, startTime: "2027-03-15T09:00:00.000Z" });
});

test("occurrences of a series that somebody is not invited to are events of their own: changed, deleted and restored", async () => {
  const [ada, bob] = [await aPerson("Ada"), await aPerson("Bob")];
  const uid = "elsewhere@example.com";
  for (const day of ["02", "09"]) {
    const mail = await receive(bob, ada.email, uid, [
      [`RECURRENCE-ID:202703${day}T090000Z`, `DTSTART:202703${day}T090000Z`, `DTEND:202703${day}T100000Z`],
    ]);
    await answerMail(bob, mail, "accepted");
  }
  const starts = async () => (await weeksOf(bob)).map(({ startTime }) => startTime.slice(0, 13));
  expect(await starts()).toEqual(["2027-03-02T09", "2027-03-09T09"]);
  const [first, second] = await weeksOf(bob);
  await update(bob, first?.id, { title: "With Ada" });
  expect((await weeksOf(bob)).map(({ title }) => title)).toEqual(["With Ada", "Board, elsewhere"]);
  await bob.invoke(events.delete, { id: second?.id });
  expect(await starts()).toEqual(["2027-03-02T09"]);
  await bob.invoke(events.restore, { id: second?.id });
  expect(await starts()).toEqual(["2027-03-02T09", "2027-03-09T09"]);
});
