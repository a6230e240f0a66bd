import { expect, test } from "vitest";
import { events } from "#features/calendar/calendar-events.ts";
import { calendarFiles } from "#features/calendar/calendar-files.ts";
import { eventInvitations } from "#features/calendar/event-invitations.ts";
import { processInvitationMails } from "#features/calendar/jobs.ts";
import type { EventOnWire } from "#features/calendar/model.ts";
import { emails } from "#features/email/emails.ts";
import { anEmail } from "#features/email/factory.ts";
import { deliverMail } from "#features/email/jobs.ts";
import { emails as emailRows } from "#features/email/tables.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";

// Mail and calendar together: invitations by mail (iMIP, RFC 6047) between people of one instance.

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const server = await testDatabase(async () => ({ jobs }));
const worker = server.services as never;
const aPerson = async (fullName: string) => server.as(await server.aUser({ fullName }));

/** Delivers queued mail and processes it for each person's calendar. */
async function post(...people: Person[]): Promise<void> {
  await server.owner.query(
    "update mail_deliveries set due_at = now() - interval '1 second' where state = 'queued'",
  );
  await deliverMail.run(worker, {});
  for (const { userId } of people)
    await processInvitationMails.run(worker, {
      userId,
      emailId: await lastMail(userId),
      accountId: null,
      hasCalendar: true,
    });
}

async function lastMail(userId: string): Promise<string> {
  const { rows } = await server.owner.query(
    "select id from emails where user_id = $1 and status = 'received' order by created_at desc, id limit 1",
    [userId],
  );
  return rows[0].id;
}

const get = (person: Person, id: string) => person.invoke(events.get, { id }) as Promise<EventOnWire>;
const inMail = async (person: Person) =>
  (
    (await person.invoke(eventInvitations.inMail, { emailId: await lastMail(person.userId) })) as {
      invitation: unknown;
    }
  ).invitation as { eventId: string | null; problem: string | null; kind: string; title: string };
const answerMail = async (person: Person, answer: string) =>
  (await person.invoke(eventInvitations.answerMail, { emailId: await lastMail(person.userId), answer })) as {
    eventId: string;
  };

const board = async (ada: Person, attendees: string[], fields: object = {}) =>
  (await ada.invoke(events.create, {
    title: "Board",
    startTime: "2027-03-01T09:00:00Z",
    endTime: "2027-03-01T10:00:00Z",
    attendees,
    ...fields,
  })) as EventOnWire;

test("an invitation is accepted from the mail, changed by its organizer, answered and cancelled", async () => {
  const [ada, bob] = [await aPerson("Ada"), await aPerson("Bob")];
  const event = await board(ada, [bob.email]);
  const sent = await ada.invoke(eventInvitations.send, { eventId: event.id });
  expect(sent).toEqual({ eventId: event.id, invitation: "sent", notSentTo: [] });
  // It is in the outbox, whose state is what the event shows.
  const { invitationEmailId } = await get(ada, event.id);
  const delivery = async () =>
    (await ada.invoke(emails.states, { ids: [invitationEmailId] })) as { items: unknown[] };
  expect(await delivery()).toMatchObject({ items: [{ delivery: { state: "queued" } }] });
  await post(bob);
  expect(await delivery()).toMatchObject({ items: [{ delivery: { state: "sent" } }] });
  // Nothing happens automatically: the invitation is in the mail and not in the calendar.
  expect(await inMail(bob)).toMatchObject({ kind: "request", title: "Board", eventId: null, problem: null });
  const { eventId } = await answerMail(bob, "accepted");
  expect(await get(bob, eventId)).toMatchObject({
    organizer: ada.email,
    participants: [{ address: bob.email, status: "accepted" }],
  });
  await post(ada);
  expect((await get(ada, event.id)).participants).toMatchObject([{ address: bob.email, status: "accepted" }]);

  const { version } = await get(ada, event.id);
  await ada.invoke(events.update, {
    id: event.id,
    version,
    startTime: "2027-03-02T09:00:00Z",
    endTime: "2027-03-02T10:00:00Z",
  });
  await ada.invoke(eventInvitations.send, { eventId: event.id });
  await post(bob);
  expect(await get(bob, eventId)).toMatchObject({
    startTime: "2027-03-02T09:00:00.000Z",
    participants: [{ status: "needs-action" }],
  });
  await bob.invoke(eventInvitations.answer, { eventId, answer: "declined" });
  await post(ada);
  expect((await get(ada, event.id)).participants).toMatchObject([{ status: "declined" }]);

  await ada.invoke(eventInvitations.cancel, { eventId: event.id });
  await post(bob);
  expect(await get(bob, eventId)).toMatchObject({ status: "cancelled" });
  await expect(get(ada, event.id)).rejects.toMatchObject({ code: "not_found" });
  await ada.invoke(events.restore, { id: event.id });
  expect(await get(ada, event.id)).toMatchObject({ title: "Board" });
  await expect(
    ada.invoke(eventInvitations.answer, { eventId: event.id, answer: "accepted" }),
  ).rejects.toMatchObject({
    code: "conflict",
  });
  await expect(bob.invoke(eventInvitations.send, { eventId })).rejects.toMatchObject({ code: "forbidden" });
});

test("an invitation covers a whole series, and one of its occurrences is cancelled", async () => {
  const [ada, bob] = [await aPerson("Ada"), await aPerson("Bob")];
  const first = await board(ada, [bob.email], { rrule: "FREQ=WEEKLY;COUNT=3", zone: "Europe/Berlin" });
  await ada.invoke(eventInvitations.send, { eventId: first.id });
  await post(bob);
  await answerMail(bob, "tentative");
  const weeks = async (person: Person) =>
    (
      (await person.invoke(events.list, { from: "2027-02-01T00:00:00Z", to: "2027-06-01T00:00:00Z" })) as {
        items: EventOnWire[];
      }
    ).items;
  expect((await weeks(bob)).map(({ participants }) => participants[0]?.status)).toEqual(
    Array(3).fill("tentative"),
  );
  const second = (await weeks(ada))[1];
  await ada.invoke(eventInvitations.cancel, { eventId: second?.id });
  await post(bob);
  expect((await weeks(bob)).map(({ status }) => status)).toEqual(["confirmed", "cancelled", "confirmed"]);
  expect(await weeks(ada)).toHaveLength(2);
});

/** A message that came to somebody, from whoever it says. */
async function forge(
  to: Person,
  sender: string,
  text: string,
  method: string,
  senderCheck: "passed" | "failed" | null = null,
): Promise<void> {
  const [row] = await to.run(({ db }) =>
    db
      .insert(emailRows)
      .values(
        anEmail({
          userId: to.userId,
          sender,
          status: "received",
          calendarMethod: method,
          calendarText: text,
          senderCheck,
          createdAt: new Date(Date.now() + 60_000),
        }),
      )
      .returning({ id: emailRows.id }),
  );
  await processInvitationMails.run(worker, {
    userId: to.userId,
    emailId: row?.id ?? "",
    accountId: null,
    hasCalendar: true,
  });
}

/** An exported event as a later message of this method. */
const asMail = (text: string, method: string, change: (text: string) => string = (same) => same) =>
  change(
    text.replace("CALSCALE:GREGORIAN", `CALSCALE:GREGORIAN\r\nMETHOD:${method}`).replaceAll("\r\n ", ""),
  ).replace(/SEQUENCE:\d+/, "SEQUENCE:9");

test("a reply counts from the attendee only, a change or a cancellation from the organizer only", async () => {
  const [ada, bob, eve] = [await aPerson("Ada"), await aPerson("Bob"), await aPerson("Eve")];
  const event = await board(ada, [bob.email, eve.email]);
  await ada.invoke(eventInvitations.send, { eventId: event.id });
  await post(bob);
  const { eventId } = await answerMail(bob, "accepted");
  await post(ada);
  const { text } = (await ada.invoke(calendarFiles.export, { eventId: event.id })) as { text: string };
  const as = (method: string, change?: (text: string) => string) => asMail(text, method, change);
  const declined = as("REPLY", (ics) => ics.replaceAll(/PARTSTAT=[A-Z-]+/g, "PARTSTAT=DECLINED"));
  await forge(ada, `Mallory <mallory@evil.example>`, declined, "REPLY");
  await forge(ada, `"${bob.email}" <mallory@evil.example>`, declined, "REPLY");
  const known = (await get(ada, event.id)).participants.map(({ status }) => status);
  expect(known).toEqual(["accepted", "needs-action"]);
  await forge(bob, eve.email, as("CANCEL"), "CANCEL");
  expect((await get(bob, eventId)).status).toBe("confirmed");
  await forge(
    bob,
    eve.email,
    as("REQUEST", (ics) => ics.replace("SUMMARY:Board", "SUMMARY:Lunch")),
    "REQUEST",
  );
  expect((await get(bob, eventId)).title).toBe("Board");
  expect((await inMail(bob)).problem).toBe("This message does not come from the organizer of the event");
  await expect(answerMail(bob, "accepted")).rejects.toMatchObject({ code: "conflict" });
  await forge(
    bob,
    ada.email,
    as("REQUEST").replaceAll(/^DTSTART.*$/gm, "DTSTART:20270231T090000Z"),
    "REQUEST",
  );
  expect((await get(bob, eventId)).title).toBe("Board");
  // The right sender name proves nothing: a possibly forged message waits until Bob has reviewed it.
  const changed = as("REQUEST", (ics) => ics.replace("SUMMARY:Board", "SUMMARY:Lunch"));
  for (const doubt of [null, "failed"] as const) {
    await forge(bob, `Ada <${ada.email}>`, changed, "REQUEST", doubt);
    await forge(bob, `Ada <${ada.email}>`, as("CANCEL"), "CANCEL", doubt);
  }
  expect(await get(bob, eventId)).toMatchObject({ title: "Board", status: "confirmed" });
  const { rows } = await server.owner.query(
    "select message from smart_notifications where user_id = $1 and message like 'A message wants to%'",
    [bob.userId],
  );
  expect(rows).toHaveLength(4);
  await forge(ada, bob.email, declined, "REPLY", "failed");
  expect((await get(ada, event.id)).participants[0]?.status).toBe("accepted");
  await forge(bob, `Ada <${ada.email}>`, changed, "REQUEST", "passed");
  expect((await get(bob, eventId)).title).toBe("Lunch");
  await forge(bob, `Ada <${ada.email}>`, as("CANCEL"), "CANCEL");
  expect(await inMail(bob)).toMatchObject({ isProven: false, isUnapplied: true, kind: "cancel" });
  await bob.invoke(eventInvitations.applyMail, { emailId: await lastMail(bob.userId) });
  expect((await get(bob, eventId)).status).toBe("cancelled");
  expect(await inMail(bob)).toMatchObject({ isUnapplied: false });
  await expect(
    eve.invoke(eventInvitations.applyMail, { emailId: await lastMail(bob.userId) }),
  ).rejects.toMatchObject({ code: "not_found" });
});

test("without a mail server external attendees are named, and the file can be sent by hand", async () => {
  const [ada, bob] = [await aPerson("Ada"), await aPerson("Bob")];
  const event = await board(ada, [bob.email, "clara@elsewhere.com", "Room 4"]);
  expect(await ada.invoke(eventInvitations.send, { eventId: event.id })).toEqual({
    eventId: event.id,
    invitation: "no_mail_server",
    notSentTo: ["clara@elsewhere.com"],
  });
  expect(await get(ada, event.id)).toMatchObject({
    invitation: "no_mail_server",
    attendees: expect.arrayContaining(["Room 4"]),
  });
  await post(bob);
  expect(await answerMail(bob, "declined")).toEqual({ eventId: null });
  await post(ada);
  expect((await get(ada, event.id)).participants[0]).toMatchObject({
    address: bob.email,
    status: "declined",
  });
  const lonely = await board(ada, []);
  await expect(ada.invoke(eventInvitations.send, { eventId: lonely.id })).rejects.toMatchObject({
    code: "invalid",
  });
});
