import { buffer } from "node:stream/consumers";
import { beforeEach, expect, test } from "vitest";
import type { Person } from "#platform/testing/test-database.ts";
import { emails } from "../emails.ts";
import { mailAccounts } from "../mail-accounts.ts";
import type { EmailOnWire } from "../model.ts";
import { fetchSource } from "../reading/fetch-source.ts";
import { mailSyncInstance, syncingPeople, until } from "./mail-sync.factory.ts";

// A message is (account, mailbox, UIDVALIDITY, UID), as IMAP defines it. Its Message-ID does not identify it.

const instance = await mailSyncInstance();
const { server, app } = instance;
const { owner, services } = app;
const { nextPerson, aMessage, saveMail, connect, list, ready, open, subjects } = syncingPeople(instance, [
  ...["ada", "bea", "cleo", "dora", "eli", "finn", "gus", "hana", "ivo"],
]);
let person: Person;
let user: string;
beforeEach(async () => {
  ({ person, user } = await nextPerson());
});

const SHARED = "Message-ID: <same@lattice.test>";
/** Messages of the same length, with the same Message-ID. */
const withSharedId = (subject: string, text = `Text of ${subject}`) =>
  aMessage(subject, [], text).replace(/Message-ID:.*/, SHARED);
const withoutId = (subject: string, text = `Text of ${subject}`) =>
  aMessage(subject, [], text).replace(/Message-ID:.*\n/, "");

const textOf = async (id: string) => (await open(id)).body;
const sourceOf = async (id: string) =>
  (await buffer((await fetchSource(services, person.userId, id)).content)).toString();
const onServer = (box: string, subject: string) =>
  server.doveadm("fetch", "-u", user, "uid", "mailbox", box, "header", "subject", subject);
const syncNow = async () => {
  const { items } = (await person.invoke(mailAccounts.list)) as { items: { id: string }[] };
  await person.invoke(mailAccounts.sync, { id: items[0]?.id });
};
const trash = async () => ((await person.invoke(emails.trash)) as { items: EmailOnWire[] }).items;
const boxIdOf = async (name: string) => {
  const { items } = (await person.invoke(mailAccounts.mailboxes)) as {
    items: { id: string; name: string }[];
  };
  return items.find((box) => box.name === name)?.id;
};

/** Each listed mail has the text and the source of its own subject. */
async function expectWhole(mails: readonly EmailOnWire[]): Promise<void> {
  for (const { id, subject } of mails) {
    await until(async () => (await textOf(id)) !== "");
    expect(await textOf(id)).toBe(`Text of ${subject}`);
    const source = await sourceOf(id);
    expect(source).toContain(`Subject: ${subject}`);
    expect(source).toContain(`Text of ${subject}`);
  }
}

test("two mails of one folder with one Message-ID are two mails; deleting one leaves the other", async () => {
  await saveMail(withSharedId("One"));
  await saveMail(withSharedId("Two"));
  await connect();
  await ready();
  const mails = await list();
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual(["One", "Two"]);
  await expectWhole(mails);
  const [one] = mails.filter(({ subject }) => subject === "One");
  await person.invoke(emails.delete, { id: one?.id });
  await until(async () => (await onServer("Trash", "One")) !== "");
  expect(await onServer("INBOX", "Two")).not.toBe("");
  expect(await onServer("Trash", "Two")).toBe("");
  expect(await subjects()).toEqual(["Two"]);
  // A third arrives while it is connected.
  await saveMail(withSharedId("Six"));
  await until(async () => (await subjects()).length === 2);
  await expectWhole(await list());
});

test("two mails of two folders with one Message-ID, length and second are two mails", async () => {
  await server.doveadm("mailbox", "create", "-u", user, "Board");
  await saveMail(withSharedId("Same", "Text A"));
  await saveMail(withSharedId("Same", "Text B"), "Board");
  await connect();
  await ready();
  await until(async () => {
    const texts = await Promise.all((await list()).map(({ id }) => textOf(id)));
    return texts.toSorted().join() === "Text A,Text B";
  });
  const inBoard = await list({ mailboxId: await boxIdOf("Board") });
  expect(await Promise.all(inBoard.map(({ id }) => textOf(id)))).toEqual(["Text B"]);
  expect(await sourceOf(inBoard[0]?.id ?? "")).toContain("Text B");
});

test("mails without a Message-ID are shown, also equal ones, and an answer quotes no invented id", async () => {
  for (const subject of ["One", "One", "Two"]) await saveMail(withoutId(subject));
  await connect();
  await ready();
  const mails = await list();
  expect(mails.map(({ subject }) => subject).toSorted()).toEqual(["One", "One", "Two"]);
  await expectWhole(mails);
  expect(new Set(mails.map(({ threadId }) => threadId)).size).toBe(3);
  const answer = (await person.invoke(emails.saveDraft, {
    subject: "Re: Two",
    body: "Thanks",
    recipients: ["clara@lattice.test"],
    inReplyTo: mails.find(({ subject }) => subject === "Two")?.id,
  })) as EmailOnWire;
  expect(answer.threadId).toBe(mails.find(({ subject }) => subject === "Two")?.threadId);
  const { rows } = await owner.query("select in_reply_to, refs from emails where id = $1", [answer.id]);
  expect(rows).toEqual([{ in_reply_to: null, refs: [] }]);
});

test("the same message in several folders is one mail; moved elsewhere it remains that mail", async () => {
  await server.doveadm("mailbox", "create", "-u", user, "Board");
  for (const subject of ["Papers", "Others"]) await saveMail(withSharedId(subject));
  await server.doveadm("copy", "-u", user, "Board", "mailbox", "INBOX", "header", "subject", "Papers");
  await connect();
  await ready();
  expect((await subjects()).toSorted()).toEqual(["Others", "Papers"]);
  const before = (await list()).find(({ subject }) => subject === "Papers");
  await person.invoke(emails.updateMany, { changes: [{ id: before?.id, category: "client" }] });
  expect(await subjects({ mailboxId: await boxIdOf("Board") })).toEqual(["Papers"]);
  await server.doveadm("expunge", "-u", user, "mailbox", "Board", "all");
  await server.doveadm("move", "-u", user, "Archive", "mailbox", "INBOX", "header", "subject", "Papers");
  await syncNow();
  await until(async () => (await subjects({ view: "archived" })).includes("Papers"));
  await until(async () => (await subjects({ view: "inbox" })).join() === "Others");
  const after = (await list()).filter(({ subject }) => subject === "Papers");
  expect(after.map(({ id }) => id)).toEqual([before?.id]);
  await server.doveadm("move", "-u", user, "INBOX", "mailbox", "Archive", "header", "subject", "Papers");
  await syncNow();
  await until(async () => (await subjects({ view: "inbox" })).toSorted().join() === "Others,Papers");
  expect((await list()).find(({ subject }) => subject === "Papers")).toMatchObject({
    id: before?.id,
    category: "client",
  });
  expect(await trash()).toEqual([]);
});

test("mail that leaves one of its folders elsewhere is listed by the folders that still have it", async () => {
  await server.doveadm("mailbox", "create", "-u", user, "Board");
  await saveMail(aMessage("Papers"));
  await server.doveadm("copy", "-u", user, "Board", "mailbox", "INBOX", "all");
  await connect();
  await ready();
  expect(await subjects({ view: "inbox" })).toEqual(["Papers"]);
  await server.doveadm("expunge", "-u", user, "mailbox", "INBOX", "all");
  await until(async () => (await subjects({ view: "inbox" })).length === 0);
  expect(await subjects({ mailboxId: await boxIdOf("Board") })).toEqual(["Papers"]);
  await server.doveadm("expunge", "-u", user, "mailbox", "Board", "all");
  await syncNow();
  await until(async () => (await trash()).map(({ subject }) => subject).join() === "Papers");
  expect(await subjects()).toEqual([]);
});

test("a new UIDVALIDITY: mail that is still there remains that mail, what is gone is gone here too", async () => {
  for (const subject of ["One", "Two", "Gone", "Copied"]) await saveMail(withSharedId(subject));
  await server.doveadm("copy", "-u", user, "Trash", "mailbox", "INBOX", "header", "subject", "Copied");
  await connect();
  await ready();
  await until(async () => (await subjects()).length === 4);
  const before = new Map((await list()).map(({ subject, id }) => [subject, id]));
  await person.invoke(emails.updateMany, {
    changes: [{ id: before.get("Two"), category: "client" }],
  });
  server.cutImap();
  for (const subject of ["Gone", "Copied"])
    await server.doveadm("expunge", "-u", user, "mailbox", "INBOX", "header", "subject", subject);
  const { rows } = await owner.query(
    "select uid_validity from mailboxes where user_id = $1 and role = 'inbox'",
    [person.userId],
  );
  const next = String(Number(rows[0]?.uid_validity) + 1);
  await server.doveadm("mailbox", "update", "-u", user, "--uid-validity", next, "INBOX");
  await syncNow();
  await until(async () => (await subjects()).toSorted().join() === "One,Two");
  const after = await list();
  expect(after.find(({ subject }) => subject === "Two")).toMatchObject({
    id: before.get("Two"),
    category: "client",
  });
  await expectWhole(after);
  // The copy in the server's Trash is all that is left of it.
  await until(async () => (await trash()).length === 2);
  expect((await trash()).map(({ subject }) => subject).toSorted()).toEqual(["Copied", "Gone"]);
});

test("mail that an earlier release took for one by its Message-ID is shown after the upgrade", async () => {
  for (const subject of ["One", "Two"]) await saveMail(withSharedId(subject));
  await connect();
  await ready();
  await until(async () => (await list()).length === 2);
  const before = new Map((await list()).map(({ subject, id }) => [subject, id]));
  // As it was: one row for both, with the envelope of the first and the text of the second.
  await owner.query("delete from emails where id = $1", [before.get("Two")]);
  await owner.query(
    "update emails set fingerprint = null, body = 'Text of Two', category = 'client' where id = $1",
    [before.get("One")],
  );
  await owner.query("update mailboxes set has_fingerprints = false where user_id = $1", [person.userId]);
  await owner.query("update mailbox_messages set uid = 2 where email_id = $1 and user_id = $2", [
    before.get("One"),
    person.userId,
  ]);
  server.cutImap();
  await syncNow();
  await until(async () => (await subjects()).toSorted().join() === "One,Two");
  await ready();
  const after = await list();
  expect(after.find(({ subject }) => subject === "One")).toMatchObject({
    id: before.get("One"),
    category: "client",
  });
  await expectWhole(after);
});

test("mail sent from here and its copy in the Sent folder are one; another mail there with its Message-ID is not", async () => {
  const accountId = await connect();
  await ready();
  const sent = (await person.invoke(emails.send, {
    ...{ subject: "Mine", body: "Text of Mine", recipients: ["mia@aldermoor.net"], accountId },
  })) as EmailOnWire;
  const { rows } = await owner.query("select message_id from emails where id = $1", [sent.id]);
  const idLine = `Message-ID: ${rows[0].message_id}`;
  const copy = aMessage("Mine", [], "Text of Mine")
    .replace(/From:.*/, `From: ${user}@aldermoor.net`)
    .replace(/Message-ID:.*/, idLine);
  await saveMail(copy, "Sent");
  await syncNow();
  const inSent = async () => list({ mailboxId: await boxIdOf("Sent") });
  await until(async () => (await inSent()).length === 1);
  expect((await inSent())[0]?.id).toBe(sent.id);
  await saveMail(copy.replace("Subject: Mine", "Subject: Else").replace("of Mine", "of Else"), "Sent");
  await syncNow();
  await until(async () => (await inSent()).length === 2);
  const other = (await inSent()).find(({ subject }) => subject === "Else");
  expect(other).toMatchObject({ status: "sent" });
  expect((await inSent()).map(({ id }) => id)).toContain(sent.id);
  await expectWhole(other ? [other] : []);
});
