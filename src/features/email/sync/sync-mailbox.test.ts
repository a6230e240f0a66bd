import { and, asc, eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import type { Transaction } from "#platform/database/database.ts";
import { listFolders } from "#platform/mail/list-folders.ts";
import { createMail } from "#platform/mail/mail.ts";
import { mailServer } from "#platform/testing/servers/mail-server.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { mailAccounts, mailboxes } from "../account-tables.ts";
import { anAccount } from "../factory.ts";
import { emails } from "../tables.ts";
import { followRenames } from "./follow-renames.ts";
import type { MailboxRow } from "./mailbox-row.ts";
import { syncMailbox } from "./sync-mailbox.ts";
import { timeSlice } from "./wake-signal.ts";

// Folders of a real Dovecot, each read when the test says so: nothing syncs them meanwhile.

const users = ["ada", "bea", "cleo"];
const server = await mailServer({
  mailboxes: users.map((user) => `${user}@aldermoor.net`),
  users: Object.fromEntries(users.map((user) => [user, "correct horse"])),
  imap: {},
});
const { aUser, as, services, atEnd } = await testDatabase(async ({ services: { outbound } }) => ({
  mail: createMail({ outbound, certificates: [server.certificate] }),
}));
vi.setConfig({ testTimeout: 120_000 });

let person: Person;
let user = "";
let accountId = "";
beforeEach(async () => {
  user = users.shift() ?? "";
  person = as(await aUser({ fullName: user }));
  const row = anAccount({ userId: person.userId });
  const [account] = await read((db) => db.insert(mailAccounts).values(row).returning());
  accountId = account?.id ?? "";
});

const read = <T>(work: (db: Transaction) => Promise<T>) => person.run(({ db }) => work(db));
const saveMail = (subject: string, box = "INBOX") =>
  server.save(
    user,
    box,
    `From: Clara <clara@lattice.test>\nSubject: ${subject}\nMessage-ID: <${subject}@lattice.test>\n\nSee below.\n`,
  );

async function openImap() {
  const client = await services.mail.openImap({
    ...{ host: "localhost", port: server.imapPort, security: "tls" },
    ...{ username: user, password: "correct horse" },
  });
  atEnd(async () => client.close());
  return client;
}
type Client = Awaited<ReturnType<typeof openImap>>;

async function folder(path: string, role: MailboxRow["role"] = "other"): Promise<MailboxRow> {
  const row = { userId: person.userId, accountId, path, name: path, role };
  const [box] = await read((db) => db.insert(mailboxes).values(row).returning());
  if (!box) throw new Error("The folder was not inserted");
  return box;
}

const sync = (client: Client, box: MailboxRow, isAsked = false) =>
  syncMailbox({
    ...{ client, box, isAsked, older: new Map<string, number[]>() },
    write: (work) => read(async (db) => void (await work(db))),
    startSlice: () => timeSlice(() => false),
    onArrival: () => {},
  });
const starred = () =>
  read(async (db) => {
    const ofPerson = and(eq(emails.userId, person.userId), emails.isStarred);
    return (await db.select().from(emails).where(ofPerson)).map(({ subject }) => subject);
  });
const star = (act: "add" | "remove") =>
  server.doveadm("flags", act, "-u", user, "\\Flagged", "mailbox", "INBOX", "all");

test("without change numbers all flags are compared on request, else every half hour", async () => {
  await saveMail("Board");
  const [client, box] = [await openImap(), await folder("INBOX", "inbox")];
  /** Syncs as with a server that has no CONDSTORE, so many minutes after the last comparison. */
  const syncAfter = async (minutes: number, isAsked: boolean) => {
    Object.assign(box, { highestModseq: null, lastFullScanAt: new Date(Date.now() - minutes * 60_000) });
    await sync(client, box, isAsked);
  };
  await sync(client, box);
  await star("add");
  await syncAfter(20, false);
  expect(await starred()).toEqual([]);
  await syncAfter(20, true);
  expect(await starred()).toEqual(["Board"]);
  await star("remove");
  await syncAfter(40, false);
  expect(await starred()).toEqual([]);
  const compared = box.lastFullScanAt?.getTime() ?? 0;
  expect(Date.now() - compared).toBeLessThan(20 * 60_000);
});

test("a renamed folder is the same one if nothing or something arrived since, and else it is gone", async () => {
  for (const path of ["Board", "Plans", "Old", "Empty"])
    await server.doveadm("mailbox", "create", "-u", user, path);
  for (const path of ["Board", "Plans", "Old"]) await saveMail(`In-${path}`, path);
  const client = await openImap();
  const before = new Map<string, string>();
  for (const path of ["Board", "Plans", "Old", "Empty"]) {
    const box = await folder(path);
    await sync(client, box);
    before.set(path, box.id);
  }
  await saveMail("Later", "Plans");
  for (const path of ["Board", "Plans", "Empty"])
    await server.doveadm("mailbox", "rename", "-u", user, path, `${path} 2027`);
  await server.doveadm("mailbox", "delete", "-u", user, "Old");
  await server.doveadm("mailbox", "create", "-u", user, "Old 2027");
  await saveMail("In-Old", "Old 2027");
  const other = await openImap();
  const listed = await listFolders(other, { withStates: false });
  const gone = await followRenames(other, { accountId, userId: person.userId }, read, listed);
  expect(gone.map(({ path }) => path)).toEqual(["Old"]);
  const rows = await read((db) =>
    db
      .select({ id: mailboxes.id, path: mailboxes.path, name: mailboxes.name })
      .from(mailboxes)
      .where(eq(mailboxes.accountId, accountId))
      .orderBy(asc(mailboxes.path)),
  );
  expect(rows).toEqual([
    { id: before.get("Board"), path: "Board 2027", name: "Board 2027" },
    { id: before.get("Empty"), path: "Empty 2027", name: "Empty 2027" },
    { id: before.get("Old"), path: "Old", name: "Old" },
    { id: before.get("Plans"), path: "Plans 2027", name: "Plans 2027" },
  ]);
});
