import type { Socket } from "node:net";
import { Readable } from "node:stream";
import { beforeEach, expect, test } from "vitest";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { bucketFiles } from "#platform/storage/bucket-files.ts";
import { scriptedServer } from "#platform/testing/servers/scripted-server.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { emails } from "../emails.ts";
import { deliverMail } from "../jobs.ts";
import type { OpenEmailOnWire } from "../model.ts";
import { deliverDueMail } from "./deliver-due-mail.ts";

// The instance's mail server is a script on loopback; the tests run the delivery worker when they choose.
const { aUser, as, owner, services } = await testDatabase(async ({ connection, atEnd, services }) => {
  const noopJob = { ...deliverMail, run: async () => {} };
  const log = createLog("silent");
  const jobs = await startJobs({ ...services, owner: connection("owner"), log }, [noopJob]);
  atEnd(() => jobs.stop());
  return { jobs };
});
const worker = services;

type Script = Record<string, string | null | ((line: string, socket: Socket) => string | undefined)>;
let script: Script = {};
let isInData = false;
const OK_REPLIES: Record<string, string> = {
  "": "220 ready",
  EHLO: "250 ready",
  MAIL: "250 Ok",
  RCPT: "250 Ok",
  DATA: "354 go on",
  ".": "250 Ok: queued",
  QUIT: "221 bye",
};
const server = await scriptedServer((line: string, socket: Socket) => {
  if (isInData && line !== ".") return undefined;
  const word = line.split(/[ :]/)[0] ?? "";
  isInData = word === "DATA" && script.DATA === undefined;
  const answer = script[word] === undefined ? OK_REPLIES[word] : script[word];
  if (answer === null) return void socket.destroy();
  return typeof answer === "function" ? answer(line, socket) : answer;
});

const admin = as(await aUser({ fullName: "Admin", roles: ["admin"] }));
const { systemSettings } = worker;
await systemSettings.save(admin, {
  version: systemSettings.current.version,
  fields: {
    smtpHost: "127.0.0.1",
    smtpPort: server.port,
    smtpSecure: false,
    smtpFromEmail: "desk@house.org",
    smtpFromName: "The desk",
  },
  secrets: {},
});

let ada: Person;
beforeEach(async () => {
  script = {};
  isInData = false;
  server.lines.length = 0;
  await owner.query("delete from mail_deliveries");
  ada = as(await aUser({ fullName: "Ada Lovelace" }));
});

const send = async (...recipients: string[]) =>
  (await ada.invoke(emails.send, {
    subject: "Figures",
    body: "See below.",
    recipients,
    bcc: ["secret@far.org"],
  })) as OpenEmailOnWire;
const get = async (id: string) => (await ada.invoke(emails.get, { id })) as OpenEmailOnWire;
const makeDue = () =>
  owner.query("update mail_deliveries set due_at = now() - interval '1 second' where state = 'queued'");
async function runDueDeliveries(): Promise<void> {
  await makeDue();
  await deliverDueMail(worker);
}
const envelopes = () => server.lines.filter((line) => line.startsWith("RCPT"));
const delivery = async (id: string) =>
  (await owner.query("select * from mail_deliveries where email_id = $1", [id])).rows[0];

test("decision 10: an external address is reached through the server of the instance, with the sender's name", async () => {
  const { id } = await send("Bob <bob@far.org>");
  await runDueDeliveries();
  expect(await get(id)).toMatchObject({ status: "sent", delivery: { state: "sent", reason: null } });
  expect(envelopes()).toEqual(["RCPT TO:<bob@far.org>", "RCPT TO:<secret@far.org>"]);
  expect(server.lines).toContain("MAIL FROM:<desk@house.org>");
  expect(server.lines).toContain(`Reply-To: Ada Lovelace <${ada.email}>`);
  expect(server.lines).toContain("To: Bob <bob@far.org>");
  expect(server.lines.join("\n")).not.toMatch(/^(bcc|to):.*secret/im);
  await runDueDeliveries();
  expect(envelopes()).toHaveLength(2);
});

test("a response of the server is recorded on its own message, not on an older one", async () => {
  const draft = { subject: "Older", body: "Not sent.", recipients: ["bob@far.org"] };
  const older = (await ada.invoke(emails.create, draft)) as OpenEmailOnWire;
  script = { RCPT: "550 No such person" };
  const { id } = await send("bob@far.org");
  await runDueDeliveries();
  expect(await get(id)).toMatchObject({ status: "failed" });
  expect(await get(older.id)).toMatchObject({ status: "draft", version: older.version });
});

test("a worker that lost its lease while it waited for the server records nothing", async () => {
  const { id } = await send("bob@far.org");
  const otherWorker = "00000000-0000-4000-8000-000000000001";
  const takeOverLease = () =>
    owner.query("update mail_deliveries set lease_by = $1 where email_id = $2", [otherWorker, id]);
  script = {
    ".": (_, socket) => void takeOverLease().then(() => socket.write("550 Refused\r\n")),
  };
  await runDueDeliveries();
  expect(await delivery(id)).toMatchObject({ state: "sending", lease_by: otherWorker, reason: null });
  expect((await get(id)).deliveredTo.map(({ state }) => state)).toEqual(["queued", "queued"]);
});

test("nothing is sent to reserved names, and users of this instance get local delivery", async () => {
  const bob = as(await aUser({ fullName: "Bob" }));
  const { id } = await send(bob.email, "clara@lattice.example", "x@example.org");
  await runDueDeliveries();
  expect(envelopes()).toEqual(["RCPT TO:<secret@far.org>"]);
  expect(await bob.invoke(emails.stats)).toMatchObject({ unread: 1 });
  expect((await get(id)).deliveredTo.map(({ state }) => state)).toEqual(["sent", "held", "held", "sent"]);
});

test("an address that its account has not confirmed is not delivered locally where mail can be sent", async () => {
  const eve = as(await aUser({ fullName: "Eve", email: "ceo@far.org" }));
  await owner.query("update users set address_state = 'unproven', address_reason = null where id = $1", [
    eve.userId,
  ]);
  await send(eve.email);
  await runDueDeliveries();
  expect(await eve.invoke(emails.stats)).toMatchObject({ unread: 0 });
  expect(envelopes()).toContain("RCPT TO:<ceo@far.org>");
});

test("mail from an unconfirmed address is held, and is sent once it is confirmed", async () => {
  await owner.query("update users set address_state = 'unproven', address_reason = null where id = $1", [
    ada.userId,
  ]);
  const { id } = await send("dora@elsewhere.org");
  await runDueDeliveries();
  expect((await get(id)).delivery).toMatchObject({
    state: "held",
    reason: "Held until your email address is proven or vouched for",
  });
  expect(envelopes()).toEqual([]);
  await owner.query(
    "update users set address_state = 'proven', address_reason = 'confirmation_mail' where id = $1",
    [ada.userId],
  );
  await runDueDeliveries();
  expect((await get(id)).delivery).toMatchObject({ state: "sent" });
  expect(envelopes()).toContain("RCPT TO:<dora@elsewhere.org>");
});

test("a rejected message has failed with its reason, and its sender is notified", async () => {
  script = { RCPT: "550 5.1.1 No such user" };
  const { id } = await send("nobody@far.org");
  await runDueDeliveries();
  const email = await get(id);
  expect(email).toMatchObject({ status: "failed", delivery: { state: "failed" } });
  expect(email.delivery?.reason).toMatch(/550/);
  const { rows } = await owner.query("select title, href from smart_notifications where user_id = $1", [
    ada.userId,
  ]);
  expect(rows).toEqual([{ title: "Not sent: Figures", href: `/email?email=${id}` }]);
  script = {};
  await ada.invoke(emails.retry, { id });
  await runDueDeliveries();
  expect(await get(id)).toMatchObject({ status: "sent", delivery: { state: "sent" } });
});

test("a temporary rejection is retried and fails after the eighth try; the steps of each recipient are listed", async () => {
  script = { MAIL: "451 4.7.1 Greylisted" };
  const { id, nextAttemptAt } = await send("bob@far.org");
  expect(nextAttemptAt).toBeNull();
  await runDueDeliveries();
  const waiting = await get(id);
  expect(waiting).toMatchObject({ status: "sent", delivery: { state: "queued" } });
  expect(new Date(waiting.nextAttemptAt ?? 0).getTime()).toBeGreaterThan(Date.now() + 30_000);
  const { attempt, due_at } = await delivery(id);
  expect(attempt).toBe(1);
  expect(due_at.getTime()).toBeGreaterThan(Date.now() + 30_000);
  for (let n = 0; n < 7; n += 1) await runDueDeliveries();
  const failed = await get(id);
  expect(failed).toMatchObject({ status: "failed", delivery: { state: "failed" }, nextAttemptAt: null });
  for (const { steps } of failed.deliveredTo) {
    expect(steps.map(({ state }) => state)).toEqual(["queued", ...Array(7).fill("queued"), "failed"]);
    expect(steps.map(({ at }) => at)).toEqual(steps.map(({ at }) => at).toSorted());
    expect(steps.at(-1)?.reason).toContain("Greylisted");
  }
});

test("a message waits while the storage of its file does not respond, and fails if the file is missing", async () => {
  const { id } = await send("bob@far.org");
  const { key } = await worker.files.put(Readable.from(["figures"]));
  await owner.query(
    "insert into email_attachments (user_id, email_id, filename, storage_key) values ($1, $2, 'figures.txt', $3)",
    [ada.userId, id, key],
  );
  const account = { name: "house", region: "eu", accessKeyId: "key", secretAccessKey: "secret" };
  const unreachable = bucketFiles({ ...account, endpoint: "http://127.0.0.1:1" }, worker.files);
  await makeDue();
  await deliverDueMail({ ...worker, files: unreachable });
  expect(await get(id)).toMatchObject({ status: "sent", delivery: { state: "queued" } });
  expect((await delivery(id)).reason).toContain("cannot be reached");
  await runDueDeliveries();
  expect(await get(id)).toMatchObject({ delivery: { state: "sent" } });
  expect(server.lines.join("\n")).toContain("figures.txt");

  const other = await send("bob@far.org");
  await owner.query(
    "insert into email_attachments (user_id, email_id, filename, storage_key) values ($1, $2, 'lost.txt', $3)",
    [ada.userId, other.id, `00/00/${"0".repeat(28)}`],
  );
  await runDueDeliveries();
  expect((await get(other.id)).delivery).toMatchObject({ state: "failed" });
  expect((await delivery(other.id)).reason).toContain("'lost.txt' is gone");
});

test("a connection lost before DATA is retried; after DATA it is uncertain and is not retried by itself", async () => {
  script = { DATA: null };
  const early = await send("bob@far.org");
  await runDueDeliveries();
  expect(await get(early.id)).toMatchObject({ delivery: { state: "queued" } });
  await owner.query("delete from mail_deliveries");
  script = { ".": null };
  const late = await send("bob@far.org");
  await runDueDeliveries();
  expect(await get(late.id)).toMatchObject({ delivery: { state: "uncertain" } });
  await runDueDeliveries();
  expect(server.lines.filter((line) => line === ".")).toHaveLength(1);
});

test("of several recipients only the rejected one has failed, and nobody gets it twice", async () => {
  script = { RCPT: (line) => (line.includes("nobody") ? "550 5.1.1 No such user" : "250 Ok") };
  const { id } = await send("bob@far.org", "nobody@far.org");
  await runDueDeliveries();
  expect(await get(id)).toMatchObject({
    status: "sent",
    delivery: { state: "sent", reason: "Not delivered to nobody@far.org" },
  });
  await ada.invoke(emails.retry, { id });
  await runDueDeliveries();
  expect(envelopes().filter((line) => line.includes("bob"))).toHaveLength(1);
});
