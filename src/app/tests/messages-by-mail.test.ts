import { generateKeyPairSync } from "node:crypto";
import { createTransport } from "nodemailer";
import { expect, test, vi } from "vitest";
import { events } from "#features/calendar/calendar-events.ts";
import { eventInvitations } from "#features/calendar/event-invitations.ts";
import { processInvitationMails } from "#features/calendar/jobs.ts";
import { conversations } from "#features/communication/conversations.ts";
import { receiveEmailReplies } from "#features/communication/jobs.ts";
import { messages } from "#features/communication/messages.ts";
import type { ConversationOnWire, MessageOnWire } from "#features/communication/model.ts";
import { contacts } from "#features/contacts/contacts.ts";
import { emails } from "#features/email/emails.ts";
import { deliverMail } from "#features/email/jobs.ts";
import { mailAccounts } from "#features/email/mail-accounts.ts";
import { mailPreferences } from "#features/email/mail-preferences.ts";
import { superviseMailAccounts } from "#features/email/sync/account-supervisor.ts";
import { notificationPolicy } from "#features/settings/notification-policy.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { createMail } from "#platform/mail/mail.ts";
import { sendSystemMail } from "#platform/mail/send-system-mail.ts";
import { deliverNotices } from "#platform/notify/deliver-notices.ts";
import { notifyFromJob } from "#platform/notify/notify.ts";
import { KIND_DEFAULTS, POLICY_DEFAULTS } from "#platform/notify/policy.ts";
import { mailServer } from "#platform/testing/servers/mail-server.ts";
import { SELECTOR, signatureChecker } from "#platform/testing/servers/signature-checker.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { runMailCommands } from "../assistant/jobs.ts";
import { settings } from "../assistant/settings.ts";

// Through a real Postfix and Dovecot, with the jobs and the background service of the product.
const users = ["ada", "clara", "bea", "dora"];
const keysOf = () =>
  generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
const keys = { "lattice.test": keysOf(), "evil.test": keysOf() };
const checker = await signatureChecker("mail.aldermoor.net", {
  "lattice.test": keys["lattice.test"].publicKey,
  "evil.test": keys["evil.test"].publicKey,
});
const server = await mailServer({
  mailboxes: users.map((user) => `${user}@aldermoor.net`),
  users: Object.fromEntries(users.map((user) => [user, "correct horse"])),
  imap: {},
  settings: checker.settings,
});
const app = await testDatabase(async ({ services, connection, atEnd }) => {
  const mail = createMail({ outbound: services.outbound, certificates: [server.certificate] });
  const log = createLog("silent");
  const jobs = await startJobs({ ...services, mail, owner: connection("owner"), log }, [
    deliverMail,
    receiveEmailReplies,
    runMailCommands,
    { ...sendSystemMail, run: async () => {} },
  ]);
  atEnd(() => jobs.stop());
  return { mail, jobs };
});
const { aUser, as, owner, services } = app;
const supervisor = superviseMailAccounts.start(services);
app.atEnd(() => supervisor.close());
const WAIT_OPTIONS = { timeout: 30_000, interval: 50 };

test("a message is sent as mail, and its reply arrives in the conversation", async () => {
  const ada = as(await aUser({ fullName: "Ada Lovelace" }));
  await ada.invoke(mailAccounts.connect, {
    address: "ada@aldermoor.net",
    imap: { host: "localhost", port: server.imapPort, security: "tls", username: "ada" },
    smtp: { host: "localhost", port: server.implicitTlsPort, security: "tls", username: "ada" },
    password: "correct horse",
  });
  await ada.invoke(mailPreferences.update, { undoSeconds: 0 });
  const contact = await ada.invoke(contacts.create, {
    contactName: "Clara Voss",
    contactEmail: "clara@aldermoor.net",
  });
  const { id: contactId } = contact as { id: string };
  const conversation = (await ada.invoke(conversations.create, {
    type: "direct",
    contactId,
  })) as ConversationOnWire;
  await ada.invoke(messages.send, { conversationId: conversation.id, content: "Shall we meet at nine?" });
  const listMessages = async () =>
    ((await ada.invoke(messages.list, { conversationId: conversation.id })) as { items: MessageOnWire[] })
      .items;
  await vi.waitUntil(async () => (await listMessages())[0]?.byEmail?.state === "sent", WAIT_OPTIONS);
  const [mail = ""] = await vi.waitUntil(async () => {
    const found = await server.messagesOf("clara");
    return found.length > 0 ? found : undefined;
  }, WAIT_OPTIONS);
  expect(mail).toMatch(/^Subject: Message from Ada Lovelace\r?$/m);
  const [, messageId] = /^Message-ID: (<.*>)\r?$/im.exec(mail) ?? [];
  await server.save(
    "ada",
    "INBOX",
    [
      "From: Clara Voss <clara@aldermoor.net>",
      "To: ada@aldermoor.net",
      "Subject: Re: Message from Ada Lovelace",
      "Message-ID: <answer@aldermoor.net>",
      `In-Reply-To: ${messageId}`,
      `References: ${messageId}`,
      "",
      "At nine, gladly.",
      "",
      "On Monday Ada Lovelace wrote:",
      "> Shall we meet at nine?",
      "",
    ].join("\n"),
  );
  await vi.waitUntil(async () => (await listMessages()).length === 2, WAIT_OPTIONS);
  expect((await listMessages())[0]).toMatchObject({
    content: "At nine, gladly.",
    senderName: "Clara Voss",
    byEmail: { direction: "in" },
  });
  await ada.invoke(messages.send, { conversationId: conversation.id, content: "Good" });
  await vi.waitUntil(async () => (await server.messagesOf("clara")).length === 2, WAIT_OPTIONS);
  const answer = (await server.messagesOf("clara")).find((each) => each.includes("Good")) ?? "";
  expect(answer).toContain("In-Reply-To: <answer@aldermoor.net>");
  expect(answer.replaceAll(/\r?\n\s+/g, " ")).toContain(`References: ${messageId} <answer@aldermoor.net>`);
}, 90_000);

type SignedMail = [
  sequence: number,
  title: string,
  by: keyof typeof keys | null,
  headers?: Record<string, string>,
];

/** Sends from outside over SMTP, signed by a domain or unsigned; resolves when the calendar has processed it. */
async function mailFromOutside(
  bea: Person,
  [sequence, title, by, headers = {}]: SignedMail,
): Promise<string> {
  const outside = createTransport({
    host: "127.0.0.1",
    port: server.port,
    ignoreTLS: true,
    ...(by && { dkim: { domainName: by, keySelector: SELECTOR, privateKey: keys[by].privateKey } }),
  });
  await outside.sendMail({
    from: "Clara Voss <clara@lattice.test>",
    to: "bea@aldermoor.net",
    subject: title,
    text: title,
    headers,
    icalEvent: { method: "REQUEST", content: invitation(sequence, title) },
  });
  const { id } = await vi.waitUntil(async () => {
    const { items } = (await bea.invoke(emails.list, {})) as { items: { id: string; subject: string }[] };
    return items.find(({ subject }) => subject === title);
  }, WAIT_OPTIONS);
  // The body of a message is read after its list entry.
  await vi.waitUntil(
    async () => ((await bea.invoke(emails.calendarPart, { id })) as { calendar: unknown }).calendar !== null,
    WAIT_OPTIONS,
  );
  await processInvitationMails.run(services as never, {
    userId: bea.userId,
    emailId: id,
    accountId: null,
    hasCalendar: true,
  });
  return id;
}

test("an event change is applied if signed by the organizer's domain (Postfix, OpenDKIM); else it waits", async () => {
  const bea = as(await aUser({ fullName: "Bea Stone" }));
  await bea.invoke(mailAccounts.connect, {
    address: "bea@aldermoor.net",
    imap: { host: "localhost", port: server.imapPort, security: "tls", username: "bea" },
    smtp: { host: "localhost", port: server.implicitTlsPort, security: "tls", username: "bea" },
    password: "correct horse",
  });
  const mail = (...message: SignedMail) => mailFromOutside(bea, message);
  const inMail = async (emailId: string) =>
    (await bea.invoke(eventInvitations.inMail, { emailId })) as { invitation: unknown };

  const first = await mail(0, "Board", "lattice.test");
  expect(await inMail(first)).toMatchObject({ invitation: { isProven: false, eventId: null } });
  // Set as in the account's dialog: with so little mail the authentication server is not detected automatically.
  const { items: accounts } = (await bea.invoke(mailAccounts.list)) as {
    items: { id: string; version: number }[];
  };
  const chosen = { authServer: "mail.aldermoor.net" };
  await bea.invoke(mailAccounts.update, { id: accounts[0]?.id, version: accounts[0]?.version, ...chosen });
  expect(await inMail(first)).toMatchObject({ invitation: { isProven: true, eventId: null } });
  const accepted = await bea.invoke(eventInvitations.answerMail, { emailId: first, answer: "accepted" });
  const { eventId } = accepted as { eventId: string };
  const event = () => bea.invoke(events.get, { id: eventId });
  // Invited as bea@aldermoor.net, not her sign-in address: the reply comes from the invited one.
  expect(await event()).toMatchObject({
    title: "Board",
    participants: [{ address: "bea@aldermoor.net", status: "accepted" }],
  });
  const { items: sent } = (await bea.invoke(emails.list, { status: "sent" })) as { items: object[] };
  expect(sent).toMatchObject([{ sender: "bea@aldermoor.net", subject: "Accepted: Board" }]);

  await mail(1, "Board, later", "lattice.test");
  expect(await event()).toMatchObject({ title: "Board, later" });
  const forged = {
    "Authentication-Results":
      "mail.aldermoor.net; dkim=pass header.d=lattice.test; dmarc=pass header.from=lattice.test",
  };
  for (const [title, by, headers] of [
    ["Lunch", "evil.test", {}],
    ["Lunch, unsigned", null, forged],
  ] as const) {
    const waiting = await mail(2, title, by, headers);
    expect(await event()).toMatchObject({ title: "Board, later" });
    expect(await inMail(waiting)).toMatchObject({ invitation: { isProven: false, isUnapplied: true } });
  }
}, 90_000);

test("A3: a reply in Dora's own Sent mailbox runs; a forged incoming one, and earlier mail, do nothing", async () => {
  const dora = as(await aUser({ fullName: "Dora Vale", email: "dora@aldermoor.net" }));
  const { version } = services.systemSettings.current;
  const fields = { smtpHost: "localhost", smtpPort: server.port, smtpFromEmail: "desk@aldermoor.net" };
  await services.systemSettings.save(await aUser({ roles: ["admin"] }), { version, fields, secrets: {} });
  const kinds = { ...KIND_DEFAULTS, decision: { inApp: true, push: false, mail: "at_once" } };
  await dora.invoke(notificationPolicy.save, { ...POLICY_DEFAULTS, kinds });
  await dora.invoke(settings.save, { acceptsReplies: true });
  await services.database.transaction(null, "write", (db) =>
    notifyFromJob(db, [
      { userIds: [dora.userId], title: "Vote on Lisbon", message: "Bob asks for it", type: "decision" },
    ]),
  );
  await deliverNotices(services);
  const { rows } = await owner.query("select message_id from notification_deliveries where user_id = $1", [
    dora.userId,
  ]);
  const noticeMessageId = String(rows[0]?.message_id);
  const saveMail = (box: string, id: string, command: string, headers: string[] = [], type = "text/plain") =>
    server.save("dora", box, replyTo(noticeMessageId, id, command, headers, type));
  await saveMail("Sent", "before", "Create a task to come too late");
  const login = { host: "localhost", username: "dora", security: "tls" };
  const { account } = (await dora.invoke(mailAccounts.connect, {
    address: "dora@aldermoor.net",
    imap: { ...login, port: server.imapPort },
    smtp: { ...login, port: server.implicitTlsPort },
    password: "correct horse",
  })) as { account: { id: string } };
  const isRead = async (...subjects: string[]) => {
    const found = await owner.query(
      "select 1 from emails where user_id = $1 and subject = any ($2) and body_state = 'full'",
      [dora.userId, subjects],
    );
    return found.rowCount === subjects.length;
  };
  await vi.waitUntil(() => isRead("before"), WAIT_OPTIONS);
  // The server's arrival times have a resolution of one second.
  await owner.query("update mail_accounts set created_at = now() - interval '1 minute' where id = $1", [
    account.id,
  ]);
  await saveMail("INBOX", "forged", "Create a task to pay Mallory");
  await saveMail("Sent", "away", "Create a task to be away", ["Auto-Submitted: auto-replied"]);
  await saveMail("Sent", "html", "<p>Create a task to read tags</p>", [], "text/html");
  await saveMail("Sent", "answer", "Create a task to call Anna tomorrow");
  await dora.invoke(mailAccounts.sync, { id: account.id });
  await vi.waitUntil(() => isRead("forged", "away", "html", "answer"), WAIT_OPTIONS);
  const titles = async () => {
    const { items } = (await dora.invoke(tasks.list, {})) as { items: { title: string }[] };
    return items.map(({ title }) => title);
  };
  await vi.waitUntil(async () => (await titles()).length > 0, WAIT_OPTIONS);
  const commandJobs = "select 1 from jobs.job where name = $1 and data->>'userId' = $2";
  expect((await owner.query(commandJobs, [runMailCommands.name, dora.userId])).rowCount).toBe(1);
  expect(await titles()).toEqual(["call Anna"]);
}, 90_000);

const replyTo = (messageId: string, id: string, command: string, headers: readonly string[], type: string) =>
  [
    ...["From: Dora Vale <dora@aldermoor.net>", "To: Desk <desk@aldermoor.net>", `Subject: ${id}`],
    ...[
      `Message-ID: <${id}@aldermoor.net>`,
      `In-Reply-To: ${messageId}`,
      `References: ${messageId}`,
      ...headers,
    ],
    ...["MIME-Version: 1.0", `Content-Type: ${type}; charset=utf-8`, ""],
    ...[command, "", "On Monday Adjutant wrote:", "> Bob asks for it", ""],
  ].join("\n");

const invitation = (sequence: number, title: string) =>
  [
    ...["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Lattice//EN", "METHOD:REQUEST", "BEGIN:VEVENT"],
    ...["UID:board@lattice.test", `DTSTAMP:20270201T0900${10 + sequence}Z`, `SEQUENCE:${sequence}`],
    ...["DTSTART:20270301T090000Z", "DTEND:20270301T100000Z", `SUMMARY:${title.replace(",", "\\,")}`],
    "ORGANIZER;CN=Clara Voss:mailto:clara@lattice.test",
    "ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:bea@aldermoor.net",
    ...["END:VEVENT", "END:VCALENDAR", ""],
  ].join("\r\n");
