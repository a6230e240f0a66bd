import { beforeEach, expect, test } from "vitest";
import type { Person } from "#platform/testing/test-database.ts";
import type { MailAccountOnWire } from "../account-model.ts";
import { emails } from "../emails.ts";
import { mailAccounts } from "../mail-accounts.ts";
import { mailSyncInstance, syncingPeople, until } from "./mail-sync.factory.ts";

// Two mail accounts of one person: what happens in one leaves the other, and its other messages, as they are.

const instance = await mailSyncInstance();
const { server, app } = instance;
const { nextPerson, aMessage, saveMail, connect, list, ready } = syncingPeople(instance, ["mia", "jan"]);
let person: Person;
let user: string;
beforeEach(async () => {
  ({ person, user } = await nextPerson());
});

async function connectOther(other: string): Promise<string> {
  const { account } = (await person.invoke(mailAccounts.connect, {
    address: `${other}@aldermoor.net`,
    imap: { host: "localhost", port: server.imapPort, security: "tls", username: other },
    smtp: { host: "localhost", port: server.implicitTlsPort, security: "tls", username: other },
    password: "correct horse",
  })) as { account: MailAccountOnWire };
  return account.id;
}

const idOf = async (subject: string) => (await list()).find((email) => email.subject === subject)?.id;
const isInInbox = async (subject: string) =>
  (await list({ view: "inbox" })).some((email) => email.subject === subject);
const isInTrash = async (subject: string) => {
  const { items } = (await person.invoke(emails.trash)) as { items: { subject: string }[] };
  return items.some((email) => email.subject === subject);
};
const operationsOf = async (accountId: string) => {
  const { rows } = await app.owner.query(
    "select state, attempt from mail_pending_operations where account_id = $1 order by id",
    [accountId],
  );
  return rows;
};

test("a change waits for its own account, whatever the other one does", async () => {
  await saveMail(aMessage("Here"));
  await server.save("hana", "INBOX", aMessage("There"));
  await server.save("hana", "Archive", aMessage("Earlier"));
  const own = await connect();
  const other = await connectOther("hana");
  await ready();
  await until(async () => (await isInInbox("Here")) && (await isInInbox("There")));
  // The other account refuses the change, which is tried again there later.
  await server.makeReadOnly("hana", "Archive");
  await person.invoke(emails.archive, { ids: [await idOf("There")] });
  await until(async () => (await operationsOf(other))[0]?.attempt === 1);
  await app.owner.query(
    "update mail_pending_operations set due_at = now() - interval '1 second' where account_id = $1",
    [other],
  );
  await person.invoke(emails.archive, { ids: [await idOf("Here")] });
  await until(async () => (await operationsOf(own))[0]?.state === "done");
  expect(await server.doveadm("search", "-u", user, "mailbox", "Archive", "subject", "Here")).not.toBe("");
  expect(await operationsOf(other)).toMatchObject([{ state: "queued" }]);
  expect(await server.doveadm("search", "-u", "hana", "mailbox", "INBOX", "subject", "There")).not.toBe("");
});

test("a message that another program moves to the trash is deleted, and no other", async () => {
  for (const subject of ["Stays", "Goes"]) await saveMail(aMessage(subject));
  const id = await connect();
  await ready();
  await until(async () => (await isInInbox("Stays")) && (await isInInbox("Goes")));
  await server.doveadm("move", "-u", user, "Trash", "mailbox", "INBOX", "subject", "Goes");
  await person.invoke(mailAccounts.sync, { id });
  await until(async () => (await isInTrash("Goes")) && !(await isInInbox("Goes")));
  expect(await isInInbox("Stays")).toBe(true);
  expect(await isInTrash("Stays")).toBe(false);
  await server.doveadm("move", "-u", user, "INBOX", "mailbox", "Trash", "subject", "Goes");
  await person.invoke(mailAccounts.sync, { id });
  await until(async () => (await isInInbox("Goes")) && !(await isInTrash("Goes")));
});
