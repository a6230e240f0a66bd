import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { MailSentElsewhere, mailSentElsewhere } from "../events.ts";
import { anAccount } from "../factory.ts";
import type { ParsedMessage } from "../reading/parse-message.ts";
import { emails, mailAccounts, mailboxes, mailboxMessages, mailDeliveries } from "../tables.ts";
import { publishSentMail } from "./publish-sent-mail.ts";

const subscriber = { name: "test.subscriber", payload: MailSentElsewhere, subscribesTo: mailSentElsewhere };
const { aUser, as, owner, database, services } = await testDatabase(
  async ({ services, connection, atEnd }) => {
    const parts = { ...services, owner: connection("owner"), log: createLog("silent") };
    const jobs = await startJobs(parts, [{ ...subscriber, run: async () => {} }]);
    atEnd(() => jobs.stop());
    return { jobs };
  },
);

const HOUSE = "<told@aldermoor.com>";
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
type More = { box?: keyof typeof boxes; read?: Partial<ParsedMessage>; left?: boolean };

/** Parses one message; returns whether it was published. */
async function isTold(fields: Row = {}, { box = "sent", read = {}, left = false }: More = {}) {
  const { userId } = ada;
  const row = {
    ...{ userId, accountId, subject: "Re: Review", body: "Do it", sender: "Ada <Ada@Aldermoor.test>" },
    ...{ recipients: ["desk@aldermoor.com"], status: "sent" as const, sentAt: new Date(), size: 900 },
    ...{ messageId: `<${randomUUID()}@aldermoor.test>`, inReplyTo: HOUSE, ...fields },
  };
  uid += 1;
  const id = await database.transaction(userId, "write", async (db) => {
    const [email] = await db.insert(emails).values(row).returning({ id: emails.id });
    const emailId = email?.id ?? "";
    await db.insert(mailboxMessages).values({ mailboxId: boxes[box], uid, userId, emailId });
    if (left) await db.insert(mailDeliveries).values({ userId, emailId, state: "sent", dueAt: new Date() });
    const text = { text: "Do it", html: null, hasPlainText: true, fault: null };
    const mail = { id: emailId, ...text, calendar: null, senderClaim: null, report: null, ...read };
    await publishSentMail(services, db, userId, [mail]);
    return emailId;
  });
  const { rows } = await owner.query("select data from jobs.job where name = $1 and data->>'emailId' = $2", [
    subscriber.name,
    id,
  ]);
  expect(rows.length).toBeLessThan(2);
  if (rows[0])
    expect(rows[0].data).toEqual({ userId, emailId: id, messageId: row.messageId, inReplyTo: HOUSE });
  return rows.length === 1;
}

const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000);

test("A3: an answer that lies new among somebody's own sent mail is told of, from the account's address or their own", async () => {
  expect(await isTold()).toBe(true);
  expect(await isTold({ sender: ada.email })).toBe(true);
  expect(await isTold({ sentAt: ago(47) })).toBe(true);
});

test("A3: what came in, is old, too long, a program's, somebody else's, or has no plain text is not told of", async () => {
  expect(await isTold({}, { box: "inbox" })).toBe(false);
  expect(await isTold({ status: "received", receivedAt: new Date() })).toBe(false);
  expect(await isTold({ sentAt: ago(49) })).toBe(false);
  expect(await isTold({ sentAt: ago(-2) })).toBe(false);
  expect(await isTold({ size: 1_000_000 })).toBe(false);
  expect(await isTold({ isAutomatic: true })).toBe(false);
  expect(await isTold({ inReplyTo: null })).toBe(false);
  expect(await isTold({ deletedAt: new Date() })).toBe(false);
  expect(await isTold({ sender: "Ada <mallory@evil.test>" })).toBe(false);
  expect(await isTold({}, { read: { hasPlainText: false } })).toBe(false);
  expect(await isTold({}, { read: { fault: "This message is damaged: its source is shown" } })).toBe(false);
});

test("A3: what was there when the account was connected is not told of", async () => {
  await owner.query("update mail_accounts set created_at = now() - interval '1 hour' where id = $1", [
    accountId,
  ]);
  expect(await isTold({ sentAt: ago(2) })).toBe(false);
  expect(await isTold({ sentAt: ago(0.5) })).toBe(true);
});

test("A3: what this house sent is no command, also where a server gave it another Message-ID", async () => {
  expect(await isTold({}, { left: true })).toBe(false);
  expect(await isTold()).toBe(false);
});
