import { beforeEach, expect, test } from "vitest";
import { type Misbehaviour, scriptedSmtp } from "#platform/testing/servers/scripted-server.ts";
import type { Person } from "#platform/testing/test-database.ts";
import { emails } from "../emails.ts";
import type { OpenEmailOnWire } from "../model.ts";
import { parseMessage } from "../reading/parse-message.ts";
import { deliveryInstance, messageTo } from "./deliver-mail.factory.ts";
import { processBounces } from "./process-bounces.ts";

const { server, runDueDeliveries } = await deliveryInstance();
const { aUser, as, database, owner, services } = server;
const given: Misbehaviour = {};
const smtp = await scriptedSmtp(given);
const admin = as(await aUser({ fullName: "Admin", roles: ["admin"] }));
await services.systemSettings.save(admin, {
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

async function sendToBobAndCarol() {
  const { id } = (await ada.invoke(
    emails.send,
    messageTo("Bob <bob@far.org>", "carol@far.org"),
  )) as OpenEmailOnWire;
  await runDueDeliveries();
  const { rows } = await owner.query("select message_id from emails where id = $1", [id]);
  return { id, messageId: rows[0].message_id as string };
}

type ReportFields = { action: string; to?: string; returns?: boolean };

/** The report of a mail server (RFC 3464), with the header of the returned message or, without, as an answer to it. */
async function report(messageId: string, { action, to = "bob@far.org", returns = true }: ReportFields) {
  const source = [
    ...["From: MAILER-DAEMON@far.org", `To: ${ada.email}`, "Subject: Report"],
    ...(returns ? [] : [`In-Reply-To: ${messageId}`]),
    ...['Content-Type: multipart/report; report-type=delivery-status; boundary="r"', ""],
    ...[
      "--r",
      "Content-Type: text/plain",
      "",
      "See below.",
      "--r",
      "Content-Type: message/delivery-status",
      "",
    ],
    ...["Reporting-MTA: dns; mail.far.org", "", `Final-Recipient: rfc822; ${to}`, `Action: ${action}`],
    ...["Status: 4.2.2", "Diagnostic-Code: smtp; 452 Mailbox full", ""],
    ...(returns ? ["--r", "Content-Type: text/rfc822-headers", "", `Message-ID: ${messageId}`, ""] : []),
    "--r--",
  ].join("\r\n");
  const mail = await parseMessage({ id: "", source: Buffer.from(source) });
  await database.transaction(ada.userId, "write", (db) => processBounces(db, ada.userId, [mail]));
}

const get = async (id: string) => (await ada.invoke(emails.get, { id })) as OpenEmailOnWire;
const recipientsOf = async (id: string) =>
  (await get(id)).deliveredTo.map(({ state, reason }) => [state, reason]);
const titles = async () =>
  (await owner.query("select title from smart_notifications where user_id = $1 order by title", [ada.userId]))
    .rows;

test("a delay is shown at its recipient, once as a notification; the message stays sent", async () => {
  const { id, messageId } = await sendToBobAndCarol();
  await report(messageId, { action: "delayed" });
  await report(messageId, { action: "delayed" });
  expect(await get(id)).toMatchObject({ status: "sent", delivery: { state: "sent", reason: null } });
  expect(await recipientsOf(id)).toEqual([
    ["sent", "Delayed: 452 Mailbox full"],
    ["sent", null],
  ]);
  expect(await titles()).toEqual([{ title: "Delayed: Figures" }]);
  await expect(ada.invoke(emails.retry, { id })).rejects.toMatchObject({ code: "conflict" });
});

test("a delayed message that is returned later has failed at that recipient only, also where no header is returned", async () => {
  const { id, messageId } = await sendToBobAndCarol();
  await report(messageId, { action: "delayed", returns: false });
  await report(messageId, { action: "failed", returns: false });
  expect(await recipientsOf(id)).toEqual([
    ["failed", "Returned: 452 Mailbox full"],
    ["sent", null],
  ]);
  expect(await get(id)).toMatchObject({
    status: "failed",
    delivery: { reason: "Not delivered to Bob <bob@far.org>" },
  });
});

test("a report shows what became of an uncertain message, for better and for worse", async () => {
  given["."] = null;
  const [arrived, returned] = [await sendToBobAndCarol(), await sendToBobAndCarol()];
  for (const to of ["bob@far.org", "carol@far.org"]) {
    expect(await get(arrived.id)).toMatchObject({ status: "uncertain" });
    await report(arrived.messageId, { action: "delivered", to });
    await report(returned.messageId, { action: "failed", to });
  }
  expect(await get(arrived.id)).toMatchObject({ status: "sent", delivery: { state: "sent" } });
  expect(await recipientsOf(returned.id)).toEqual(Array(2).fill(["failed", "Returned: 452 Mailbox full"]));
});

test("a report about another person's message, another address or a message never sent changes nothing", async () => {
  const { id, messageId } = await sendToBobAndCarol();
  await report(messageId, { action: "failed", to: "dora@far.org" });
  await report("<unknown@far.org>", { action: "failed" });
  const sender = ada;
  ada = as(await aUser({ fullName: "Eve" }));
  await report(messageId, { action: "failed" });
  ada = sender;
  expect(await recipientsOf(id)).toEqual(Array(2).fill(["sent", null]));
});
