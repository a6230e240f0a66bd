import { once } from "node:events";
import { connect as connectSocket } from "node:net";
import { createServer } from "node:tls";
import { beforeEach, expect, test, vi } from "vitest";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { createMail } from "#platform/mail/mail.ts";
import { watchFolders } from "#platform/mail/watch-folders.ts";
import { mailServer } from "#platform/testing/servers/mail-server.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import type { MailAccountOnWire } from "../account-model.ts";
import { emails } from "../emails.ts";
import { deliverMail, removeAccountMail } from "../jobs.ts";
import { mailAccounts } from "../mail-accounts.ts";
import type { EmailOnWire } from "../model.ts";
import { superviseMailAccounts } from "./account-supervisor.ts";

// What a mail server sees of the sync: a relay in front of a real Dovecot records it and, where a test wants, waits.
const users = ["ada", "bea", "cleo", "dora", "eli", "finn", "gus", "hana", "ivo", "jon"];
const server = await mailServer({
  mailboxes: users.map((user) => `${user}@aldermoor.net`),
  users: Object.fromEntries(users.map((user) => [user, "correct horse"])),
  imap: {},
});
const app = await testDatabase(async ({ services, connection, atEnd }) => {
  const mail = createMail({ outbound: services.outbound, certificates: [server.certificate] });
  const noopJobs = [deliverMail, removeAccountMail].map((job) => ({ ...job, run: async () => {} }));
  const parts = { ...services, mail, owner: connection("owner"), log: createLog("silent") };
  const jobs = await startJobs(parts, noopJobs);
  atEnd(() => jobs.stop());
  return { mail, jobs };
});
const { aUser, as, owner, services } = app;
const supervisor = superviseMailAccounts.start(services);
app.atEnd(() => supervisor.close());
vi.setConfig({ testTimeout: 120_000 });

let person: Person;
let user = "";
beforeEach(async () => {
  user = users.shift() ?? "";
  person = as(await aUser({ fullName: user }));
});

type Relay = {
  port: number;
  commands: string[];
  without: RegExp;
  before: (command: string) => Promise<void>;
};

/** Records commands, drops what matches `without` from the answers, and forwards a command after `before`; ends if that throws. */
async function relay(without = /$^/): Promise<Relay> {
  const { privateKey: key, certificate: cert } = server;
  const own: Relay = { port: 0, commands: [], without, before: async () => {} };
  const listener = createServer({ key, cert }, (socket) => {
    const upstream = connectSocket(server.plainImapPort, "127.0.0.1");
    for (const line of [socket, upstream])
      line.on("error", () => {}).on("close", () => [socket, upstream].map((each) => each.destroy()));
    upstream.on("data", (chunk: Buffer) => {
      const lines = chunk.toString("latin1").replaceAll(/ COMPRESS=DEFLATE/g, "");
      socket.write(lines.replaceAll(new RegExp(own.without, "g"), ""), "latin1");
    });
    let sent = Promise.resolve();
    socket.on("data", (chunk: Buffer) => {
      const command = chunk.toString("latin1").split("\r\n", 1)[0]?.replace(/^\S+ /, "") ?? "";
      own.commands.push(command);
      sent = sent
        .then(() => own.before(command))
        .then(
          () => void upstream.write(chunk),
          () => void socket.destroy(),
        );
    });
  }).listen(0, "127.0.0.1");
  await once(listener, "listening");
  app.atEnd(async () => void listener.close());
  return Object.assign(own, { port: (listener.address() as { port: number }).port });
}

const aMessage = (subject: string) =>
  `From: Clara <clara@lattice.test>\nTo: ${user}@aldermoor.net\nSubject: ${subject}\nMessage-ID: <${subject}@lattice.test>\n\nSee below.\n`;
const saveMail = (subject: string, { to = user, box = "INBOX" } = {}) =>
  server.save(to, box, aMessage(subject));
async function connect(port = server.imapPort, name = user): Promise<string> {
  const { account, check } = (await person.invoke(mailAccounts.connect, {
    address: `${name}@aldermoor.net`,
    imap: { host: "localhost", port, security: "tls", username: name },
    smtp: { host: "localhost", port: server.implicitTlsPort, security: "tls", username: name },
    password: "correct horse",
  })) as { account: MailAccountOnWire | null; check: unknown };
  expect(account, JSON.stringify(check)).not.toBeNull();
  return account?.id ?? "";
}
const until = (condition: () => boolean | Promise<boolean>) =>
  vi.waitUntil(condition, { timeout: 40_000, interval: 50 });
const accounts = async () =>
  ((await person.invoke(mailAccounts.list)) as { items: MailAccountOnWire[] }).items;
const isReady = async () => {
  const states = (await accounts()).map(({ state }) => state);
  return states.length > 0 && states.every((state) => state === "ready");
};
const list = async (input: object = {}) =>
  ((await person.invoke(emails.list, { limit: 200, ...input })) as { items: EmailOnWire[] }).items;
const subjects = async () => (await list()).map(({ subject }) => subject).toSorted();
const found = (box: string, subject: string) =>
  server.doveadm("fetch", "-u", user, "flags", "mailbox", box, "header", "subject", subject);
const opened = (commands: readonly string[]) =>
  commands.flatMap((command) => /^(?:SELECT|EXAMINE) "?([^" ]+)/.exec(command)?.[1] ?? []);
const makeOperationsDue = () =>
  owner.query("update mail_pending_operations set due_at = now() - interval '1 second' where user_id = $1", [
    person.userId,
  ]);

test("a mailbox that does not change waits in IDLE; new mail opens the inbox and no other folder", async () => {
  await saveMail("Before");
  const { port, commands } = await relay();
  await connect(port);
  await until(() => commands.includes("IDLE"));
  const receive = async (subject: string) => {
    const seen = commands.length;
    await saveMail(subject);
    await until(async () => (await subjects()).includes(subject));
    await until(() => commands.indexOf("IDLE", seen) > 0);
    return seen;
  };
  // The server may report folders as changed because they were opened for the first time.
  await receive("Between");
  const seen = await receive("After");
  expect(new Set(opened(commands.slice(seen)))).toEqual(new Set(["INBOX"]));
  // Nothing was removed, so the messages that are known are not listed again.
  expect(commands.slice(seen)).not.toContain("UID SEARCH ALL");
});

test("a message that is removed elsewhere just before IDLE begins is removed at once", async () => {
  await saveMail("Stays");
  await saveMail("Leaves");
  // Without change numbers only the number of messages differs.
  const dovecot = await relay(/ CONDSTORE| QRESYNC|\* OK \[HIGHESTMODSEQ [^\r]*\r\n/);
  let hasLeft = false;
  dovecot.before = async (command) => {
    if (hasLeft || opened([command])[0] !== "INBOX" || !(await isReady())) return;
    hasLeft = true;
    await server.doveadm("expunge", "-u", user, "mailbox", "INBOX", "header", "subject", "Leaves");
  };
  await connect(dovecot.port);
  await until(async () => hasLeft && (await subjects()).join() === "Stays");
});

test("a server without IDLE is not asked again and again", async () => {
  await saveMail("Before");
  const { port, commands } = await relay(/ IDLE| NOTIFY/);
  await connect(port);
  await until(isReady);
  const seen = commands.length;
  for (const subject of ["One", "Two", "Three"]) await saveMail(subject);
  expect(commands.slice(seen)).toEqual([]);
  await person.invoke(mailAccounts.sync, { id: (await accounts())[0]?.id });
  await until(async () => (await subjects()).length === 4);
});

test("a folder missing in the list of one connection, as while it is renamed, stays if a new connection lists it", async () => {
  await server.doveadm("mailbox", "create", "-u", user, "Board");
  await saveMail("Papers", { box: "Board" });
  const dovecot = await relay();
  await connect(dovecot.port);
  await until(isReady);
  const board = async () => {
    const { items } = (await person.invoke(mailAccounts.mailboxes)) as { items: { path: string }[] };
    return [items.find(({ path }) => path === "Board"), (await list()).map(({ id }) => id)];
  };
  const before = await board();
  expect(before).toMatchObject([{ syncedCount: 1 }, [expect.any(String)]]);
  dovecot.without = /\* LIST [^\r]*Board\r\n/;
  const logins = () => dovecot.commands.filter((command) => /^(AUTHENTICATE|LOGIN)/.test(command)).length;
  const known = logins();
  dovecot.before = async () => {
    if (logins() > known) dovecot.without = /$^/;
  };
  const seen = dovecot.commands.length;
  await person.invoke(mailAccounts.sync, { id: (await accounts())[0]?.id });
  await until(async () => dovecot.commands.slice(seen).some((command) => command.startsWith("LIST")));
  await until(isReady);
  await until(async () => dovecot.commands.at(-1) === "IDLE");
  expect(await board()).toEqual(before);
  expect(logins()).toBe(known + 1);
});

test("what changes in a folder after it was read and before another is opened is stored soon", async () => {
  await saveMail("First", { box: "Archive" });
  const dovecot = await relay();
  await connect(dovecot.port);
  await until(() => dovecot.commands.at(-1) === "IDLE");
  const observer = await services.mail.openImap({
    ...{ host: "localhost", port: server.imapPort, security: "tls" },
    ...{ username: user, password: "correct horse" },
  });
  app.atEnd(async () => observer.close());
  const reported = new Set<string | null>();
  await watchFolders(observer, (path) => reported.add(path));
  await observer.mailboxOpen("INBOX");
  void observer.idle();
  let open = "INBOX";
  let hasChanged = false;
  dovecot.before = async (command) => {
    const [next = open] = opened([command]);
    const before = open;
    open = next;
    if (hasChanged || before !== "Archive" || next === "Archive") return;
    hasChanged = true;
    await saveMail("Second", { box: "Archive" });
    // The server has reported it to those who have other folders open.
    await until(() => reported.has("Archive"));
  };
  await person.invoke(mailAccounts.sync, { id: (await accounts())[0]?.id });
  await until(async () => hasChanged && (await list()).length === 2);
});

test("a draft that is edited while it is stored has one copy on the server", async () => {
  const dovecot = await relay();
  const accountId = await connect(dovecot.port);
  await until(isReady);
  const content = { subject: "Offer", body: "The first", recipients: ["bea@aldermoor.net"], accountId };
  const draft = (await person.invoke(emails.saveDraft, content)) as EmailOnWire;
  let isEdited = false;
  dovecot.before = async (command) => {
    if (isEdited || !command.startsWith("APPEND")) return;
    isEdited = true;
    const { id, version } = (await list({ status: "draft" })).find(({ id }) => id === draft.id) ?? draft;
    await person.invoke(emails.saveDraft, { ...content, body: "The second", draft: { id, version } });
    await makeOperationsDue();
  };
  await makeOperationsDue();
  const texts = () => server.doveadm("fetch", "-u", user, "text", "mailbox", "Drafts", "all").catch(String);
  await until(async () => (await texts()).includes("The second"));
  await until(async () => !(await texts()).includes("The first"));
  expect((await texts()).split("Subject: Offer")).toHaveLength(2);
});

test("removed flags are removed on the server too, and two accounts of one person stay separate", async () => {
  const [first, second] = [user, users.shift() ?? ""];
  await server.doveadm("mailbox", "create", "-u", first, "Board");
  await saveMail("Papers", { box: "Board" });
  await saveMail("Marked");
  await connect();
  await until(isReady);
  await saveMail("Elsewhere", { to: second });
  await connect(server.imapPort, second);
  await until(async () => (await subjects()).join() === "Elsewhere,Marked,Papers");
  await until(isReady);
  expect(await subjects()).toEqual(["Elsewhere", "Marked", "Papers"]);
  const folders = (await person.invoke(mailAccounts.mailboxes)) as { items: { name: string }[] };
  expect(folders.items.map(({ name }) => name)).toContain("Board");
  const id = (await list()).find(({ subject }) => subject === "Marked")?.id;
  await person.invoke(emails.updateMany, { changes: [{ id, isRead: true, isStarred: true }] });
  await until(async () => /Seen/.test(await found("INBOX", "Marked")));
  await person.invoke(emails.updateMany, { changes: [{ id, isRead: false, isStarred: false }] });
  await until(async () => !/Seen|Flagged/.test(await found("INBOX", "Marked")));
});

test("an import that breaks off between two chunks goes on with the older mail after it", async () => {
  const messages = Array.from({ length: 310 }, (_, number) => aMessage(`Note-${number}`));
  await server.fill(user, messages);
  const dovecot = await relay();
  let chunks = 0;
  dovecot.before = async (command) => {
    if (!/FETCH .*ENVELOPE/.test(command)) return;
    chunks += 1;
    if (chunks === 3) throw new Error("The connection breaks");
  };
  await connect(dovecot.port);
  const total = async () => ((await person.invoke(emails.stats)) as { total: number }).total;
  await until(async () => (await total()) === 310);
});

test("the inbox is not opened again between two seconds of texts, unless something changed in it", async () => {
  await server.fill(
    user,
    Array.from({ length: 350 }, (_, number) => aMessage(`Note-${number}`)),
  );
  const dovecot = await relay();
  const fetches: number[] = [];
  dovecot.before = async (command) => {
    if (!/^UID FETCH .*BODY\.PEEK\[\]/.test(command)) return;
    fetches.push(dovecot.commands.length);
    if (fetches.length === 3) await saveMail("New");
    // Each fetch takes the whole second that texts have before folders are synced.
    const from = Date.now();
    await until(() => Date.now() - from > 1100);
  };
  await connect(dovecot.port);
  await until(async () => (await subjects()).includes("New") && (await isReady()));
  // Other folders are read for the first time after the first second.
  const [, second = 0, third = 0, fourth = 0] = fetches;
  expect(opened(dovecot.commands.slice(second, third - 1))).toEqual([]);
  expect(opened(dovecot.commands.slice(third, fourth - 1))).toEqual(["INBOX"]);
});
