import { buffer } from "node:stream/consumers";
import { expect, test } from "vitest";
import "../slices.ts";
import { events } from "#features/calendar/calendar-events.ts";
import { eventInvitations } from "#features/calendar/event-invitations.ts";
import type { EventOnWire } from "#features/calendar/model.ts";
import { deliverDueMail } from "#features/email/delivery/deliver-due-mail.ts";
import { fetchAttachment } from "#features/email/reading/fetch-attachment.ts";
import {
  mailSyncInstance,
  makeDeliveriesDue,
  syncingPeople,
  until,
} from "#features/email/sync/mail-sync.factory.ts";
import { pythonWith } from "#platform/testing/servers/run-python.ts";
import { schedulingChecker } from "#platform/testing/servers/scheduling-checker.ts";

// Whole messages as Exchange and Outlook write them, through a real Dovecot, and the answers through a real Postfix.

const instance = await mailSyncInstance();
const { server, app } = instance;
const { nextPerson, saveMail, connect, ready, list, open } = syncingPeople(instance, [
  ...["ada", "cleo", "dora", "eli"],
]);
const faultsIn = await schedulingChecker();
const { run: runPython } = await pythonWith();

/** The calendar part of a message, as Python's email module decodes it, with the type of the message and of the part. */
const PYTHON = `
import email, email.policy, json, sys
mail = email.message_from_string(sys.stdin.read(), policy=email.policy.default)
part = next(each for each in mail.walk() if each.get_content_type() == "text/calendar")
print(json.dumps({"method": part.get_param("method"), "charset": part.get_content_charset(),
  "text": part.get_content(), "defects": [str(each) for each in mail.defects]}))`;

/** Half an hour earlier in summer, from the second Sunday in April: clocks that no place has. */
const ZONE = [
  ...["BEGIN:VTIMEZONE", "TZID:Customized Time Zone", "BEGIN:STANDARD", "DTSTART:16010101T040000"],
  ...["TZOFFSETFROM:+0330", "TZOFFSETTO:+0300", "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=1SU;BYMONTH=9"],
  ...["END:STANDARD", "BEGIN:DAYLIGHT", "DTSTART:16010101T040000", "TZOFFSETFROM:+0300"],
  ...[
    "TZOFFSETTO:+0330",
    "RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=2SU;BYMONTH=4",
    "END:DAYLIGHT",
    "END:VTIMEZONE",
  ],
];
const UID = "040000008200E00074C5B7101A82E00800000000F0A1B2C3D4E5D801000000000000000010000000AABBCCDD";

const calendarFor = (user: string) =>
  [
    ...["BEGIN:VCALENDAR", "METHOD:REQUEST", "PRODID:Microsoft Exchange Server 2010", "VERSION:2.0"],
    ...[...ZONE, "BEGIN:VEVENT", "ORGANIZER;CN=Jürgen Müller:mailto:bea@aldermoor.net"],
    "ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE;CN=Adele Groß",
    `  :mailto:${user}@aldermoor.net`,
    "DESCRIPTION;LANGUAGE=de-DE:Grüße\\, Jürgen\\n\\nDas Budget: 5 €\\n",
    ...[`UID:${UID.slice(0, 60)}`, ` ${UID.slice(60)}`, "SUMMARY;LANGUAGE=de-DE:Jour fixe – Büro 4"],
    "DTSTART;TZID=Customized Time Zone:20270712T100000",
    "DTEND;TZID=Customized Time Zone:20270712T110000",
    ...["CLASS:PUBLIC", "PRIORITY:5", "DTSTAMP:20270601T080000Z", "TRANSP:OPAQUE", "STATUS:CONFIRMED"],
    ...["SEQUENCE:0", "LOCATION;LANGUAGE=de-DE:Büro 4", "X-MICROSOFT-CDO-APPT-SEQUENCE:0"],
    ...["X-MICROSOFT-CDO-OWNERAPPTID:2119803489", "X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE"],
    ...["X-MICROSOFT-CDO-INTENDEDSTATUS:BUSY", "X-MICROSOFT-DISALLOW-COUNTER:FALSE", "BEGIN:VALARM"],
    ...["DESCRIPTION:REMINDER", "TRIGGER;RELATED=START:-PT15M", "ACTION:DISPLAY", "END:VALARM"],
    ...["END:VEVENT", "END:VCALENDAR", ""],
  ].join("\r\n");

const base64 = (text: string | Buffer) =>
  (
    Buffer.from(text)
      .toString("base64")
      .match(/.{1,76}/g) ?? []
  ).join("\n");
/** Windows-1252 in quoted-printable. */
const quoted = (text: string) =>
  text
    .replaceAll("=", "=3D")
    .replaceAll(/[–€üßö]/g, (sign) => ({ "–": "=96", "€": "=80", ü: "=FC", ß: "=DF", ö: "=F6" })[sign] ?? "")
    .replaceAll("\r\n", "\n");

const HEADER = (user: string, type: string) => [
  "Received: from AM0PR01MB1234.eurprd01.prod.exchangelabs.com (2603:10a6:208::1) by AM0PR01MB5678;",
  " Mon, 12 Jul 2027 06:00:00 +0000",
  "From: =?Windows-1252?Q?J=FCrgen_M=FCller?= <bea@aldermoor.net>",
  `To: =?Windows-1252?Q?Adele_Gro=DF?= <${user}@aldermoor.net>`,
  "Subject: =?Windows-1252?Q?Jour_fixe_=96_B=FCro_4?=",
  "Thread-Topic: =?Windows-1252?Q?Jour_fixe_=96_B=FCro_4?=",
  ...["Thread-Index: AdQBCDefGhIjKlMnOpQrStUvWxYz", "Date: Mon, 12 Jul 2026 06:00:00 +0000"],
  `Message-ID: <AM0PR01MB1234${user}@AM0PR01MB1234.eurprd01.prod.exchangelabs.com>`,
  ...["Accept-Language: de-DE, en-US", "Content-Language: de-DE", "X-MS-Has-Attach:"],
  ...["X-MS-TNEF-Correlator:", `Content-Type: ${type}`, "MIME-Version: 1.0"],
];
const TEXT = [
  "Content-Type: text/plain; charset=Windows-1252",
  "Content-Transfer-Encoding: quoted-printable",
  "",
];
const HTML = [
  "Content-Type: text/html; charset=Windows-1252",
  "Content-Transfer-Encoding: quoted-printable",
  "",
];
const bodies = (boundary: string) => [
  ...[`--${boundary}`, ...TEXT, quoted("Grüße, Jürgen\n\nDas Budget: 5 €"), "", `--${boundary}`, ...HTML],
  ...[
    '<html><head><meta http-equiv=3D"Content-Type" content=3D"text/html; charset=3DWindows-1252">',
    "</head>",
  ],
  ...[
    quoted('<body lang="DE"><p class="MsoNormal">Grüße, Jürgen</p><p>Das Budget: 5 €</p></body></html>'),
    "",
  ],
];

/** The invitation in the three ways in which Exchange and Outlook send one. */
const FORMS: [string, (user: string) => string[]][] = [
  [
    "multipart/alternative with the calendar in base64",
    (user) => [
      ...HEADER(user, 'multipart/alternative;\n\tboundary="_000_AM0PR01MB1234_"'),
      ...["", ...bodies("_000_AM0PR01MB1234_"), "--_000_AM0PR01MB1234_"],
      ...[
        'Content-Type: text/calendar; charset="utf-8"; method=REQUEST',
        "Content-Transfer-Encoding: base64",
      ],
      ...["", base64(calendarFor(user)), "", "--_000_AM0PR01MB1234_--", ""],
    ],
  ],
  [
    "multipart/mixed with a file, and the calendar in windows-1252",
    (user) => [
      ...HEADER(user, 'multipart/mixed;\n\tboundary="_004_x_"'),
      ...["", "--_004_x_", 'Content-Type: multipart/alternative;\n\tboundary="_000_x_"', ""],
      ...[
        ...bodies("_000_x_"),
        "--_000_x_",
        'Content-Type: text/calendar; charset="Windows-1252"; method=REQUEST',
      ],
      ...[
        "Content-Transfer-Encoding: quoted-printable",
        "",
        quoted(calendarFor(user)),
        "",
        "--_000_x_--",
        "",
      ],
      ...["--_004_x_", 'Content-Type: application/pdf; name="=?Windows-1252?Q?B=FCro.pdf?="'],
      ...["Content-Description: =?Windows-1252?Q?B=FCro.pdf?=", "Content-Transfer-Encoding: base64"],
      ...['Content-Disposition: attachment; filename="=?Windows-1252?Q?B=FCro.pdf?="; size=9', ""],
      ...[base64("%PDF-1.4\n"), "", "--_004_x_--", ""],
    ],
  ],
  [
    "the calendar alone",
    (user) => [
      ...HEADER(user, 'text/calendar; charset="utf-8"; method=REQUEST; name="meeting.ics"'),
      ...["Content-Transfer-Encoding: base64", "", base64(calendarFor(user)), ""],
    ],
  ],
];

test.each(FORMS)("an invitation of Exchange as %s is read, opened and answered", async (_, form) => {
  const { person, user } = await nextPerson();
  await saveMail(form(user).join("\n"));
  await connect();
  await ready();
  const email = async () => (await list())[0];
  await until(async () => (await open((await email())?.id ?? "")).bodyState === "full");
  const opened = await open((await email())?.id ?? "");
  expect(opened).toMatchObject({
    ...{ subject: "Jour fixe – Büro 4", sender: "Jürgen Müller <bea@aldermoor.net>", bodyError: null },
    ...{ recipients: [`Adele Groß <${user}@aldermoor.net>`], hasInvitation: true },
  });
  if (_ !== "the calendar alone") {
    expect(opened.body).toBe("Grüße, Jürgen\n\nDas Budget: 5 €");
    expect(opened.html).toContain("<p>Das Budget: 5 €</p>");
  }
  if (_.includes("file")) expect(opened.attachments.map(({ filename }) => filename)).toContain("Büro.pdf");
  const emailId = opened.id;
  const inMail = async () => person.invoke(eventInvitations.inMail, { emailId });
  expect(await inMail()).toMatchObject({
    invitation: {
      ...{ kind: "request", title: "Jour fixe – Büro 4", location: "Büro 4", problem: null, eventId: null },
      ...{ startTime: "2027-07-12T06:30:00.000Z", endTime: "2027-07-12T07:30:00.000Z", isAllDay: false },
      organizer: "bea@aldermoor.net",
      participants: [{ address: `${user}@aldermoor.net`, name: "Adele Groß", status: "needs-action" }],
    },
  });
  await person.invoke(eventInvitations.answerMail, { emailId, answer: "accepted" });
  const range = { from: "2027-07-01T00:00:00Z", to: "2027-08-01T00:00:00Z", limit: 10 };
  const { items } = (await person.invoke(events.list, range)) as { items: EventOnWire[] };
  expect(items).toMatchObject([{ title: "Jour fixe – Büro 4", startTime: "2027-07-12T06:30:00.000Z" }]);
  await makeDeliveriesDue(instance);
  await deliverDueMail(app.services);
  const arrived = () =>
    server.doveadm("fetch", "-u", "bea", "text", "mailbox", "INBOX", "from", `${user}@aldermoor.net`);
  await until(async () => (await arrived()).includes("text/calendar"));
  const answer = JSON.parse(await runPython(PYTHON, (await arrived()).replace(/^text:\r?\n/, "")));
  expect(answer).toMatchObject({ method: "REPLY", charset: "utf-8", defects: [] });
  expect(await faultsIn(answer.text)).toEqual([]);
  const unfolded: string = answer.text.replaceAll(/\r?\n /g, "");
  expect(unfolded).toContain("METHOD:REPLY");
  expect(unfolded).toContain(`UID:${UID}`);
  expect(unfolded).toContain("SEQUENCE:0");
  expect(unfolded).toContain("DTSTART:20270712T063000Z");
  expect(unfolded).toMatch(
    new RegExp(`ATTENDEE;[^:\n]*PARTSTAT=ACCEPTED[^:\n]*:mailto:${user}@aldermoor.net`),
  );
  expect(unfolded).toMatch(/ORGANIZER[^\n]*:mailto:bea@aldermoor\.net/);
  expect(await inMail()).toMatchObject({ invitation: { answer: "accepted", problem: null } });
});

test("a message of Outlook in its own format (winmail.dat) shows its text, and its file is downloaded whole", async () => {
  const { person, user } = await nextPerson();
  // The signature of TNEF, and bytes that are no text.
  const tnef = Buffer.concat([
    Buffer.from("789f3e22", "hex"),
    Buffer.alloc(40_000, Buffer.from([0, 255, 13, 10, 7])),
  ]);
  await saveMail(
    [
      ...HEADER(user, 'multipart/mixed;\n\tboundary="_000_tnef_"'),
      ...["", "--_000_tnef_", ...TEXT, quoted("Grüße, Jürgen"), "", "--_000_tnef_"],
      ...['Content-Type: application/ms-tnef; name="winmail.dat"', "Content-Transfer-Encoding: base64"],
      ...["", base64(tnef), "", "--_000_tnef_--", ""],
    ].join("\n"),
  );
  await connect();
  await ready();
  const [email] = await list();
  await until(async () => (await open(email?.id ?? "")).bodyState === "full");
  const { body, attachments, hasInvitation } = await open(email?.id ?? "");
  expect({ body, hasInvitation }).toEqual({ body: "Grüße, Jürgen", hasInvitation: false });
  expect(attachments).toMatchObject([{ filename: "winmail.dat", contentType: "application/ms-tnef" }]);
  const { storageKey } = await fetchAttachment(app.services, person.userId, attachments[0]?.id ?? "");
  expect((await buffer(await app.services.files.get(storageKey ?? ""))).equals(tnef)).toBe(true);
});
