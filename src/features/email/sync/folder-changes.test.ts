import { beforeEach, expect, test, vi } from "vitest";
import type { Person } from "#platform/testing/test-database.ts";
import { emails } from "../emails.ts";
import { mailAccounts } from "../mail-accounts.ts";
import type { EmailOnWire } from "../model.ts";
import { mailSyncInstance, syncingPeople } from "./mail-sync.factory.ts";

// Folders that another program creates, renames or deletes, and mail that it files there, appear by themselves (RFC 5465):
// within a minute, because Dovecot reports most of these changes and not all.

const instance = await mailSyncInstance();
const { server, app } = instance;
const { nextPerson, aMessage, saveMail, connect, list, ready, subjects } = syncingPeople(instance, [
  ...["ada", "bea", "cleo"],
]);
vi.setConfig({ testTimeout: 200_000 });
const until = (condition: () => Promise<boolean>) =>
  vi.waitUntil(condition, { timeout: 60_000, interval: 50 });
let person: Person;
let user: string;
beforeEach(async () => {
  ({ person, user } = await nextPerson());
});

const boxes = async () =>
  ((await person.invoke(mailAccounts.mailboxes)) as { items: { id: string; path: string }[] }).items;
const boxIdOf = async (path: string) => (await boxes()).find((box) => box.path === path)?.id;
const trash = async () =>
  ((await person.invoke(emails.trash)) as { items: EmailOnWire[] }).items.map(({ subject }) => subject);

test("a folder created elsewhere appears with its mail; what is filed in any folder appears", async () => {
  await saveMail(aMessage("Before"));
  await connect();
  await ready();
  await server.doveadm("mailbox", "create", "-u", user, "Pläne");
  await until(async () => (await boxIdOf("Pläne")) !== undefined);
  await saveMail(aMessage("Filed"), "Pläne");
  await until(async () => (await subjects({ mailboxId: await boxIdOf("Pläne") })).includes("Filed"));
  await saveMail(aMessage("Archived"), "Archive");
  await until(async () => (await subjects({ view: "archived" })).includes("Archived"));
  await server.doveadm("move", "-u", user, "Pläne", "mailbox", "Archive", "all");
  await until(async () => (await subjects({ mailboxId: await boxIdOf("Pläne") })).includes("Archived"));
  expect(await subjects({ view: "archived" })).toEqual([]);
  expect(await trash()).toEqual([]);
});

test("a folder renamed elsewhere remains that folder, with its messages and waiting moves", async () => {
  for (const box of ["Board", "Board.Minutes"]) await server.doveadm("mailbox", "create", "-u", user, box);
  await saveMail(aMessage("Papers"), "Board");
  await saveMail(aMessage("March"), "Board.Minutes");
  await connect();
  await ready();
  await until(async () => (await list()).length === 2);
  const before = [await boxIdOf("Board"), await boxIdOf("Board.Minutes")];
  const ids = (await list()).map(({ id }) => id);
  await server.doveadm("mailbox", "rename", "-u", user, "Board", "Council");
  await until(async () => (await boxIdOf("Council.Minutes")) !== undefined);
  expect([await boxIdOf("Council"), await boxIdOf("Council.Minutes")]).toEqual(before);
  expect((await boxes()).map(({ path }) => path)).not.toContain("Board");
  expect((await list()).map(({ id }) => id)).toEqual(ids);
  expect(await subjects({ mailboxId: before[0] })).toEqual(["Papers"]);
  const { rows } = await app.owner.query(
    "select imported_count from mailboxes where user_id = $1 and path like 'Council%'",
    [person.userId],
  );
  expect(rows).toEqual([{ imported_count: 1 }, { imported_count: 1 }]);
});

test("a folder deleted elsewhere disappears; its mail is in the trash, unless another folder has it", async () => {
  await server.doveadm("mailbox", "create", "-u", user, "Board");
  for (const subject of ["Papers", "Copied"]) await saveMail(aMessage(subject), "Board");
  await server.doveadm("copy", "-u", user, "INBOX", "mailbox", "Board", "header", "subject", "Copied");
  await connect();
  await ready();
  await until(async () => (await list()).length === 2);
  await server.doveadm("mailbox", "delete", "-u", user, "Board");
  await until(async () => (await boxIdOf("Board")) === undefined);
  await until(async () => (await trash()).join() === "Papers");
  expect(await subjects({ view: "inbox" })).toEqual(["Copied"]);
});
