import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { beforeEach, expect, test } from "vitest";
import { scriptedServer, scriptedSmtp } from "#platform/testing/servers/scripted-server.ts";
import type { Person } from "#platform/testing/test-database.ts";
import { passwordPlace } from "../accounts/account-servers.ts";
import { emails } from "../emails.ts";
import type { OpenEmailOnWire } from "../model.ts";
import { deliverDueMail } from "./deliver-due-mail.ts";
import { deliveryInstance, messageTo } from "./deliver-mail.factory.ts";

// Ada sends from an account of her own, Carol through the instance's server, which greets only when a test lets it.
const { server, makeDeliveriesDue, runDueDeliveries } = await deliveryInstance();
const { aUser, as, owner, services } = server;

const WAIT = { timeout: 40_000 };
let greeting: "none" | "220 ready" | "closed" = "220 ready";
let waiting: Socket[] = [];
let connections = 0;
const instanceServer = await scriptedServer((line, socket) => {
  if (line !== "")
    return line === "DATA" ? "354 go on" : /^(EHLO|MAIL|RCPT|\.$)/.test(line) ? "250 Ok" : undefined;
  connections += 1;
  if (greeting === "closed") return void socket.destroy();
  if (greeting === "none") return void waiting.push(socket);
  return greeting;
});
const accountServer = await scriptedSmtp();

const admin = as(await aUser({ fullName: "Admin", roles: ["admin"] }));
await services.systemSettings.save(admin, {
  version: services.systemSettings.current.version,
  fields: {
    ...{ smtpHost: "127.0.0.1", smtpPort: instanceServer.port, smtpSecure: false },
    ...{ smtpFromEmail: "desk@house.org", smtpFromName: "The desk" },
  },
  secrets: {},
});

const aPerson = async (fullName: string) => as(await aUser({ fullName }));
let ada: Person;
let bob: Person;
let carol: Person;
beforeEach(async () => {
  [greeting, waiting, connections] = ["220 ready", [], 0];
  await owner.query("delete from mail_deliveries");
  await owner.query("delete from mail_lanes");
  ada = await aPerson("Ada");
  bob = await aPerson("Bob");
  carol = await aPerson("Carol");
});

async function connectAccount(person: Person) {
  const [id, userId] = [randomUUID(), person.userId];
  const password = services.secrets.seal(passwordPlace({ id, userId }, "imap_password"), "correct horse");
  await owner.query(
    `insert into mail_accounts (id, user_id, address, imap_host, imap_port, imap_user, imap_password, smtp_host, smtp_port,
       smtp_security, smtp_user)
     values ($1, $2, 'ada@aldermoor.net', '127.0.0.1', 1, 'ada', $3, '127.0.0.1', $4, 'none', '')`,
    [id, userId, password, accountServer.port],
  );
}

const send = async (person: Person, ...recipients: string[]) =>
  ((await person.invoke(emails.send, messageTo(...recipients))) as OpenEmailOnWire).id;

const statesOf = async (ids: readonly string[]) => {
  const { rows } = await owner.query<{ state: string }>(
    "select state from mail_deliveries where email_id = any($1) order by array_position($1, email_id)",
    [ids],
  );
  return rows.map(({ state }) => state);
};

test("twelve mails to a server that never greets delay only each other: other mail, also later mail, is delivered", async () => {
  await connectAccount(ada);
  const stuck: string[] = [];
  for (let n = 0; n < 12; n += 1) stuck.push(await send(carol, "dora@far.org"));
  const others = [await send(ada, "dora@far.org"), await send(carol, bob.email)];
  greeting = "none";
  await owner.query(
    "update mail_deliveries set due_at = now() - interval '1 minute' where email_id = any($1)",
    [stuck],
  );
  await makeDeliveriesDue();
  const run = deliverDueMail(services);
  await expect.poll(() => statesOf(others), WAIT).toEqual(["sent", "sent"]);
  const later = [await send(ada, "dora@far.org"), await send(carol, bob.email)];
  await owner.query(
    "update mail_deliveries set due_at = now() - interval '1 second' where email_id = any($1)",
    [later],
  );
  await expect.poll(() => statesOf(later), WAIT).toEqual(["sent", "sent"]);
  expect(new Set(await statesOf(stuck))).toEqual(new Set(["sending", "queued"]));
  greeting = "220 ready";
  for (const socket of waiting) socket.write("220 ready\r\n");
  await run;
  expect(new Set(await statesOf(stuck))).toEqual(new Set(["sent"]));
});

test("a message to a person here and to one elsewhere reaches the person here while its server hangs", async () => {
  const blocking = await Promise.all(Array.from({ length: 9 }, () => send(carol, "dora@far.org")));
  greeting = "none";
  await makeDeliveriesDue();
  const run = deliverDueMail(services);
  await expect
    .poll(async () => (await statesOf(blocking)).filter((state) => state === "sending").length, WAIT)
    .toBe(8);
  const id = await send(carol, bob.email, "dora@far.org");
  await owner.query("update mail_deliveries set due_at = now() - interval '1 second' where email_id = $1", [
    id,
  ]);
  const recipients = async () =>
    ((await carol.invoke(emails.get, { id })) as OpenEmailOnWire).deliveredTo.map(({ state }) => state);
  await expect.poll(recipients, WAIT).toEqual(["sent", "queued"]);
  expect(connections).toBe(8);
  greeting = "220 ready";
  for (const socket of waiting) socket.write("220 ready\r\n");
  await run;
  expect(await recipients()).toEqual(["sent", "sent"]);
});

test("a dead server is set aside, then tried with one message, and gets the rest once it works", async () => {
  await connectAccount(ada);
  greeting = "closed";
  const first = await send(carol, "dora@far.org");
  await runDueDeliveries();
  expect(connections).toBe(1);
  const more = await Promise.all(Array.from({ length: 5 }, () => send(carol, "dora@far.org")));
  const others = [await send(ada, "dora@far.org"), await send(carol, bob.email)];
  await runDueDeliveries();
  expect(await statesOf(others)).toEqual(["sent", "sent"]);
  expect(await statesOf([first, ...more])).toEqual(Array(6).fill("queued"));
  expect(connections).toBe(1);
  const pauseIsOver = () => owner.query("update mail_lanes set closed_until = now() - interval '1 second'");
  await pauseIsOver();
  await runDueDeliveries();
  expect(connections).toBe(2);
  const { rows } = await owner.query(
    "select failures, closed_until > now() + interval '90 seconds' as longer from mail_lanes",
  );
  expect(rows).toEqual([{ failures: 2, longer: true }]);
  greeting = "220 ready";
  await pauseIsOver();
  await runDueDeliveries();
  expect(await statesOf([first, ...more])).toEqual(Array(6).fill("sent"));
  expect((await owner.query("select from mail_lanes")).rowCount).toBe(0);
});

test("Send again tries a server that is set aside at once", async () => {
  greeting = "closed";
  const id = await send(carol, "dora@far.org");
  await runDueDeliveries();
  await owner.query("update mail_deliveries set attempt = 7");
  await owner.query("update mail_lanes set closed_until = now() - interval '1 second'");
  await runDueDeliveries();
  expect(await statesOf([id])).toEqual(["failed"]);
  greeting = "220 ready";
  await carol.invoke(emails.retry, { id });
  await runDueDeliveries();
  expect(await statesOf([id])).toEqual(["sent"]);
});
