import { beforeEach, expect, test } from "vitest";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { mailAccounts, mailboxes } from "./account-tables.ts";
import { emails } from "./emails.ts";
import { anAccount, anEmail } from "./factory.ts";
import type { MailSearchOnWire } from "./list-model.ts";
import { mailAccounts as accountVerbs } from "./mail-accounts.ts";
import { mailSearches } from "./mail-searches.ts";
import type { EmailOnWire } from "./model.ts";
import { mailboxMessages, emails as rows } from "./tables.ts";

const { aUser, as } = await testDatabase();
let ada: Person;
let bob: Person;
beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada" }));
  bob = as(await aUser({ fullName: "Bob" }));
});

const saveSearch = async (name: string, query: string) =>
  (await ada.invoke(mailSearches.create, { name, query })) as MailSearchOnWire;
const tabs = async () =>
  (await ada.invoke(mailSearches.list)) as { items: MailSearchOnWire[]; otherUnread: number };
const subjects = async (input: object) =>
  ((await ada.invoke(emails.list, input)) as { items: EmailOnWire[] }).items.map(({ subject }) => subject);
const fill = (...mails: Partial<typeof rows.$inferInsert>[]) =>
  ada.run(({ db }) =>
    db
      .insert(rows)
      .values(mails.map((mail) => anEmail({ ...mail, userId: ada.userId })))
      .returning(),
  );

test("searches are saved as ordered tabs, with the unread count of each and of the rest", async () => {
  await fill(
    { subject: "Contract", sender: "Clara Voss <clara@lattice.org>" },
    { subject: "Lunch", sender: "Dan <dan@home.org>" },
    { subject: "Read", sender: "Dan <dan@home.org>", isRead: true },
    { subject: "Digest", sender: "news@digest.org" },
    { subject: "Archived", sender: "Dan <dan@home.org>", category: "archived" },
  );
  const people = await saveSearch("People", "from:clara OR from:dan");
  const contracts = await saveSearch("Contracts", "subject:contract");
  const { items, otherUnread } = await tabs();
  expect(items.map(({ name, unread }) => [name, unread])).toEqual([
    ["People", 2],
    ["Contracts", 1],
  ]);
  expect(otherUnread).toBe(1);
  const view = "inbox";
  expect((await subjects({ view, searchId: people.id })).toSorted()).toEqual(["Contract", "Lunch", "Read"]);
  expect(await subjects({ view, searchId: people.id, text: "lunch" })).toEqual(["Lunch"]);
  expect(await subjects({ view, isUnmatched: true })).toEqual(["Digest"]);
  await ada.invoke(mailSearches.reorder, { ids: [contracts.id] });
  expect((await tabs()).items.map(({ name }) => name)).toEqual(["Contracts", "People"]);
});

test("a saved search is changed, deleted and restored; stale and foreign ones are refused", async () => {
  const tab = await saveSearch("VIP", "from:clara");
  const { id, version } = tab;
  const changed = await ada.invoke(mailSearches.update, { id, version, name: "Board" });
  expect(changed).toMatchObject({ name: "Board", query: "from:clara", version: version + 1 });
  const stale = ada.invoke(mailSearches.update, { id, version, name: "Old" });
  await expect(stale).rejects.toMatchObject({ code: "conflict", details: { current: { name: "Board" } } });
  await ada.invoke(mailSearches.delete, { id });
  expect((await tabs()).items).toEqual([]);
  expect(await ada.invoke(mailSearches.trash)).toMatchObject({ items: [{ id }] });
  await ada.invoke(mailSearches.restore, { id });
  expect((await tabs()).items).toMatchObject([{ id }]);
  await expect(bob.invoke(mailSearches.reorder, { ids: [id] })).rejects.toMatchObject({ code: "not_found" });
  await expect(bob.invoke(emails.list, { searchId: id })).rejects.toMatchObject({ code: "not_found" });
  await expect(saveSearch("", "from:x")).rejects.toMatchObject({ code: "invalid" });
});

test("the limit is twenty searches", async () => {
  for (let count = 0; count < 20; count += 1) await saveSearch(`Tab ${count}`, "figures");
  await expect(saveSearch("One more", "figures")).rejects.toMatchObject({ code: "conflict" });
});

test("the list is filtered by account, by folder, or to mail between users of this instance", async () => {
  const { userId } = ada;
  const [account] = await ada.run(({ db }) =>
    db.insert(mailAccounts).values(anAccount({ userId })).returning(),
  );
  const accountId = account?.id ?? "";
  const [box] = await ada.run(({ db }) =>
    db.insert(mailboxes).values({ userId, accountId, path: "Board", name: "Board" }).returning(),
  );
  const [far] = await fill(
    { subject: "Far", accountId },
    { subject: "Here" },
    { subject: "Other", accountId },
  );
  await ada.run(({ db }) =>
    db.insert(mailboxMessages).values({ mailboxId: box?.id ?? "", uid: 1, userId, emailId: far?.id ?? "" }),
  );
  expect((await subjects({ accountId })).toSorted()).toEqual(["Far", "Other"]);
  expect(await subjects({ accountId: null })).toEqual(["Here"]);
  expect(await subjects({ mailboxId: box?.id, threads: true })).toEqual(["Far"]);
  expect(await ada.invoke(accountVerbs.mailboxes)).toMatchObject({ items: [{ name: "Board", unread: 1 }] });
  expect(await ada.invoke(emails.get, { id: far?.id })).toMatchObject({
    accountId,
    mailboxes: [{ name: "Board" }],
    unsubscribe: "none",
  });
  await expect(ada.invoke(emails.list, { mailboxId: box?.id, limit: 1 })).resolves.toBeTruthy();
  await ada.invoke(emails.move, { ids: [far?.id], mailboxId: box?.id });
  await expect(
    ada.invoke(emails.move, { ids: [(await fill({}))[0]?.id], mailboxId: box?.id }),
  ).rejects.toMatchObject({
    code: "conflict",
  });
  await expect(bob.invoke(emails.move, { ids: [far?.id], mailboxId: box?.id })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("a new message, a reply and a forward start with their account, its signature and its undo time", async () => {
  const { userId } = ada;
  const accounts = await ada.run(({ db }) =>
    db
      .insert(mailAccounts)
      .values([
        anAccount({ userId, address: "ada@first.org", signature: "First", isDefault: true }),
        anAccount({ userId, address: "ada@second.org", signature: "Second" }),
      ])
      .returning(),
  );
  const [first, second] = accounts;
  const [mail] = await fill({
    accountId: second?.id ?? null,
    recipients: ["ada@second.org", "dan@home.org"],
  });
  const start = (verb: unknown, input: object) => ada.invoke(verb, input);
  expect(await start(emails.startNew, {})).toMatchObject({ accountId: first?.id, signature: "First" });
  expect(await start(emails.startNew, { accountId: second?.id })).toMatchObject({ signature: "Second" });
  expect(await start(emails.startReply, { id: mail?.id, all: true })).toMatchObject({
    accountId: second?.id,
    signature: "Second",
    cc: ["dan@home.org"],
  });
  expect(await start(emails.startForward, { ids: [mail?.id] })).toMatchObject({ accountId: second?.id });
  await expect(bob.invoke(emails.startNew, { accountId: first?.id })).rejects.toMatchObject({
    code: "not_found",
  });
  const draft = { subject: "Hello", body: "See you.", accountId: second?.id };
  expect(await start(emails.create, draft)).toMatchObject({ sender: "ada@second.org" });
  const { id, version } = second ?? {};
  const changed = await start(accountVerbs.update, { id, version, undoSeconds: 30 });
  expect(changed).toMatchObject({ undoSeconds: 30 });
});

test("a search that is gone or somebody else's is not found", async () => {
  const { id, version } = await saveSearch("People", "from:clara");
  const change = { id, version, name: "Taken over" };
  await expect(bob.invoke(mailSearches.update, change)).rejects.toMatchObject({ code: "not_found" });
  await expect(bob.invoke(mailSearches.delete, { id })).rejects.toMatchObject({ code: "not_found" });
  await ada.invoke(mailSearches.delete, { id });
  await expect(ada.invoke(mailSearches.update, change)).rejects.toMatchObject({ code: "not_found" });
});
