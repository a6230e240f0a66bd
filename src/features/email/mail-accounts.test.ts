import { beforeEach, expect, test } from "vitest";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { createMail } from "#platform/mail/mail.ts";
import { mailServer } from "#platform/testing/servers/mail-server.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import type { AccountCheck, MailAccountOnWire } from "./account-model.ts";
import { mailAccounts as accountRows } from "./account-tables.ts";
import { discoverAccount, parseAutoconfig } from "./accounts/discover-account.ts";
import type { DomainNames } from "./accounts/domain-names.ts";
import { anAccount, anEmail } from "./factory.ts";
import { removeAccountMail } from "./jobs.ts";
import { mailAccounts } from "./mail-accounts.ts";
import { emails } from "./tables.ts";

const server = await mailServer({
  mailboxes: ["ada@aldermoor.test"],
  users: { ada: "correct horse" },
  imap: {},
});
const app = await testDatabase(async ({ services, connection, atEnd }) => {
  const mail = createMail({ outbound: services.outbound, certificates: [server.certificate] });
  const noopJob = { ...removeAccountMail, run: async () => {} };
  const log = createLog("silent");
  const jobs = await startJobs({ ...services, mail, owner: connection("owner"), log }, [noopJob]);
  atEnd(() => jobs.stop());
  return { mail, jobs };
});
const { aUser, as, owner, services } = app;

const imap = { host: "localhost", port: server.imapPort, security: "tls", username: "ada" };
const smtp = { host: "localhost", port: server.implicitTlsPort, security: "tls", username: "ada" };
const settings = {
  address: "ada@aldermoor.test",
  name: "Ada Lovelace",
  imap,
  smtp,
  password: "correct horse",
};

let ada: Person;
let bob: Person;
beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada" }));
  bob = as(await aUser({ fullName: "Bob" }));
});

type Answer = { account: MailAccountOnWire | null; check: AccountCheck };
const connect = async (change: object = {}, person = ada) =>
  (await person.invoke(mailAccounts.connect, { ...settings, ...change })) as Answer;
const list = async (person: Person) =>
  ((await person.invoke(mailAccounts.list)) as { items: MailAccountOnWire[] }).items;
const failedStep = ({ steps }: AccountCheck) => steps.find(({ state }) => state === "failed");

test("a mailbox is connected by address and password; the password is encrypted and never returned", async () => {
  const { account, check } = await connect();
  expect(check).toMatchObject({ isOk: true });
  expect(check.steps.map(({ state }) => state)).toEqual(Array(10).fill("passed"));
  expect(account).toMatchObject({ address: "ada@aldermoor.test", isDefault: true, state: "connecting" });
  expect(JSON.stringify(await list(ada))).not.toContain("correct horse");
  const { rows } = await owner.query("select * from mail_accounts where id = $1", [account?.id]);
  expect(JSON.stringify(rows)).not.toContain("correct horse");
  expect(await ada.invoke(mailAccounts.check, { id: account?.id })).toMatchObject({ isOk: true });
  await expect(connect({ address: "ADA@aldermoor.test" })).rejects.toMatchObject({ code: "conflict" });
  expect(await list(bob)).toEqual([]);
});

test.each([
  ["reading", "name", { imap: { ...imap, host: "imap.aldermoor.invalid" } }],
  ["reading", "connection", { imap: { ...imap, port: 1 } }],
  ["reading", "connection", { imap: { ...imap, host: "10.0.0.1" } }],
  ["reading", "tls", { imap: { ...imap, port: server.plainImapPort } }],
  ["reading", "sign-in", { password: "wrong", smtpPassword: "correct horse" }],
  ["sending", "sign-in", { smtpPassword: "wrong" }],
  ["sending", "connection", { smtp: { ...smtp, port: 1 } }],
  ["sending", "send", { address: "someone.else@aldermoor.test" }],
])("a failed step is named: %s, %s, with its remedy; nothing is stored", async (side, step, change) => {
  const { account, check } = await connect(change);
  expect(account).toBeNull();
  expect(failedStep(check)).toMatchObject({
    side,
    step,
    reason: expect.any(String),
    remedy: expect.any(String),
  });
  expect(await list(ada)).toEqual([]);
});

test("a stored password is only sent to the server it was entered for", async () => {
  const { account } = await connect();
  const { id, version } = account ?? {};
  const elsewhere = { id, version, imap: { ...imap, host: "127.0.0.1" } };
  await expect(ada.invoke(mailAccounts.update, elsewhere)).rejects.toMatchObject({ code: "invalid" });
  const renamed = await ada.invoke(mailAccounts.update, {
    id,
    version,
    name: "A. Lovelace",
    signature: "Ada",
  });
  expect(renamed).toMatchObject({ name: "A. Lovelace", signature: "Ada" });
  const old = ada.invoke(mailAccounts.update, { id, version, name: "Ada" });
  await expect(old).rejects.toMatchObject({
    code: "conflict",
    details: { current: { name: "A. Lovelace" } },
  });
});

test("disconnecting leaves the mail, or deletes it", async () => {
  const { userId } = ada;
  const insert = (address: string) =>
    ada.run(async ({ db }) => {
      const [row] = await db.insert(accountRows).values(anAccount({ userId, address })).returning();
      await db.insert(emails).values(anEmail({ userId, accountId: row?.id ?? null, subject: address }));
      return row?.id ?? "";
    });
  const [retainedId, removedId] = [await insert("kept@aldermoor.test"), await insert("gone@aldermoor.test")];
  await ada.invoke(mailAccounts.disconnect, { id: retainedId, keepMail: true });
  await ada.invoke(mailAccounts.disconnect, { id: removedId, keepMail: false });
  await removeAccountMail.run(services, { accountId: removedId, userId });
  expect(await list(ada)).toEqual([]);
  const { rows } = await owner.query("select subject, account_id from emails where user_id = $1", [userId]);
  expect(rows).toEqual([{ subject: "kept@aldermoor.test", account_id: null }]);
  expect(await ada.invoke(mailAccounts.mailboxes)).toEqual({ items: [] });
  const foreign = bob.invoke(mailAccounts.sync, { id: retainedId });
  await expect(foreign).rejects.toMatchObject({ code: "not_found" });
});

const noNames: DomainNames = { services: async () => [], mailHosts: async () => [] };
const discover = (address: string, names: Partial<DomainNames> = {}) =>
  discoverAccount(services.outbound, address, { ...noNames, ...names });

test("the servers of an address are found by a list, by its domain, or not at all", async () => {
  expect(await ada.invoke(mailAccounts.discover, { address: "ada@gmail.com" })).toMatchObject({
    imap: { host: "imap.gmail.com", port: 993, security: "tls", username: "ada@gmail.com" },
    source: "known",
    hint: expect.stringContaining("password made for this app"),
  });
  const services = async (name: string) =>
    ({
      "_imaps._tcp.aldermoor.test": [
        { name: "backup.aldermoor.test", port: 993, priority: 20 },
        { name: "mx.aldermoor.test", port: 993, priority: 10 },
      ],
      "_submission._tcp.aldermoor.test": [{ name: "mx.aldermoor.test", port: 587, priority: 0 }],
      "_submissions._tcp.aldermoor.test": [{ name: ".", port: 0, priority: 0 }],
    })[name] ?? [];
  expect(await discover("ada@aldermoor.test", { services })).toMatchObject({
    imap: { host: "mx.aldermoor.test", port: 993, security: "tls" },
    smtp: { host: "mx.aldermoor.test", port: 587, security: "starttls" },
    source: "dns",
  });
  const mailHosts = async () => ["aspmx.l.google.com"];
  expect(await discover("ada@aldermoor.test", { mailHosts })).toMatchObject({
    imap: { host: "imap.gmail.com" },
    source: "dns",
  });
  expect(await discover("ada@aldermoor.invalid")).toEqual({
    imap: null,
    smtp: null,
    calendarUrl: null,
    source: "none",
    hint: null,
  });
});

test("the autoconfig file of a domain is parsed as data", () => {
  const file = (host: string) => `<clientConfig><emailProvider id="x">
    <incomingServer type="pop3"><hostname>pop.x.org</hostname><port>995</port></incomingServer>
    <incomingServer type="imap"><hostname>${host}</hostname><port>993</port><socketType>SSL</socketType>
      <username>%EMAILLOCALPART%</username></incomingServer>
    <outgoingServer type="smtp"><hostname>smtp.x.org</hostname><port>587</port><socketType>STARTTLS</socketType>
      <username>%EMAILADDRESS%</username></outgoingServer></emailProvider></clientConfig>`;
  expect(parseAutoconfig(file("imap.x.org"), "ada@x.org")).toEqual({
    imap: { host: "imap.x.org", port: 993, security: "tls", username: "ada" },
    smtp: { host: "smtp.x.org", port: 587, security: "starttls", username: "ada@x.org" },
  });
  expect(parseAutoconfig(file("imap.x.org\r\nNOOP"), "ada@x.org")).toBeNull();
  expect(parseAutoconfig("<incomingServer ".repeat(50_000), "ada@x.org")).toBeNull();
});

test("D31: a restored instance syncs no account until its owner confirms it", async () => {
  const { account } = await connect();
  await owner.query("select after_restore_hold_mail()");
  expect(await list(ada)).toEqual([
    expect.objectContaining({ state: "needs_you", reason: expect.stringContaining("backup") }),
  ]);
  expect(await ada.invoke(mailAccounts.sync, { id: account?.id })).toMatchObject({ state: "connecting" });
});
