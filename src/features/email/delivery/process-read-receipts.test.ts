import { beforeEach, expect, test } from "vitest";
import { type Misbehaviour, scriptedSmtp } from "#platform/testing/servers/scripted-server.ts";
import type { Person } from "#platform/testing/test-database.ts";
import { emails } from "../emails.ts";
import { anEmail } from "../factory.ts";
import type { OpenEmailOnWire } from "../model.ts";
import { parseMessage } from "../reading/parse-message.ts";
import { emails as emailRows } from "../tables.ts";
import { deliveryInstance, messageTo } from "./deliver-mail.factory.ts";
import { processReadReceipts } from "./process-read-receipts.ts";

const { server, runDueDeliveries } = await deliveryInstance();
const { aUser, as, database, owner, services } = server;
const given: Misbehaviour = {};
const smtp = await scriptedSmtp(given);
await services.systemSettings.save(as(await aUser({ fullName: "Admin", roles: ["admin"] })), {
  version: services.systemSettings.current.version,
  fields: {
    ...{ smtpHost: "127.0.0.1", smtpPort: smtp.port, smtpSecure: false },
    ...{ smtpFromEmail: "desk@house.org", smtpFromName: "The desk" },
  },
  secrets: {},
});

let ada: Person;
beforeEach(async () => {
  delete given["."];
  await owner.query("delete from mail_deliveries");
  ada = as(await aUser({ fullName: "Ada" }));
});

async function sendToBobAndCarol({ isReceiptRequested = true } = {}) {
  const { id } = (await ada.invoke(emails.send, {
    ...messageTo("Bob <bob@far.org>", "carol@far.org"),
    isReceiptRequested,
  })) as OpenEmailOnWire;
  await runDueDeliveries();
  const { rows } = await owner.query("select message_id from emails where id = $1", [id]);
  return { id, messageId: rows[0].message_id as string };
}

type ReceiptFields = {
  disposition?: string;
  to?: string;
  original?: string;
  quotes?: boolean;
  at?: string;
  senderCheck?: "failed";
};
const READ = "manual-action/MDN-sent-manually; displayed";
const AT = "2026-05-12T14:02:00.000Z";

/** The receipt of a mail program (RFC 8098, 3), with the id of the message or, without, as an answer to it. */
async function receipt(messageId: string, fields: ReceiptFields = {}) {
  const { disposition = READ, to = "bob@far.org", original, quotes = true, at = AT, senderCheck } = fields;
  const source = [
    ...[`From: ${to}`, `To: ${ada.email}`, "Subject: Read: Figures", "MIME-Version: 1.0"],
    ...(quotes ? [] : [`In-Reply-To: ${messageId}`]),
    ...["Content-Type: multipart/report; report-type=disposition-notification;", ' boundary="r"', ""],
    ...["--r", "Content-Type: text/plain", "", "It was displayed.", "--r"],
    ...["Content-Type: message/disposition-notification", "", "Reporting-UA: far.org; Far Mail 1.0"],
    ...(original ? [`Original-Recipient: rfc822;${original}`] : []),
    ...[`Final-Recipient: rfc822;${to}`, ...(quotes ? [`Original-Message-ID: ${messageId}`] : [])],
    ...[`Disposition: ${disposition}`, "", "--r--", ""],
  ].join("\r\n");
  await database.transaction(ada.userId, "write", async (db) => {
    const [row] = await db
      .insert(emailRows)
      .values(anEmail({ userId: ada.userId, receivedAt: new Date(at), senderCheck: senderCheck ?? null }))
      .returning({ id: emailRows.id });
    const mail = await parseMessage({ id: row?.id ?? "", source: Buffer.from(source) });
    await processReadReceipts(db, ada.userId, [mail]);
  });
}

const get = async (id: string) => (await ada.invoke(emails.get, { id })) as OpenEmailOnWire;
const receiptsOf = async (id: string) => (await get(id)).deliveredTo.map((each) => each.receipt);
const read = { at: AT, disposition: "displayed", mode: "manual" };

test("a message asks for a receipt only where its writer wants one, also as a draft", async () => {
  const { id: plain } = await sendToBobAndCarol({ isReceiptRequested: false });
  const { id: asking } = await sendToBobAndCarol();
  const asked = smtp.lines.filter((line) => line.startsWith("Disposition-Notification-To:"));
  expect(asked).toEqual([`Disposition-Notification-To: <${ada.email}>`]);
  expect(await get(plain)).toMatchObject({ isReceiptRequested: false });
  expect(await get(asking)).toMatchObject({ isReceiptRequested: true });
  const draft = (await ada.invoke(emails.saveDraft, {
    ...messageTo("bob@far.org"),
    isReceiptRequested: true,
  })) as OpenEmailOnWire;
  expect(await get(draft.id)).toMatchObject({ isReceiptRequested: true });
  await ada.invoke(emails.update, { id: draft.id, version: draft.version, isReceiptRequested: false });
  expect(await get(draft.id)).toMatchObject({ isReceiptRequested: false });
});

test("a scheduled message asks for the receipt when it is sent, and not before", async () => {
  const asked = () => smtp.lines.filter((line) => line.startsWith("Disposition-Notification-To:")).length;
  const before = asked();
  const scheduledSend = new Date(Date.now() + 3_600_000).toISOString();
  const { id } = (await ada.invoke(emails.send, {
    ...{ ...messageTo("bob@far.org"), isReceiptRequested: true, scheduledSend },
  })) as OpenEmailOnWire;
  expect([await get(id), asked()]).toMatchObject([{ status: "scheduled", isReceiptRequested: true }, before]);
  await runDueDeliveries();
  expect(await get(id)).toMatchObject({ status: "sent", isReceiptRequested: true });
  expect(asked()).toBe(before + 1);
});

test("a receipt is shown at its recipient, found by the id it quotes or answers, and by the address as written", async () => {
  const quoted = await sendToBobAndCarol();
  await receipt(quoted.messageId);
  expect(await receiptsOf(quoted.id)).toEqual([read, null]);
  const answered = await sendToBobAndCarol();
  const automatic = "automatic-action/MDN-sent-automatically; deleted";
  await receipt(answered.messageId, { quotes: false, to: "Carol@far.org", disposition: automatic });
  expect(await receiptsOf(answered.id)).toEqual([
    null,
    { at: AT, disposition: "deleted", mode: "automatic" },
  ]);
  const forwarded = await sendToBobAndCarol();
  await receipt(forwarded.messageId, { to: "robert@elsewhere.org", original: "bob@far.org" });
  expect(await receiptsOf(forwarded.id)).toEqual([read, null]);
});

test("that it was read stays, whatever is said again or later", async () => {
  const { id, messageId } = await sendToBobAndCarol();
  await receipt(messageId, { disposition: "manual-action/MDN-sent-automatically; deleted" });
  expect(await receiptsOf(id)).toMatchObject([{ disposition: "deleted" }, null]);
  await receipt(messageId);
  const { version } = await get(id);
  await receipt(messageId, { at: "2026-05-13T08:00:00Z" });
  await receipt(messageId, { disposition: "manual-action/MDN-sent-automatically; deleted" });
  expect(await receiptsOf(id)).toEqual([read, null]);
  expect(await get(id)).toMatchObject({ version });
});

test("a receipt proves that an uncertain message arrived", async () => {
  given["."] = null;
  const { id, messageId } = await sendToBobAndCarol();
  expect(await get(id)).toMatchObject({ status: "uncertain" });
  await receipt(messageId);
  await receipt(messageId, { to: "carol@far.org" });
  expect(await get(id)).toMatchObject({ status: "sent", delivery: { state: "sent" } });
  expect(await receiptsOf(id)).toEqual([read, read]);
});

test("a receipt of a stranger, of a forger, about another person's message, not asked for or unreadable changes nothing", async () => {
  const { id, messageId } = await sendToBobAndCarol();
  const { version } = await get(id);
  await receipt(messageId, { to: "dora@far.org" });
  await receipt(messageId, { senderCheck: "failed" });
  await receipt("<unknown@far.org>");
  await receipt(messageId, { disposition: "manual-action/MDN-sent-manually; adored" });
  await receipt(messageId, { to: "nobody" });
  const sender = ada;
  ada = as(await aUser({ fullName: "Eve" }));
  await receipt(messageId);
  ada = sender;
  expect(await receiptsOf(id)).toEqual([null, null]);
  expect(await get(id)).toMatchObject({ version });
  const unasked = await sendToBobAndCarol({ isReceiptRequested: false });
  await receipt(unasked.messageId);
  expect(await receiptsOf(unasked.id)).toEqual([null, null]);
});
