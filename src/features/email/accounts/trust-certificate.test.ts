import { X509Certificate } from "node:crypto";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { createMail } from "#platform/mail/mail.ts";
import { mailServer } from "#platform/testing/servers/mail-server.ts";
import { privateAuthority } from "#platform/testing/servers/private-authority.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import type { AccountCheckOnWire, CheckStep, MailAccountOnWire } from "../account-model.ts";
import { deliverMail, removeAccountMail } from "../jobs.ts";
import { mailAccounts } from "../mail-accounts.ts";
import { superviseMailAccounts } from "../sync/account-supervisor.ts";

// Against real Dovecot and Postfix servers whose certificates no authority of this machine has signed.

vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });
const authority = await privateAuthority();
const setup = { mailboxes: ["ada@aldermoor.net"], users: { ada: "correct horse" }, imap: {} };
const selfSigned = await mailServer(setup);
const bySigner = await mailServer({ ...setup, certificate: await authority.issue() });
const otherName = await mailServer({ ...setup, certificate: await authority.issue("mail.elsewhere.net") });
const expired = await mailServer({
  ...setup,
  certificate: await authority.issue("localhost", { isExpired: true }),
});

const app = await testDatabase(async ({ services, connection, atEnd }) => {
  const mail = createMail({ outbound: services.outbound });
  const noopJobs = [deliverMail, removeAccountMail].map((job) => ({ ...job, run: async () => {} }));
  const jobs = await startJobs(
    { ...services, mail, owner: connection("owner"), log: createLog("silent") },
    noopJobs,
  );
  atEnd(() => jobs.stop());
  return { mail, jobs };
});
const supervisor = superviseMailAccounts.start(app.services);
app.atEnd(() => supervisor.close());
let ada: Person;
let bob: Person;
beforeEach(async () => {
  ada = app.as(await app.aUser({ fullName: "Ada" }));
  bob = app.as(await app.aUser({ fullName: "Bob" }));
});

type Server = Awaited<ReturnType<typeof mailServer>>;
type Connected = { account: MailAccountOnWire | null; check: AccountCheckOnWire };

const connect = async (server: Server, more: object = {}, person = ada) =>
  (await person.invoke(mailAccounts.connect, {
    address: "ada@aldermoor.net",
    imap: { host: "localhost", port: server.imapPort, security: "tls", username: "ada" },
    smtp: { host: "localhost", port: server.port, security: "starttls", username: "ada" },
    password: "correct horse",
    ...more,
  })) as Connected;

const failedSteps = ({ check }: Connected) => check.steps.filter(({ state }) => state === "failed");
const fingerprintOf = (connected: Connected, side: CheckStep["side"]) =>
  failedSteps(connected).find((step) => step.side === side)?.certificate?.fingerprint ?? "";
const bothOf = (connected: Connected) => ({
  imapFingerprint: fingerprintOf(connected, "reading"),
  smtpFingerprint: fingerprintOf(connected, "sending"),
});
const accountOf = async (person = ada) =>
  ((await person.invoke(mailAccounts.list)) as { items: MailAccountOnWire[] }).items[0];
const inState = (state: string) =>
  vi.waitUntil(async () => (await accountOf())?.state === state, { timeout: 60_000, interval: 100 });

describe.each([
  ["self-signed", selfSigned, /^CN=localhost$/],
  ["signed by a private authority", bySigner, /^O=Aldermoor, CN=Aldermoor Root$/],
  ["for another name", otherName, /^O=Aldermoor, CN=Aldermoor Root$/],
])("a certificate that is %s", (_, server, issuer) => {
  test("is refused and shown; once trusted, reading and sending work", async () => {
    const refused = await connect(server);
    expect(refused.account).toBeNull();
    for (const step of failedSteps(refused)) {
      expect(step).toMatchObject({ step: "tls", reason: expect.stringMatching(/authority|another name/) });
      expect(step.certificate).toMatchObject({
        issuer: expect.stringMatching(issuer),
        fingerprint: expect.stringMatching(/^([0-9A-F]{2}:){31}[0-9A-F]{2}$/),
      });
    }
    expect(failedSteps(refused)).toHaveLength(2);
    const trusted = await connect(server, bothOf(refused));
    expect(trusted.check.isOk).toBe(true);
    expect(trusted.account).toMatchObject({
      imapCertificate: { fingerprint: fingerprintOf(refused, "reading") },
      smtpCertificate: { fingerprint: fingerprintOf(refused, "sending") },
    });
    await inState("ready");
    // It counts for this account of this person only.
    expect((await connect(server, {}, bob)).account).toBeNull();
  });
});

test("an expired certificate cannot be trusted, and the reason says so", async () => {
  const refused = await connect(expired);
  expect(failedSteps(refused)).toMatchObject([
    { step: "tls", reason: "The certificate of 'localhost' has expired.", certificate: null },
    { step: "tls", reason: "The certificate of 'localhost' has expired.", certificate: null },
  ]);
  const { fingerprint256: imapFingerprint } = new X509Certificate(expired.certificate);
  await expect(connect(expired, { imapFingerprint })).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("has expired"),
  });
});

test("a trusted certificate that has expired meanwhile is refused", async () => {
  const { account } = await connect(selfSigned, bothOf(await connect(selfSigned)));
  // As if the time had passed: the account moves to the server whose certificate has expired, and had trusted it.
  await app.owner.query("update mail_accounts set imap_certificate = $1, imap_port = $2 where id = $3", [
    ...[expired.certificate, expired.imapPort, account?.id],
  ]);
  const check = (await ada.invoke(mailAccounts.check, { id: account?.id })) as AccountCheckOnWire;
  expect(failedSteps({ account, check })).toMatchObject([
    { step: "tls", reason: "The certificate of 'localhost' has expired.", certificate: null },
  ]);
});

test("a certificate counts for one host and port: at another one the account asks again", async () => {
  const { account } = await connect(selfSigned, bothOf(await connect(selfSigned)));
  const { id, imap } = account as MailAccountOnWire;
  const update = async (server: object) =>
    (await ada.invoke(mailAccounts.update, {
      ...{
        id,
        version: (await accountOf())?.version,
        password: "correct horse",
        imap: { ...imap, ...server },
      },
    })) as MailAccountOnWire;
  expect((await update({ username: "ada" })).imapCertificate).not.toBeNull();
  expect(await update({ port: selfSigned.plainImapPort, security: "starttls" })).toMatchObject({
    imapCertificate: null,
    smtpCertificate: { subject: "CN=localhost" },
  });
});

test("a port without TLS is named as such", async () => {
  const server = { host: "localhost", port: selfSigned.plainImapPort, security: "tls", username: "ada" };
  const [reading] = failedSteps(await connect(selfSigned, { imap: server }));
  expect(reading).toMatchObject({
    reason: "'localhost' does not speak TLS on this port.",
    remedy: "Choose STARTTLS, or the port for TLS.",
    certificate: null,
  });
});

test("another certificate is never trusted silently: the account says that it has changed, and asks again", async () => {
  const { account } = await connect(selfSigned, bothOf(await connect(selfSigned)));
  await inState("ready");
  // As if the server had got a new certificate: the account trusts another one than it presents.
  await app.owner.query("update mail_accounts set imap_certificate = $1 where id = $2", [
    bySigner.certificate,
    account?.id,
  ]);
  selfSigned.cutImap();
  await inState("needs_you");
  expect(await accountOf()).toMatchObject({
    reason: "The certificate of 'localhost' is not the one that you trusted: it has changed.",
    remedy: expect.stringContaining("trust the new one"),
  });
  const { id } = account as MailAccountOnWire;
  const check = (await ada.invoke(mailAccounts.check, { id })) as AccountCheckOnWire;
  const fingerprint = fingerprintOf({ account, check }, "reading");
  await expect(
    ada.invoke(mailAccounts.trustCertificate, { id, side: "reading", fingerprint: `${"AB:".repeat(31)}AB` }),
  ).rejects.toMatchObject({ code: "conflict" });
  await expect(
    bob.invoke(mailAccounts.trustCertificate, { id, side: "reading", fingerprint }),
  ).rejects.toMatchObject({ code: "not_found" });
  await ada.invoke(mailAccounts.trustCertificate, { id, side: "reading", fingerprint });
  await inState("ready");
  await ada.invoke(mailAccounts.distrustCertificate, { id, side: "reading" });
  expect((await accountOf())?.imapCertificate).toBeNull();
  const { rows } = await app.owner.query(
    "select distinct capability from audit_log where user_id = $1 and capability like '%Certificate' order by 1",
    [ada.userId],
  );
  expect(rows).toEqual([
    { capability: "mailAccounts.distrustCertificate" },
    { capability: "mailAccounts.trustCertificate" },
  ]);
});
