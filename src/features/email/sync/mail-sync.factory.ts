import { vi } from "vitest";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { createMail } from "#platform/mail/mail.ts";
import { mailServer } from "#platform/testing/servers/mail-server.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import type { MailAccountOnWire } from "../account-model.ts";
import { emails } from "../emails.ts";
import { deliverMail, removeAccountMail } from "../jobs.ts";
import { mailAccounts } from "../mail-accounts.ts";
import type { EmailOnWire, OpenEmailOnWire } from "../model.ts";
import { superviseMailAccounts } from "./account-supervisor.ts";

export const WAIT_OPTIONS = { timeout: 40_000, interval: 50 };
/** What `condition` gives as soon as it is truthy. */
export const until = <T>(condition: () => Promise<T>) => vi.waitUntil(condition, WAIT_OPTIONS);

/** They have mailboxes on the server, also those that a test file only writes to. */
const USERS = ["ada", "bea", "cleo", "dora", "eli", "finn", "gus", "hana", "ivo", "jan", "kim", "lea", "mia"];

/** A real Dovecot and Postfix, and an instance that syncs with it. */
export async function mailSyncInstance() {
  const server = await mailServer({
    mailboxes: USERS.map((user) => `${user}@aldermoor.net`),
    users: Object.fromEntries(USERS.map((user) => [user, "correct horse"])),
    imap: {},
  });
  const app = await testDatabase(async ({ services, connection, atEnd }) => {
    const mail = createMail({ outbound: services.outbound, certificates: [server.certificate] });
    const noopJobs = [deliverMail, removeAccountMail].map((job) => ({ ...job, run: async () => {} }));
    const log = createLog("silent");
    const jobs = await startJobs({ ...services, mail, owner: connection("owner"), log }, noopJobs);
    atEnd(() => jobs.stop());
    return { mail, jobs };
  });
  const supervisor = superviseMailAccounts.start(app.services);
  app.atEnd(() => supervisor.close());
  vi.setConfig({ testTimeout: 120_000 });
  return { server, app };
}

/** Makes the mail of the outbox due. */
export const makeDeliveriesDue = ({ app }: Instance) =>
  app.owner.query("update mail_deliveries set due_at = now() - interval '1 second' where state = 'queued'");

type Instance = Awaited<ReturnType<typeof mailSyncInstance>>;

/** The next of `users`, who has an account here and a mailbox there; `doveadm` adds mail directly on the server. */
export function syncingPeople({ server, app }: Instance, users: readonly string[]) {
  const { aUser, as } = app;
  const remaining = [...users];
  let user = "";
  let person: Person;
  const nextPerson = async () => {
    user = remaining.shift() ?? "";
    person = as(await aUser({ fullName: user }));
    return { user, person };
  };
  const aMessage = (subject: string, more: string[] = [], text = "See below.") =>
    [
      `From: Clara Voss <clara@lattice.test>`,
      `To: ${user}@aldermoor.net`,
      `Subject: ${subject}`,
      `Message-ID: <${subject.replaceAll(/\W/g, "-")}@lattice.test>`,
      ...more,
      "",
      text,
      "",
    ].join("\n");
  const saveMail = (message: string, box = "INBOX") => server.save(user, box, message);
  async function connect(): Promise<string> {
    const { account } = (await person.invoke(mailAccounts.connect, {
      address: `${user}@aldermoor.net`,
      imap: { host: "localhost", port: server.imapPort, security: "tls", username: user },
      smtp: { host: "localhost", port: server.implicitTlsPort, security: "tls", username: user },
      password: "correct horse",
    })) as { account: MailAccountOnWire };
    return account.id;
  }
  /** A message expunged during a fetch ends the fetch; the folder is then fetched again. */
  const textsOf = async (box: string): Promise<string> => {
    try {
      return await server.doveadm("fetch", "-u", user, "text", "mailbox", box, "all");
    } catch (error) {
      if (String(error).includes("Message was expunged")) return textsOf(box);
      throw error;
    }
  };
  const flagsOf = async (subject: string, box = "INBOX") =>
    server.doveadm("fetch", "-u", user, "flags", "mailbox", box, "header", "subject", subject);
  return { nextPerson, aMessage, saveMail, connect, textsOf, flagsOf, ...mailOf(() => person) };
}

/** What that person sees and sends here. */
function mailOf(current: () => Person) {
  const list = async (input: object = { limit: 200 }) =>
    ((await current().invoke(emails.list, input)) as { items: EmailOnWire[] }).items;
  const accountOf = async () =>
    ((await current().invoke(mailAccounts.list)) as { items: MailAccountOnWire[] }).items[0];
  const ready = () => vi.waitUntil(async () => (await accountOf())?.state === "ready", WAIT_OPTIONS);
  const subjects = async (input: object = {}) => (await list(input)).map(({ subject }) => subject);
  const send = async (input: object) =>
    (await current().invoke(emails.send, {
      subject: "Figures",
      body: "See below.",
      ...input,
    })) as OpenEmailOnWire;
  const open = async (id: string) => (await current().invoke(emails.get, { id })) as OpenEmailOnWire;
  return { list, accountOf, ready, subjects, send, open };
}

/** The headers and the text of a message with one file. */
export const fileParts = (name: string, content: string): [string[], string] => [
  ["MIME-Version: 1.0", 'Content-Type: multipart/mixed; boundary="m"'],
  [
    ...["--m", "Content-Type: text/plain", "", "With a file.", "--m"],
    ...[`Content-Type: application/pdf; name="${name}"`, "Content-Transfer-Encoding: base64"],
    ...[`Content-Disposition: attachment; filename="${name}"`, ""],
    ...[Buffer.from(content).toString("base64"), "--m--"],
  ].join("\n"),
];
