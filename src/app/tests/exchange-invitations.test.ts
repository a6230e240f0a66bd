import { expect, test } from "vitest";
import { events } from "#features/calendar/calendar-events.ts";
import { eventInvitations } from "#features/calendar/event-invitations.ts";
import type { EventOnWire } from "#features/calendar/model.ts";
import { anEmail } from "#features/email/factory.ts";
import { deliverMail } from "#features/email/jobs.ts";
import { emails as emailRows } from "#features/email/tables.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";

// Invitations as Exchange sends them: the times are in a zone without a known name, which the file defines.

const jobs = { enqueue: async () => undefined, publish: async () => undefined };
const server = await testDatabase(async () => ({ jobs }));
const aPerson = async (fullName: string) => server.as(await server.aUser({ fullName }));

/** A change of the clocks: its name, the offsets, and when. */
const observance = (kind: string, [from, to]: [string, string], hour: string, rule: string) => [
  ...[`BEGIN:${kind}`, `DTSTART:16010101T${hour}`, `TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`],
  ...[`RRULE:FREQ=YEARLY;INTERVAL=1;${rule}`, `END:${kind}`],
];
const CENTRAL_EUROPE = [
  ...observance("STANDARD", ["+0200", "+0100"], "030000", "BYDAY=-1SU;BYMONTH=10"),
  ...observance("DAYLIGHT", ["+0100", "+0200"], "020000", "BYDAY=-1SU;BYMONTH=3"),
];
/** Clocks that no place has: half an hour earlier in summer, from the second Sunday in April. */
const INVENTED = [
  ...observance("STANDARD", ["+0330", "+0300"], "040000", "BYDAY=1SU;BYMONTH=9"),
  ...observance("DAYLIGHT", ["+0300", "+0330"], "040000", "BYDAY=2SU;BYMONTH=4"),
];

const request = (ada: Person, bob: Person, zone: readonly string[], ...lines: string[]) =>
  [
    ...["BEGIN:VCALENDAR", "METHOD:REQUEST", "PRODID:Microsoft Exchange Server 2010", "VERSION:2.0"],
    ...["BEGIN:VTIMEZONE", "TZID:Customized Time Zone", ...zone, "END:VTIMEZONE", "BEGIN:VEVENT"],
    `ORGANIZER;CN=Ada:mailto:${ada.email}`,
    `ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE;CN=Bob:mailto:${bob.email}`,
    "UID:040000008200E00074C5B7101A82E00800000000",
    "SUMMARY;LANGUAGE=de-DE:Jour fixe",
    ...[
      "DTSTART;TZID=Customized Time Zone:20270712T100000",
      "DTEND;TZID=Customized Time Zone:20270712T110000",
    ],
    ...lines,
    ...["CLASS:PUBLIC", "PRIORITY:5", "DTSTAMP:20270601T080000Z", "TRANSP:OPAQUE", "STATUS:CONFIRMED"],
    ...["SEQUENCE:0", "X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE", "END:VEVENT", "END:VCALENDAR", ""],
  ].join("\r\n");

async function receive(person: Person, sender: string, calendarText: string): Promise<string> {
  const mail = { userId: person.userId, sender, status: "received" as const, calendarMethod: "REQUEST" };
  const [row] = await person.run(({ db }) =>
    db
      .insert(emailRows)
      .values(anEmail({ ...mail, calendarText }))
      .returning({ id: emailRows.id }),
  );
  return row?.id ?? "";
}

/** The calendar part of the answer that the organizer gets. */
async function answerTo(organizer: Person): Promise<string> {
  await server.owner.query(
    "update mail_deliveries set due_at = now() - interval '1 second' where state = 'queued'",
  );
  await deliverMail.run(server.services as never, {});
  const { rows } = await server.owner.query(
    "select calendar_text from emails where user_id = $1 and status = 'received' and calendar_method = 'REPLY'",
    [organizer.userId],
  );
  return rows[0]?.calendar_text.replaceAll(/\r\n /g, "") ?? "";
}

const startsOf = async (person: Person) =>
  (
    (await person.invoke(events.list, { from: "2027-07-01T00:00:00Z", to: "2027-12-01T00:00:00Z" })) as {
      items: EventOnWire[];
    }
  ).items.map(({ startTime }) => startTime);

test.each([
  ["that a known place has", CENTRAL_EUROPE, "2027-07-12T08:00:00.000Z"],
  ["that no place has", INVENTED, "2027-07-12T06:30:00.000Z"],
])(
  "an invitation in a 'Customized Time Zone' %s opens at its time and is answered",
  async (_, zone, start) => {
    const [ada, bob] = [await aPerson("Ada"), await aPerson("Bob")];
    const emailId = await receive(bob, ada.email, request(ada, bob, zone));
    expect(await bob.invoke(eventInvitations.inMail, { emailId })).toMatchObject({
      invitation: { kind: "request", title: "Jour fixe", startTime: start, problem: null, isAllDay: false },
    });
    await bob.invoke(eventInvitations.answerMail, { emailId, answer: "accepted" });
    expect(await startsOf(bob)).toEqual([start]);
    const answer = await answerTo(ada);
    expect(answer).toContain("METHOD:REPLY");
    expect(answer).toContain("UID:040000008200E00074C5B7101A82E00800000000");
    expect(answer).toMatch(new RegExp(`ATTENDEE;[^:]*PARTSTAT=ACCEPTED[^:]*:mailto:${bob.email}`));
    expect(answer).toContain(`DTSTART:${start.replaceAll(/[-:]|\.000/g, "")}`);
  },
);

test("a series in a 'Customized Time Zone' that no place has follows its clocks over their change", async () => {
  const [ada, bob] = [await aPerson("Ada"), await aPerson("Bob")];
  const text = request(ada, bob, INVENTED, "RRULE:FREQ=MONTHLY;COUNT=4;BYMONTHDAY=12");
  const emailId = await receive(bob, ada.email, text);
  await bob.invoke(eventInvitations.answerMail, { emailId, answer: "tentative" });
  expect(await startsOf(bob)).toEqual([
    ...["2027-07-12T06:30:00.000Z", "2027-08-12T06:30:00.000Z"],
    ...["2027-09-12T07:00:00.000Z", "2027-10-12T07:00:00.000Z"],
  ]);
  expect(await answerTo(ada)).toContain("PARTSTAT=TENTATIVE");
});

test("a changed invitation in another 'Customized Time Zone' moves the event", async () => {
  const [ada, bob] = [await aPerson("Ada"), await aPerson("Bob")];
  const emailId = await receive(bob, ada.email, request(ada, bob, INVENTED));
  await bob.invoke(eventInvitations.answerMail, { emailId, answer: "accepted" });
  const changed = request(ada, bob, CENTRAL_EUROPE).replace("SEQUENCE:0", "SEQUENCE:1");
  const later = await receive(bob, ada.email, changed);
  await bob.invoke(eventInvitations.applyMail, { emailId: later });
  expect(await startsOf(bob)).toEqual(["2027-07-12T08:00:00.000Z"]);
});
