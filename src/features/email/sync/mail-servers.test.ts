import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, expect, test, vi } from "vitest";
import { integrations } from "#features/integrations/integrations.ts";
import { provideImports } from "#features/integrations/public/provide-imports.ts";
import { parseConfig } from "#platform/config/config.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { createMail } from "#platform/mail/mail.ts";
import { mailServer } from "#platform/testing/servers/mail-server.ts";
import { oauthStandIn } from "#platform/testing/stand-ins/oauth-stand-in.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import type { MailAccountOnWire } from "../account-model.ts";
import { addConnectedAccount, removeConnectedAccount } from "../accounts/handle-connection-changes.ts";
import { deliverDueMail } from "../delivery/deliver-due-mail.ts";
import { emails } from "../emails.ts";
import { deliverMail } from "../jobs.ts";
import { mailAccounts } from "../mail-accounts.ts";
import type { EmailOnWire } from "../model.ts";
import { email as slice } from "../slice.ts";
import { superviseMailAccounts } from "./account-supervisor.ts";
import { startTlsProxy } from "./starttls-proxy.factory.ts";
import { startTokenServer } from "./token-server.factory.ts";

provideImports([slice.imports]);

const provider = await oauthStandIn({
  clientId: "adjutant",
  clientSecret: "registered secret",
  redirectUri: "http://127.0.0.1:3000/oauth/callback",
});
afterAll(() => provider.close());
const isIssued = (token: string) => !provider.behaviour.isRevoked && provider.scopeOf(token) !== null;

const tokenServer = await startTokenServer(isIssued);
// A Dovecot with only the basic capabilities: no CONDSTORE, QRESYNC, IDLE, MOVE, UIDPLUS, SPECIAL-USE.
const users = ["ada", "bea", "dora", "cleo"];
const server = await mailServer({
  mailboxes: users.map((user) => `${user}@aldermoor.net`),
  users: Object.fromEntries(users.map((user) => [user, "correct horse"])),
  imap: {
    capability: "IMAP4rev1 SASL-IR AUTH=PLAIN AUTH=LOGIN AUTH=XOAUTH2",
    // Users sign in with their addresses, as at Google and Microsoft.
    settings: "auth_username_format = %n",
  },
  tokens: { introspection: `http://127.0.0.1:${(tokenServer.address() as { port: number }).port}/` },
});
const app = await testDatabase(async ({ services, connection, atEnd }) => {
  const mail = createMail({ outbound: services.outbound, certificates: [server.certificate] });
  const config = parseConfig({
    GOOGLE_BASE_URL: provider.url,
    GMAIL_IMAP: `localhost:${server.imapPort}`,
    GMAIL_SMTP: `localhost:${server.implicitTlsPort}`,
  });
  const noopJob = { ...deliverMail, run: async () => {} };
  const connectionJobs = [addConnectedAccount, removeConnectedAccount];
  const parts = { ...services, mail, config, owner: connection("owner"), log: createLog("silent") };
  const jobs = await startJobs(parts, [noopJob, ...connectionJobs]);
  atEnd(() => jobs.stop());
  return { mail, jobs, config };
});
const { aUser, as, owner, services } = app;
app.atEnd(async () => void tokenServer.close());
vi.setConfig({ testTimeout: 120_000 });

let person: Person;
let user = "";
beforeEach(async () => {
  user = users.shift() ?? "";
  person = as(await aUser({ fullName: user }));
});

const until = (condition: () => Promise<boolean>) =>
  vi.waitUntil(condition, { timeout: 40_000, interval: 50 });

const saveMail = (subject: string, box = "INBOX") =>
  server.save(
    user,
    box,
    `From: Clara <clara@lattice.test>\nTo: ${user}@aldermoor.net\nSubject: ${subject}\nMessage-ID: <${subject}@lattice.test>\n\nSee below.\n`,
  );

const there = (subject: string, box: string) =>
  server.doveadm("fetch", "-u", user, "flags", "mailbox", box, "header", "subject", subject);

const list = async (input: object = {}) =>
  ((await person.invoke(emails.list, input)) as { items: EmailOnWire[] }).items;

const trash = async () => ((await person.invoke(emails.trash)) as { items: EmailOnWire[] }).items;

const subjects = async (input: object = {}) => (await list(input)).map(({ subject }) => subject).toSorted();

const account = async () =>
  ((await person.invoke(mailAccounts.list)) as { items: MailAccountOnWire[] }).items[0];

const ready = () => until(async () => (await account())?.state === "ready");

const syncNow = async () => {
  await person.invoke(mailAccounts.sync, { id: (await account())?.id });
};

async function connect(imap: object = {}) {
  const { account, check } = (await person.invoke(mailAccounts.connect, {
    address: `${user}@aldermoor.net`,
    imap: { host: "localhost", port: server.imapPort, security: "tls", username: user, ...imap },
    smtp: { host: "localhost", port: server.implicitTlsPort, security: "tls", username: user },
    password: "correct horse",
  })) as { account: MailAccountOnWire | null; check: unknown };
  expect(account, JSON.stringify(check)).not.toBeNull();
}

test("a server without extensions: flags, moves, trash and junk are synced in both directions", async () => {
  const supervisor = superviseMailAccounts.start(services);
  for (const box of ["Junk E-mail"]) await server.doveadm("mailbox", "create", "-u", user, box);
  for (const subject of ["One", "Two", "Three"]) await saveMail(subject);
  await saveMail("Spam", "Junk E-mail");
  await saveMail("Old", "Trash");
  await connect();
  await ready();
  expect(await subjects()).toEqual(["One", "Three", "Two"]);
  expect(await subjects({ view: "junk" })).toEqual(["Spam"]);
  expect((await trash()).map(({ subject }) => subject)).toEqual(["Old"]);
  const { unread, total } = (await person.invoke(emails.stats)) as { unread: number; total: number };
  expect([unread, total]).toEqual([3, 3]);
  const idOf = async (subject: string) => (await list()).find((each) => each.subject === subject)?.id;
  const two = await idOf("Two");
  await person.invoke(emails.updateMany, { changes: [{ id: await idOf("One"), isRead: true }] });
  await person.invoke(emails.delete, { id: two });
  await until(async () => (await there("One", "INBOX")).includes("\\Seen"));
  // Without MOVE the message is copied first: for a moment it is in both folders.
  await until(async () => (await there("Two", "Trash")) !== "");
  await until(async () => (await there("Two", "INBOX")) === "");
  await person.invoke(emails.restore, { id: two });
  await until(async () => (await there("Two", "INBOX")) !== "");
  await server.doveadm(
    "flags",
    "add",
    "-u",
    user,
    "\\Flagged",
    "mailbox",
    "INBOX",
    "header",
    "subject",
    "Three",
  );
  await server.doveadm("move", "-u", user, "Junk E-mail", "mailbox", "INBOX", "header", "subject", "Two");
  await server.doveadm("move", "-u", user, "INBOX", "mailbox", "Trash", "header", "subject", "Old");
  await server.doveadm("move", "-u", user, "Trash", "mailbox", "INBOX", "header", "subject", "One");
  await syncNow();
  await until(async () => (await subjects({ view: "junk" })).join() === "Spam,Two");
  await until(async () => (await subjects({ view: "starred" })).join() === "Three");
  await until(async () => (await subjects()).join() === "Old,Three");
  await until(async () => (await trash()).map(({ subject }) => subject).join() === "One");
  await saveMail("New");
  await syncNow();
  await until(async () => (await subjects({ view: "inbox" })).includes("New"));
  const { rows } = await owner.query("select count(*)::int as count from emails where user_id = $1", [
    person.userId,
  ]);
  expect(rows[0].count).toBe(6);
  await supervisor.close();
});

test("STARTTLS comes before any other command; without it no command is sent", async () => {
  const supervisor = superviseMailAccounts.start(services);
  const port = await startTlsProxy(server.plainImapPort, server, app.atEnd);
  await saveMail("Encrypted");
  await connect({ port, security: "starttls" });
  await ready();
  expect(await subjects()).toEqual(["Encrypted"]);
  await supervisor.close();
  const plain = { host: "localhost", port: server.plainImapPort, username: user, password: "correct horse" };
  await expect(services.mail.openImap({ ...plain, security: "starttls" })).rejects.toMatchObject({
    step: "tls",
  });
});

test("one process holds the lease of an account; another takes over a released or expired one; nothing is doubled", async () => {
  const first = superviseMailAccounts.start(services);
  await saveMail("Before");
  await connect();
  await ready();
  const second = superviseMailAccounts.start(services);
  await first.close();
  await saveMail("After");
  await syncNow();
  await until(async () => (await subjects()).includes("After"));
  const lease = (by: string, until: string) =>
    owner.query(
      `update mail_accounts set lease_by = $2, lease_until = now() + $3::interval where user_id = $1`,
      [...[person.userId, by, until]],
    );
  const deadWorker = randomUUID();
  await lease(deadWorker, "1 minute");
  await saveMail("Waiting");
  await lease(deadWorker, "-1 second");
  await until(async () => (await subjects()).includes("Waiting"));
  await until(async () => {
    const { rows } = await owner.query("select lease_by from mail_accounts where user_id = $1", [
      person.userId,
    ]);
    return rows[0].lease_by !== null && rows[0].lease_by !== deadWorker;
  });
  expect(await subjects()).toEqual(["After", "Before", "Waiting"]);
  await second.close();
});

test("XOAUTH2: a valid token reads and sends, an invalid one needs its owner", async () => {
  const endpoint = { host: "localhost", username: user };
  const imap = { ...endpoint, port: server.imapPort, security: "tls" as const };
  const client = await services.mail.openImap({ ...imap, token: "good-token" });
  expect((await client.list()).map(({ path }) => path)).toContain("INBOX");
  client.close();
  await expect(services.mail.openImap({ ...imap, token: "expired" })).rejects.toMatchObject({
    step: "sign-in",
    isTemporary: false,
  });
  const smtp = {
    ...{ ...endpoint, port: server.implicitTlsPort, secure: true, implicitTls: true, password: "" },
    ...{ fromEmail: `${user}@aldermoor.net`, fromName: "Cleo", token: "good-token" },
  };
  const message = {
    messageId: "<one@aldermoor.net>",
    to: ["bea@aldermoor.net"],
    subject: "Token",
    text: "Sent by it.",
  };
  expect(await services.mail.send(smtp, message)).toMatchObject({ state: "sent" });
  expect(await services.mail.send({ ...smtp, token: "expired" }, message)).toMatchObject({
    state: "failed",
    phase: "sign-in",
  });
});

test("Gmail and Outlook: a connected account signs in by tokens, renewed when refused, until it is disconnected", async () => {
  const { systemSettings } = services;
  await systemSettings.save(await aUser({ roles: ["admin"] }), {
    version: systemSettings.current.version,
    fields: { googleClientId: "adjutant" },
    secrets: { googleClientSecret: "registered secret" },
  });
  user = "cleo";
  provider.behaviour.email = "cleo@aldermoor.net";
  await saveMail("Before");
  const supervisor = superviseMailAccounts.start(services);
  const { oauthUrl } = (await person.invoke(integrations.connect, { provider: "gmail" })) as {
    oauthUrl: string;
  };
  expect(await person.invoke(integrations.finish, await provider.visit(oauthUrl))).toMatchObject({
    error: null,
  });
  await until(async () => (await account())?.state === "ready");
  expect(await account()).toMatchObject({ kind: "gmail", address: "cleo@aldermoor.net", isDefault: true });
  expect((await list({ view: "inbox" })).map(({ subject }) => subject)).toContain("Before");
  expect(await person.invoke(mailAccounts.check, { id: (await account())?.id })).toMatchObject({
    isOk: true,
  });

  // The page Integrations counts imported messages: all of them the first time, then the new ones.
  const sync = () => person.invoke(integrations.sync, { provider: "gmail" });
  expect(await sync()).toEqual({ count: (await list()).length });
  // Twice in one folder it is two emails; copies in another folder, as where labels are folders, are no more.
  await server.doveadm("mailbox", "create", "-u", user, "Label");
  for (const box of ["INBOX", "INBOX"]) await saveMail("Counted", box);
  await server.doveadm("copy", "-u", user, "Label", "mailbox", "INBOX", "header", "subject", "Counted");
  expect(await sync()).toEqual({ count: 2 });
  expect(await sync()).toEqual({ count: 0 });

  // Rejected before it expired: another token is requested, and the connection is reopened automatically.
  provider.expireAccess();
  server.cutImap();
  await saveMail("After");
  await until(async () => (await list()).some(({ subject }) => subject === "After"));
  await person.invoke(emails.send, { subject: "By token", body: "Hello", recipients: ["bea@aldermoor.net"] });
  await owner.query("update mail_deliveries set due_at = created_at where user_id = $1", [person.userId]);
  await deliverDueMail(services);
  expect((await list({ status: "sent" }))[0]?.delivery).toEqual({ state: "sent", reason: null });

  // The person revoked access at the provider.
  provider.behaviour.isRevoked = true;
  provider.expireAccess();
  server.cutImap();
  await until(async () => (await account())?.state === "needs_you");
  expect((await account())?.remedy).toBe("Connect it again under Integrations.");
  provider.behaviour.isRevoked = false;
  const again = (await person.invoke(integrations.connect, { provider: "gmail" })) as { oauthUrl: string };
  await person.invoke(integrations.finish, await provider.visit(again.oauthUrl));
  await until(async () => (await account())?.state === "ready");

  await person.invoke(integrations.disconnect, { provider: "gmail", keepData: true });
  await until(async () => (await account()) === undefined);
  expect(await list()).not.toHaveLength(0);
  await supervisor.close();
});
