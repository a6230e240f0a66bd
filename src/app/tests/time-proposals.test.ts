import { expect, test } from "vitest";
import { events } from "#features/calendar/calendar-events.ts";
import { eventInvitations } from "#features/calendar/event-invitations.ts";
import { currentProposals, type EventOnWire } from "#features/calendar/model.ts";
import { anEmail } from "#features/email/factory.ts";
import { emails as emailRows } from "#features/email/tables.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { mailedInvitations } from "./mailed-invitations.factory.ts";

// Attendees propose other times (COUNTER), and the organizer decides. The messages as such: scheduling-messages.test.ts.

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const server = await testDatabase(async () => ({ jobs }));
const { lastMail, read, post } = mailedInvitations(server);
const aPerson = async (fullName: string) => server.as(await server.aUser({ fullName }));

const MONDAY = { startTime: "2027-03-01T09:00:00.000Z", endTime: "2027-03-01T10:00:00.000Z" };
const TUESDAY = { startTime: "2027-03-02T09:00:00.000Z", endTime: "2027-03-02T10:00:00.000Z" };
const WEDNESDAY = { startTime: "2027-03-03T09:00:00.000Z", endTime: "2027-03-03T10:00:00.000Z" };

const get = (person: Person, id: string) => person.invoke(events.get, { id }) as Promise<EventOnWire>;
const shownTo = async (person: Person, id: string) => currentProposals(await get(person, id));
const mailsOf = async ({ userId }: Person, method: string): Promise<string[]> => {
  const { rows } = await server.owner.query<{ id: string }>(
    `select id from emails where user_id = $1 and status = 'received' and calendar_method = $2
      order by created_at`,
    [userId, method],
  );
  return rows.map(({ id }) => id);
};
const inMail = async (person: Person, emailId?: string) =>
  (
    (await person.invoke(eventInvitations.inMail, { emailId: emailId ?? (await lastMail(person)) })) as {
      invitation: { proposal: { state: string } | null; isUnapplied: boolean; comment: string | null };
    }
  ).invitation;
const noticesOf = async ({ userId }: Person, text: string) => {
  const { rows } = await server.owner.query<{ message: string }>(
    "select message from smart_notifications where user_id = $1 and message like $2 order by created_at",
    [userId, `%${text}%`],
  );
  return rows.map(({ message }) => message);
};

type Meeting = { ada: Person; bob: Person; eve: Person; id: string; copies: Map<Person, string> };

/** Ada's event, accepted by Bob and Eve. */
async function aMeeting(): Promise<Meeting> {
  const [ada, bob, eve] = [await aPerson("Ada"), await aPerson("Bob"), await aPerson("Eve")];
  const event = { title: "Board", attendees: [bob.email, eve.email], ...MONDAY };
  const { id } = (await ada.invoke(events.create, event)) as EventOnWire;
  await ada.invoke(eventInvitations.send, { eventId: id });
  await post(bob, eve);
  const copies = new Map<Person, string>();
  for (const guest of [bob, eve]) {
    const emailId = await lastMail(guest);
    const answer = { emailId, answer: "accepted" };
    const { eventId } = (await guest.invoke(eventInvitations.answerMail, answer)) as { eventId: string };
    copies.set(guest, eventId);
    await post(ada);
  }
  return { ada, bob, eve, id, copies };
}

const propose = async ({ ada, copies }: Meeting, guest: Person, times: object) => {
  await guest.invoke(eventInvitations.propose, { eventId: copies.get(guest), ...times });
  await post(ada);
};

test("a proposal is shown to both until the organizer declines it, with one notification each", async () => {
  const meeting = await aMeeting();
  const { ada, bob, id, copies } = meeting;
  const comment = "<b>Could</b> we?\nTuesday";
  await propose(meeting, bob, { ...TUESDAY, comment });
  const proposal = { address: bob.email, ...TUESDAY, comment, state: "open" };
  expect(await shownTo(ada, id)).toMatchObject([proposal]);
  expect(await shownTo(bob, copies.get(bob) ?? "")).toMatchObject([proposal]);
  const [first] = (await get(ada, id)).participants;
  expect(first).toMatchObject({ address: bob.email, status: "tentative" });
  expect(await inMail(ada)).toMatchObject({ proposal: { state: "open", eventId: id }, comment });
  await read(ada, await lastMail(ada));
  expect(await noticesOf(ada, "proposes")).toEqual([expect.stringContaining("Tuesday, March 2, 2027")]);
  await ada.invoke(eventInvitations.declineProposal, { eventId: id, address: bob.email, ...TUESDAY });
  await post(bob);
  await read(bob, await lastMail(bob));
  expect(await shownTo(bob, copies.get(bob) ?? "")).toMatchObject([{ state: "declined" }]);
  expect(await noticesOf(bob, "did not accept your proposal")).toHaveLength(1);
  expect(await get(ada, id)).toMatchObject(MONDAY);
});

test("accepting moves the event for everybody, is undone at once, and makes the other proposal outdated", async () => {
  const meeting = await aMeeting();
  const { ada, bob, eve, id, copies } = meeting;
  await propose(meeting, bob, TUESDAY);
  await propose(meeting, eve, WEDNESDAY);
  expect(await shownTo(ada, id)).toHaveLength(2);
  await ada.invoke(eventInvitations.acceptProposal, { eventId: id, address: bob.email, ...TUESDAY });
  expect(await get(ada, id)).toMatchObject({ ...TUESDAY, sequence: 1 });
  expect(await shownTo(ada, id)).toEqual([]);
  await expect(
    ada.invoke(eventInvitations.acceptProposal, { eventId: id, address: eve.email, ...WEDNESDAY }),
  ).rejects.toMatchObject({ code: "conflict" });
  expect(await inMail(ada)).toMatchObject({ proposal: { state: "outdated" }, isUnapplied: false });
  await post(bob, eve);
  for (const guest of [bob, eve]) {
    expect(await get(guest, copies.get(guest) ?? "")).toMatchObject(TUESDAY);
    expect(await shownTo(guest, copies.get(guest) ?? "")).toEqual([]);
  }
  expect(await noticesOf(bob, "accepted the time that you proposed")).toHaveLength(1);
  expect(await noticesOf(eve, "changed this event")).toHaveLength(1);
  const { rows } = await server.owner.query<{ undo: { capability: string; input: object } }>(
    "select undo from audit_log where user_id = $1 and capability = 'eventInvitations.acceptProposal' and outcome = 'done'",
    [ada.userId],
  );
  expect(rows[0]?.undo).toMatchObject({ capability: "events.update" });
  await ada.invoke(events.update, rows[0]?.undo.input);
  expect(await get(ada, id)).toMatchObject(MONDAY);
});

type SenderCheck = "passed" | "failed" | null;

/** A message that came to somebody, from whoever it says. */
async function forge(to: Person, sender: string, text: string, senderCheck: SenderCheck = "passed") {
  const method = /METHOD:(\w+)/.exec(text)?.[1] ?? "";
  const row = anEmail({
    ...{ userId: to.userId, sender, status: "received", calendarMethod: method, calendarText: text },
    ...{ senderCheck, createdAt: new Date(Date.now() + 60_000) },
  });
  const [mail] = await to.run(({ db }) => db.insert(emailRows).values(row).returning({ id: emailRows.id }));
  await read(to, mail?.id ?? "");
}

const message = (method: string, uid: string, lines: readonly string[]) =>
  [
    ...["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Another//EN", `METHOD:${method}`, "BEGIN:VEVENT"],
    ...[`UID:${uid}`, "DTSTAMP:20260101T000000Z", ...lines, "END:VEVENT", "END:VCALENDAR", ""],
  ].join("\r\n");

test("strangers, forged senders, older versions and unknown occurrences change nothing", async () => {
  const { ada, bob, id, copies } = await aMeeting();
  const { version, uid } = await get(ada, id);
  await ada.invoke(events.update, { id, version, title: "Board, again" });
  const counter = (from: Person | string, sequence: number, more: readonly string[] = []) =>
    message("COUNTER", uid, [
      ...[`SEQUENCE:${sequence}`, "DTSTART:20270302T090000Z", "DTEND:20270302T100000Z", "SUMMARY:Board"],
      ...[`ORGANIZER:mailto:${ada.email}`, ...more],
      `ATTENDEE;PARTSTAT=DECLINED:mailto:${typeof from === "string" ? from : from.email}`,
    ]);
  const before = await get(ada, id);
  await forge(ada, "mallory@evil.example", counter("mallory@evil.example", 1));
  await forge(ada, `"${bob.email}" <mallory@evil.example>`, counter(bob, 1));
  await forge(ada, bob.email, counter(bob, 1), "failed");
  await forge(ada, bob.email, counter(bob, 1), null);
  await forge(ada, bob.email, counter(bob, 0));
  await forge(bob, ada.email, counter(ada, 9));
  expect(await get(ada, id)).toEqual(before);
  expect((await get(bob, copies.get(bob) ?? "")).proposals).toEqual([]);
  expect(await noticesOf(ada, "wants to propose another time")).toHaveLength(2);
  // Declined by somebody else, or what was never proposed.
  const declined = message("DECLINECOUNTER", uid, [`ORGANIZER:mailto:${ada.email}`, "SEQUENCE:0"]);
  await forge(bob, ada.email, declined);
  expect((await get(bob, copies.get(bob) ?? "")).proposals).toEqual([]);
  await forge(bob, ada.email, declined, null);
  expect(await noticesOf(bob, "wants to decline your proposal")).toHaveLength(1);
  // The right sender and version, as Outlook sends it: with the one attendee. Without an end the length stays.
  await forge(ada, `Bob <${bob.email}>`, counter(bob, 1).replace("DTEND:20270302T100000Z\r\n", ""));
  expect(await shownTo(ada, id)).toMatchObject([{ address: bob.email, ...TUESDAY, comment: null }]);
  await forge(bob, "mallory@evil.example", declined);
  expect((await get(ada, id)).participants[0]).toMatchObject({ status: "declined" });
  await expect(
    bob.invoke(eventInvitations.declineProposal, {
      ...{ eventId: copies.get(bob), address: bob.email, ...TUESDAY },
    }),
  ).rejects.toMatchObject({ code: "forbidden" });
  await expect(
    bob.invoke(eventInvitations.acceptProposal, { eventId: id, address: bob.email, ...TUESDAY }),
  ).rejects.toMatchObject({ code: "not_found" });
});

test("an answer after a proposal withdraws it; its organizer and an unchanged time propose nothing", async () => {
  const meeting = await aMeeting();
  const { ada, bob, id, copies } = meeting;
  await propose(meeting, bob, TUESDAY);
  await propose(meeting, bob, WEDNESDAY);
  expect(await shownTo(ada, id)).toMatchObject([WEDNESDAY]);
  const ofTuesday = await mailsOf(ada, "COUNTER");
  expect(await inMail(ada, ofTuesday[0])).toMatchObject({
    proposal: { state: "replaced" },
    isUnapplied: false,
  });
  await server.owner.query(
    `update events set proposals = jsonb_set(proposals, '{0,proposedAt}', '"2026-01-01T00:00:00.000Z"')
      where id = $1`,
    [id],
  );
  await bob.invoke(eventInvitations.answer, { eventId: copies.get(bob), answer: "accepted" });
  await post(ada);
  expect(await shownTo(ada, id)).toMatchObject([{ ...WEDNESDAY, state: "withdrawn" }]);
  expect(await inMail(ada, ofTuesday[1])).toMatchObject({ proposal: { state: "withdrawn" } });
  await expect(
    ada.invoke(eventInvitations.acceptProposal, { eventId: id, address: bob.email, ...WEDNESDAY }),
  ).rejects.toMatchObject({ code: "conflict" });
  expect(await shownTo(bob, copies.get(bob) ?? "")).toEqual([]);
  await expect(ada.invoke(eventInvitations.propose, { eventId: id, ...TUESDAY })).rejects.toMatchObject({
    code: "conflict",
  });
  await expect(
    bob.invoke(eventInvitations.propose, { eventId: copies.get(bob), ...MONDAY }),
  ).rejects.toMatchObject({ code: "invalid" });
});

test("an answer for a whole series leaves the proposal for one occurrence", async () => {
  const [ada, bob] = [await aPerson("Ada"), await aPerson("Bob")];
  const rule = { rrule: "FREQ=WEEKLY;COUNT=3", zone: "Europe/Berlin" };
  const event = { title: "Board", attendees: [bob.email], ...MONDAY, ...rule };
  const { id } = (await ada.invoke(events.create, event)) as EventOnWire;
  await ada.invoke(eventInvitations.send, { eventId: id });
  await post(bob);
  const answer = { emailId: await lastMail(bob), answer: "accepted" };
  const { eventId } = (await bob.invoke(eventInvitations.answerMail, answer)) as { eventId: string };
  await post(ada);
  const range = { from: "2027-02-01T00:00:00Z", to: "2027-06-01T00:00:00Z" };
  const { items } = (await bob.invoke(events.list, range)) as { items: EventOnWire[] };
  const second = items[1]?.id ?? "";
  const times = { startTime: "2027-03-09T09:00:00.000Z", endTime: "2027-03-09T10:00:00.000Z" };
  await bob.invoke(eventInvitations.propose, { eventId: second, ...times });
  await bob.invoke(eventInvitations.answer, { eventId, answer: "tentative" });
  expect(await shownTo(bob, second)).toMatchObject([times]);
});
