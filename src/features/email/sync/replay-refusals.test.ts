import { beforeEach, expect, test } from "vitest";
import type { Person } from "#platform/testing/test-database.ts";
import { emails } from "../emails.ts";
import { mailAccounts } from "../mail-accounts.ts";
import { mailSyncInstance, syncingPeople, until } from "./mail-sync.factory.ts";

// What the server refuses again and again is undone here: a message is shown where the server has it.

const instance = await mailSyncInstance();
const { server, app } = instance;
const { nextPerson, aMessage, saveMail, connect, list, ready, subjects } = syncingPeople(instance, [
  "kim",
  "lea",
  "mia",
]);
let person: Person;
let user: string;
beforeEach(async () => {
  ({ person, user } = await nextPerson());
});

type Operation = { attempt: number; state: string; reason: string | null; wait: number };

/** The operation of this person that waits for the server or was refused. */
async function operation(): Promise<Operation | undefined> {
  const { rows } = await app.owner.query<Operation>(
    `select attempt, state, reason, extract(epoch from due_at - now())::float8 as wait
       from mail_pending_operations where user_id = $1 and state <> 'done'`,
    [person.userId],
  );
  return rows[0];
}

/** Makes the next try the last one, and due. */
const beforeLastTry = () =>
  app.owner.query(
    "update mail_pending_operations set attempt = 5, due_at = now() - interval '1 second' where user_id = $1",
    [person.userId],
  );

/** The sync of this person's account is stopped until it is released. */
const stopSync = () =>
  app.owner.query(
    "update mail_accounts set lease_by = gen_random_uuid(), lease_until = now() + interval '1 hour' where user_id = $1",
    [person.userId],
  );
const releaseSync = () =>
  app.owner.query("update mail_accounts set lease_until = null where user_id = $1", [person.userId]);

test("a move into a folder that is gone is refused at once, and its person is told where the mail is", async () => {
  await server.doveadm("mailbox", "create", "-u", user, "Board");
  await saveMail(aMessage("Papers"));
  await connect();
  await ready();
  const { items } = (await person.invoke(mailAccounts.mailboxes)) as {
    items: { id: string; name: string }[];
  };
  const board = items.find(({ name }) => name === "Board");
  await stopSync();
  server.cutImap();
  await server.doveadm("mailbox", "delete", "-u", user, "Board");
  const [email] = await list();
  await person.invoke(emails.move, { ids: [email?.id], mailboxId: board?.id });
  expect(await subjects({ view: "inbox" })).toEqual([]);
  await releaseSync();
  await until(async () => (await subjects({ view: "inbox" })).includes("Papers"));
  expect(await operation()).toMatchObject({
    ...{ attempt: 1, state: "refused", reason: "The folder 'Board' no longer exists on the server" },
  });
  const { rows } = await app.owner.query(
    "select title, message from smart_notifications where user_id = $1",
    [person.userId],
  );
  expect(rows).toEqual([
    {
      title: "Not moved: Papers",
      message:
        "The folder 'Board' no longer exists on the server. The message is listed where the server has it.",
    },
  ]);
  // Once that is known, the folder is not offered any more.
  await expect(person.invoke(emails.move, { ids: [email?.id], mailboxId: board?.id })).rejects.toMatchObject({
    code: "not_found",
  });
});

test("mail that the archive refuses is in its folder again, with its own category", async () => {
  await saveMail(aMessage("Earlier"), "Archive");
  await saveMail(aMessage("Contract"));
  const id = await connect();
  await ready();
  await server.makeReadOnly(user, "Archive");
  const [email] = await list({ view: "inbox" });
  await person.invoke(emails.update, {
    id: email?.id,
    version: email?.version,
    category: "client",
  });
  await person.invoke(emails.archive, { ids: [email?.id] });
  expect(await subjects({ view: "inbox" })).toEqual([]);
  await until(async () => (await operation())?.attempt === 1);
  const first = await operation();
  expect(first).toMatchObject({ state: "queued", reason: "The server refused to move the message." });
  expect(first?.wait).toBeGreaterThan(0);
  expect(await subjects({ view: "inbox" })).toEqual([]);
  // Changed elsewhere meanwhile; a message with a pending change does not follow its flags.
  await server.doveadm("flags", "add", "-u", user, "\\Seen", "mailbox", "INBOX", "all");
  await until(async () => {
    const { rows } = await app.owner.query(
      "select 1 from mailbox_messages where user_id = $1 and '\\Seen' = any(flags)",
      [person.userId],
    );
    return rows.length > 0;
  });
  expect((await list()).find(({ subject }) => subject === "Contract")).toMatchObject({ isRead: false });
  await beforeLastTry();
  await person.invoke(mailAccounts.sync, { id });
  await until(async () => (await subjects({ view: "inbox" })).includes("Contract"));
  expect(await operation()).toMatchObject({ attempt: 6, state: "refused" });
  expect((await list({ view: "inbox" }))[0]).toMatchObject({
    ...{ category: "client", isRead: true, deletedAt: null },
  });
});

test("a change that was replayed before the process ended is listed as its folder has it by the next one", async () => {
  await saveMail(aMessage("Brought back"));
  await connect();
  await ready();
  await stopSync();
  server.cutImap();
  // Archived here and on the server, where another program took it back; the process ended before it read the folders.
  await app.owner.query(`begin;
    set local app.mail_sync = 'on';
    update emails set category = 'archived', folder = 'archive' where user_id = '${person.userId}';
    insert into mail_pending_operations (user_id, account_id, email_id, kind, detail, state)
      select user_id, account_id, id, 'move', '{"kind": "move", "role": "archive", "path": null}', 'replayed' from emails
      where user_id = '${person.userId}';
    commit`);
  expect(await subjects({ view: "inbox" })).toEqual([]);
  await releaseSync();
  await until(async () => (await subjects({ view: "inbox" })).includes("Brought back"));
  expect(await operation()).toBeUndefined();
});
