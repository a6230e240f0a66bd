import { expect, test, vi } from "vitest";
import { events } from "#features/calendar/calendar-events.ts";
import { eventInvitations } from "#features/calendar/event-invitations.ts";
import { processInvitationMails } from "#features/calendar/jobs.ts";
import type { EventOnWire } from "#features/calendar/model.ts";
import { deliverMail } from "#features/email/jobs.ts";
import { mailAccounts } from "#features/email/mail-accounts.ts";
import { mailPreferences } from "#features/email/mail-preferences.ts";
import { superviseMailAccounts } from "#features/email/sync/account-supervisor.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { createMail } from "#platform/mail/mail.ts";
import { mailServer } from "#platform/testing/servers/mail-server.ts";
import { testDatabase } from "#platform/testing/test-database.ts";

// Through a real Postfix and Dovecot: Clara uses another program, which proposes as Outlook does.
const users = ["bea", "clara"];
const server = await mailServer({
  mailboxes: users.map((user) => `${user}@aldermoor.net`),
  users: Object.fromEntries(users.map((user) => [user, "correct horse"])),
  imap: {},
});
const { aUser, as, owner, services, atEnd } = await testDatabase(async ({ services, connection, atEnd }) => {
  const mail = createMail({ outbound: services.outbound, certificates: [server.certificate] });
  const log = createLog("silent");
  const jobs = await startJobs({ ...services, mail, owner: connection("owner"), log }, [
    deliverMail,
    processInvitationMails,
  ]);
  atEnd(() => jobs.stop());
  return { mail, jobs };
});
const supervisor = superviseMailAccounts.start(services);
atEnd(() => supervisor.close());
const WAIT_OPTIONS = { timeout: 60_000, interval: 50 };

const mailedTo = (user: string, text: string) =>
  vi.waitUntil(
    async () => (await server.messagesOf(user)).find((message) => message.includes(text)),
    WAIT_OPTIONS,
  );

/** Only the attendee who proposes, in a zone that the file defines by a name of Windows, with the reason in words. */
const counter = (uid: string) => [
  ...["BEGIN:VCALENDAR", "METHOD:COUNTER", "PRODID:Microsoft Exchange Server 2010", "VERSION:2.0"],
  ...["BEGIN:VTIMEZONE", "TZID:W. Europe Standard Time", "BEGIN:STANDARD", "DTSTART:16010101T030000"],
  ...["TZOFFSETFROM:+0200", "TZOFFSETTO:+0100", "RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10", "END:STANDARD"],
  ...["BEGIN:DAYLIGHT", "DTSTART:16010101T020000", "TZOFFSETFROM:+0100", "TZOFFSETTO:+0200"],
  ...["RRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3", "END:DAYLIGHT", "END:VTIMEZONE", "BEGIN:VEVENT"],
  "ATTENDEE;PARTSTAT=TENTATIVE;CN=Clara Voss:mailto:clara@aldermoor.net",
  ...["ORGANIZER:mailto:bea@aldermoor.net", "COMMENT;LANGUAGE=en-US:Tuesday\\, please", `UID:${uid}`],
  "SUMMARY;LANGUAGE=en-US:New Time Proposed: Board",
  "DTSTART;TZID=W. Europe Standard Time:20270302T100000",
  "DTEND;TZID=W. Europe Standard Time:20270302T110000",
  ...["CLASS:PUBLIC", "PRIORITY:5", "DTSTAMP:20270201T090000Z", "TRANSP:OPAQUE", "STATUS:CONFIRMED"],
  ...["SEQUENCE:0", "X-MICROSOFT-CDO-BUSYSTATUS:BUSY", "END:VEVENT", "END:VCALENDAR"],
];

test("a proposal of Outlook arrives by mail, and its refusal reaches the attendee", async () => {
  const bea = as(await aUser({ fullName: "Bea Stone" }));
  await bea.invoke(mailAccounts.connect, {
    address: "bea@aldermoor.net",
    imap: { host: "localhost", port: server.imapPort, security: "tls", username: "bea" },
    smtp: { host: "localhost", port: server.implicitTlsPort, security: "tls", username: "bea" },
    password: "correct horse",
  });
  await bea.invoke(mailPreferences.update, { undoSeconds: 0 });
  const { id, uid } = (await bea.invoke(events.create, {
    ...{ title: "Board", startTime: "2027-03-01T09:00:00Z", endTime: "2027-03-01T10:00:00Z" },
    attendees: ["clara@aldermoor.net"],
  })) as EventOnWire;
  await bea.invoke(eventInvitations.send, { eventId: id });
  await mailedTo("clara", "METHOD:REQUEST");
  const headers = [
    ...[
      "From: Clara Voss <clara@aldermoor.net>",
      "To: bea@aldermoor.net",
      "Subject: New Time Proposed: Board",
    ],
    ...["Message-ID: <counter@aldermoor.net>", "MIME-Version: 1.0"],
    'Content-Type: text/calendar; charset="utf-8"; method=COUNTER',
  ];
  await server.save("bea", "INBOX", [...headers, "", ...counter(uid), ""].join("\n"));
  const proposal = {
    ...{ address: "clara@aldermoor.net", comment: "Tuesday, please", state: "open" },
    ...{ startTime: "2027-03-02T09:00:00.000Z", endTime: "2027-03-02T10:00:00.000Z" },
  };
  const event = () => bea.invoke(events.get, { id }) as Promise<EventOnWire>;
  // Nobody has checked the sender of this message, so it waits for a click.
  const toReview = await vi.waitUntil(async () => {
    const { rows } = await owner.query<{ href: string }>(
      "select href from smart_notifications where user_id = $1 and message like '%wants to propose another time%'",
      [bea.userId],
    );
    return rows[0];
  }, WAIT_OPTIONS);
  expect((await event()).proposals).toEqual([]);
  await bea.invoke(eventInvitations.applyMail, { emailId: toReview.href.split("=")[1] });
  expect(await event()).toMatchObject({
    proposals: [proposal],
    participants: [{ name: "Clara Voss", status: "tentative" }],
  });
  const { address, startTime, endTime } = proposal;
  await bea.invoke(eventInvitations.declineProposal, { eventId: id, address, startTime, endTime });
  expect(await mailedTo("clara", "METHOD:DECLINECOUNTER")).toContain(`UID:${uid}`);
}, 180_000);
