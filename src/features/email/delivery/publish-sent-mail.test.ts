import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { mailAccounts, mailboxes } from "../account-tables.ts";
import { mailDeliveries } from "../delivery-tables.ts";
import { MailSent, MailSentElsewhere, mailSent, mailSentElsewhere } from "../events.ts";
import { anAccount } from "../factory.ts";
import type { ParsedMessage } from "../reading/parse-message.ts";
import { emails, mailboxMessages } from "../tables.ts";
import { publishMailOfOtherPrograms, publishSentMail } from "./publish-sent-mail.ts";

const subscriber = { name: "test.subscriber", payload: MailSentElsewhere, subscribesTo: mailSentElsewhere };
const sentSubscriber = { name: "test.sent-subscriber", payload: MailSent, subscribesTo: mailSent };
const { aUser, as, owner, database, services } = await testDatabase(
  async ({ services, connection, atEnd }) => {
    const parts = { ...services, owner: connection("owner"), log: createLog("silent") };
    const jobs = await startJobs(parts, [
      { ...subscriber, run: async () => {} },
      { ...sentSubscriber, run: async () => {} },
    ]);
    atEnd(() => jobs.stop());
    return { jobs };
  },
);

const OWN_MESSAGE_ID = "<told@aldermoor.com>";
let ada: Person;
let accountId = "";
const boxes = { sent: "", inbox: "" };

beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada", email: `ada.${randomUUID()}@aldermoor.com` }));
  const { userId } = ada;
  await database.transaction(userId, "write", async (db) => {
    const createdAt = new Date(Date.now() - 7 * 86_400_000);
    const [account] = await db.insert(mailAccounts).values(anAccount({ userId, createdAt })).returning();
    accountId = account?.id ?? "";
    for (const role of ["sent", "inbox"] as const) {
      const [box] = await db
        .insert(mailboxes)
        .values({ userId, accountId, path: role, name: role, role })
        .returning();
      boxes[role] = box?.id ?? "";
    }
  });
});

let uid = 0;
type Row = Partial<typeof emails.$inferInsert>;
type Options = { box?: keyof typeof boxes; read?: Partial<ParsedMessage>; isSentHere?: boolean };

/** Parses one message; returns whether it was published. */
async function isPublished(fields: Row = {}, { box = "sent", read = {}, isSentHere = false }: Options = {}) {
  const { userId } = ada;
  const row = {
    ...{ userId, accountId, subject: "Re: Review", body: "Do it", sender: "Ada <Ada@Aldermoor.test>" },
    ...{ recipients: ["desk@aldermoor.com"], status: "sent" as const, sentAt: new Date(), size: 900 },
    ...{ messageId: `<${randomUUID()}@aldermoor.test>`, inReplyTo: OWN_MESSAGE_ID, ...fields },
  };
  uid += 1;
  const id = await database.transaction(userId, "write", async (db) => {
    const [email] = await db.insert(emails).values(row).returning({ id: emails.id });
    const emailId = email?.id ?? "";
    await db.insert(mailboxMessages).values({ mailboxId: boxes[box], uid, userId, emailId });
    if (isSentHere)
      await db.insert(mailDeliveries).values({ userId, emailId, state: "sent", dueAt: new Date() });
    const text = { text: "Do it", html: null, hasPlainText: true, fault: null };
    const absent = {
      calendar: null,
      senderClaim: null,
      report: null,
      receipt: null,
      receiptRequest: null,
      header: null,
    };
    const mail = { id: emailId, ...text, ...absent, ...read };
    await publishSentMail(services, db, userId, [mail]);
    return emailId;
  });
  const { rows } = await owner.query("select data from jobs.job where name = $1 and data->>'emailId' = $2", [
    subscriber.name,
    id,
  ]);
  expect(rows.length).toBeLessThan(2);
  if (rows[0])
    expect(rows[0].data).toEqual({
      userId,
      emailId: id,
      messageId: row.messageId,
      inReplyTo: OWN_MESSAGE_ID,
    });
  return rows.length === 1;
}

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);

test("A3: a new reply in the Sent folder is published, from the address of the account or of the user", async () => {
  expect(await isPublished()).toBe(true);
  expect(await isPublished({ sender: ada.email })).toBe(true);
  expect(await isPublished({ sentAt: ago(47) })).toBe(true);
});

test("A3: received, old, too long, automatic, foreign and HTML-only messages are not published", async () => {
  expect(await isPublished({}, { box: "inbox" })).toBe(false);
  expect(await isPublished({ status: "received", receivedAt: new Date() })).toBe(false);
  expect(await isPublished({ sentAt: ago(49) })).toBe(false);
  expect(await isPublished({ sentAt: ago(-2) })).toBe(false);
  expect(await isPublished({ size: 1_000_000 })).toBe(false);
  expect(await isPublished({ isAutomatic: true })).toBe(false);
  expect(await isPublished({ inReplyTo: null })).toBe(false);
  expect(await isPublished({ deletedAt: new Date() })).toBe(false);
  expect(await isPublished({ sender: "Ada <mallory@evil.test>" })).toBe(false);
  expect(await isPublished({}, { read: { hasPlainText: false } })).toBe(false);
  expect(await isPublished({}, { read: { fault: "This message is damaged: its source is shown" } })).toBe(
    false,
  );
});

test("A3: mail from before the account was connected is not published", async () => {
  await owner.query("update mail_accounts set created_at = now() - interval '1 hour' where id = $1", [
    accountId,
  ]);
  expect(await isPublished({ sentAt: ago(2) })).toBe(false);
  expect(await isPublished({ sentAt: ago(0.5) })).toBe(true);
});

test("A3: a message sent by this instance is not published, even if a server changed its Message-ID", async () => {
  expect(await isPublished({}, { isSentHere: true })).toBe(false);
  expect(await isPublished()).toBe(false);
});

test("mail of the last two days that another program sent is published, whatever its length", async () => {
  const { userId } = ada;
  const row = {
    userId,
    accountId,
    subject: "Review",
    body: "Yes",
    sender: ada.email,
    recipients: ["bob@x.example"],
  };
  const sent = { ...row, status: "sent" as const, sentAt: ago(47), size: 2_000_000 };
  const ids = await database.transaction(userId, "write", async (db) => {
    const rows = await db
      .insert(emails)
      .values([
        sent,
        { ...sent, sentAt: ago(49) },
        { ...sent, deletedAt: new Date() },
        { ...row, status: "received", receivedAt: new Date() },
      ])
      .returning({ id: emails.id });
    await publishMailOfOtherPrograms(services, db, userId, rows);
    return rows.map(({ id }) => id);
  });
  const { rows } = await owner.query("select data from jobs.job where name = $1", [sentSubscriber.name]);
  expect(rows).toEqual([{ data: { userId, emailId: ids[0] } }]);
});
