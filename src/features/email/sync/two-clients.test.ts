import type { ImapFlow } from "imapflow";
import { beforeEach, expect, test, vi } from "vitest";
import type { Person } from "#platform/testing/test-database.ts";
import { emails } from "../emails.ts";
import { mailAccounts } from "../mail-accounts.ts";
import type { EmailOnWire } from "../model.ts";
import { mailSyncInstance, syncingPeople } from "./mail-sync.factory.ts";

// Two clients change one mailbox at once, at random: afterwards every folder here is as it is on the server. A failure
// names its seed, which repeats the same choices.

const instance = await mailSyncInstance();
const { server, app } = instance;
const { owner } = app;
const { nextPerson, aMessage, saveMail, connect, list, ready } = syncingPeople(instance, [
  "ada",
  "bea",
  "cleo",
]);
let person: Person;
let user: string;
beforeEach(async () => {
  ({ person, user } = await nextPerson());
});

/** mulberry32: the same numbers from the same seed. */
function randomFrom(seed: number) {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  const one = <T>(all: readonly T[]): T | undefined => all[below(all.length)];
  return { below, one };
}
type Random = ReturnType<typeof randomFrom>;

let count = 0;
/** Every third has the Message-ID of others, every third has none. */
function nextMessage(): string {
  count += 1;
  const message = aMessage(`M${count}`, [], `Text of M${count}`);
  if (count % 3 === 0) return message.replace(/Message-ID:.*/, "Message-ID: <shared@lattice.test>");
  return count % 3 === 1 ? message.replace(/Message-ID:.*\n/, "") : message;
}

const FLAGS = ["\\Seen", "\\Flagged", "\\Answered", "Project"];
const FIXED = ["INBOX", "Sent", "Trash", "Drafts", "Archive"];
const foldersOf = async (client: ImapFlow) => (await client.list()).map(({ path }) => path);

/** One operation of the other client in a folder with messages. */
async function changeMessages(client: ImapFlow, random: Random, folders: string[], path: string) {
  await client.mailboxOpen(path);
  const uids = (await client.search({ all: true }, { uid: true })) || [];
  const uid = random.one(uids);
  if (uid === undefined) return;
  const range = String(uid);
  const flag = random.one(FLAGS) ?? "";
  const target = random.one(folders.filter((each) => each !== path && each !== "Drafts" && each !== "Sent"));
  switch (random.below(6)) {
    case 0:
    case 1:
      return client.messageFlagsAdd(range, [flag], { uid: true });
    case 2:
      return client.messageFlagsRemove(range, [flag], { uid: true });
    case 3:
      return target && client.messageMove(range, target, { uid: true });
    case 4:
      return target && client.messageCopy(range, target, { uid: true });
    default:
      return client.messageDelete(range, { uid: true });
  }
}

/** One operation of the other client. */
async function actElsewhere(client: ImapFlow, random: Random): Promise<void> {
  const folders = await foldersOf(client);
  const own = random.one(folders.filter((path) => !FIXED.includes(path)));
  const path = random.one(folders.filter((each) => each !== "Drafts" && each !== "Sent")) ?? "INBOX";
  const choice = random.below(20);
  if (choice < 6) await client.append(path, nextMessage(), random.below(2) ? ["\\Seen"] : []);
  else if (choice === 6) await client.mailboxCreate(`Folder ${count}-${random.below(100)}`);
  else if (choice === 7 && own) await client.mailboxRename(own, `Renamed ${count}-${random.below(100)}`);
  else if (choice === 8 && own) {
    await client.mailboxClose();
    await client.mailboxDelete(own);
  } else await changeMessages(client, random, folders, path);
}

/** A mail that is restored after its last copy was expunged exists only here, and is not compared. */
async function trashOnServer(): Promise<EmailOnWire[]> {
  const { rows } = await owner.query("select distinct email_id from mailbox_messages where user_id = $1", [
    person.userId,
  ]);
  const { items } = (await person.invoke(emails.trash)) as { items: EmailOnWire[] };
  return items.filter(({ id }) => rows.some((row) => row.email_id === id));
}

/** One operation of this person here. */
async function actHere(random: Random): Promise<void> {
  const mail = random.one((await list()).filter(({ status }) => status === "received"));
  const trashed = random.one(await trashOnServer());
  const { items } = (await person.invoke(mailAccounts.mailboxes)) as {
    items: { id: string; role: string }[];
  };
  const box = random.one(
    items.filter(({ role }) => role !== "sent" && role !== "drafts" && role !== "trash"),
  );
  if (!mail) return;
  const { id } = mail;
  const acts: (() => Promise<unknown>)[] = [
    () => person.invoke(emails.updateMany, { changes: [{ id, isRead: !mail.isRead }] }),
    () => person.invoke(emails.updateMany, { changes: [{ id, isStarred: !mail.isStarred }] }),
    () => person.invoke(emails.archive, { ids: [id] }),
    () => person.invoke(emails.delete, { id }),
    () => person.invoke(emails.move, { ids: [id], mailboxId: box?.id }),
    async () => trashed && person.invoke(emails.restore, { id: trashed.id }),
  ];
  // The other client may have been faster: the mail or the folder is gone.
  await random
    .one(acts)?.()
    .catch(() => undefined);
}

type Entry = { path: string; uid: number; flags: string; subject: string };
const sorted = (entries: Entry[]) =>
  entries
    .toSorted((one, other) => (one.path < other.path ? -1 : one.path > other.path ? 1 : one.uid - other.uid))
    .map(({ path, uid, flags, subject }) => `${path} ${uid} ${subject} ${flags}`);
const flagText = (flags: Iterable<string>) =>
  [...flags]
    .filter((flag) => flag !== "\\Recent")
    .toSorted()
    .join(" ");

async function thereNow(client: ImapFlow): Promise<string[]> {
  const entries: Entry[] = [];
  for (const path of await foldersOf(client)) {
    const { exists } = await client.mailboxOpen(path, { readOnly: true });
    if (exists > 0)
      for await (const { uid, flags, envelope } of client.fetch("1:*", {
        uid: true,
        flags: true,
        envelope: true,
      }))
        entries.push({ path, uid, flags: flagText(flags ?? []), subject: envelope?.subject ?? "" });
  }
  return sorted(entries);
}

async function hereNow(): Promise<string[]> {
  const { rows } = await owner.query<Omit<Entry, "flags"> & { flags: string[] }>(
    `select b.path, l.uid::int, l.flags, e.subject from mailboxes b join mailbox_messages l on l.mailbox_id = b.id
       join emails e on e.id = l.email_id where b.user_id = $1`,
    [person.userId],
  );
  return sorted(rows.map((row) => ({ ...row, flags: flagText(row.flags) })));
}

/** What the person sees: every mail with its own text, listed by its folders, read and starred as they say. */
async function wronglyListed(): Promise<unknown[]> {
  const { rows } = await owner.query(
    `select e.subject, e.body, e.body_state, e.body_error, e.folder, e.category, e.deleted_at, e.is_read, e.is_starred, p.* from emails e
       join (select l.email_id, array_agg(b.path || ' ' || b.role) as places, bool_and(b.role = 'trash') as is_trash,
           bool_or(b.role = 'inbox') as is_inbox, bool_or('\\Seen' = any(l.flags)) as seen,
           bool_or('\\Flagged' = any(l.flags)) as flagged
         from mailbox_messages l join mailboxes b on b.id = l.mailbox_id where l.user_id = $1 group by 1) p on p.email_id = e.id
     where (e.deleted_at is null and e.body <> 'Text of ' || e.subject)
       or (e.deleted_at is not null) <> is_trash or (is_inbox and e.folder <> 'inbox')
       or (e.folder = 'inbox' and not is_inbox and not is_trash) or e.is_read <> seen or e.is_starred <> flagged
     union all
     select e.subject, e.body, e.body_state, e.body_error, e.folder, e.category, e.deleted_at, e.is_read, e.is_starred, null, null, null, null, null, null
       from emails e where e.user_id = $1 and e.deleted_at is null
         and not exists (select from mailbox_messages l where l.email_id = e.id)`,
    [person.userId],
  );
  return rows;
}

async function expectSameAsServer(client: ImapFlow, accountId: string): Promise<void> {
  await person.invoke(mailAccounts.sync, { id: accountId });
  // Read in this order: an email that has just left its last folder is listed wrongly until it is in the trash.
  const expectSame = async () => {
    const queued = await owner.query(
      "select kind, detail, reason from mail_pending_operations where user_id = $1 and state = 'queued'",
      [person.userId],
    );
    expect(queued.rows).toEqual([]);
    expect(await hereNow()).toEqual(await thereNow(client));
    expect(await wronglyListed()).toEqual([]);
  };
  await vi.waitFor(expectSame, { timeout: 90_000, interval: 300 });
}

/** Stops the sync of this account, as if this program had not run. */
const stopSync = async () => {
  await owner.query(
    "update mail_accounts set lease_by = gen_random_uuid(), lease_until = now() + interval '1 hour' where user_id = $1",
    [person.userId],
  );
  server.cutImap();
};
const releaseSync = () =>
  owner.query("update mail_accounts set lease_until = null where user_id = $1", [person.userId]);

test.each([11, 22, 33])(
  "two clients at once end in the state of the server (seed %d)",
  async (seed) => {
    const random = randomFrom(seed);
    count = seed * 1000;
    for (const box of ["Board", "Plans"]) await server.doveadm("mailbox", "create", "-u", user, box);
    for (const box of ["INBOX", "INBOX", "INBOX", "Board", "Plans"]) await saveMail(nextMessage(), box);
    const accountId = await connect();
    await ready();
    const elsewhere = () =>
      app.services.mail.openImap({
        ...{ host: "localhost", port: server.imapPort, security: "tls" },
        ...{ username: user, password: "correct horse" },
      });
    let client = await elsewhere();
    for (let step = 0; step < 25; step += 1) {
      await actElsewhere(client, random);
      await actHere(random);
    }
    await expectSameAsServer(client, accountId);
    // Hours of absence, with changes on both sides and new UIDs in a folder.
    await stopSync();
    client = await elsewhere();
    for (let step = 0; step < 20; step += 1) {
      await actElsewhere(client, random);
      if (step % 3 === 0) await actHere(random);
    }
    const { uidValidity } = await client.mailboxOpen("INBOX");
    await client.mailboxClose();
    await server.doveadm(
      "mailbox",
      "update",
      "-u",
      user,
      "--uid-validity",
      String(uidValidity + 1n),
      "INBOX",
    );
    client.close();
    await releaseSync();
    client = await elsewhere();
    await expectSameAsServer(client, accountId);
    client.close();
  },
  240_000,
);
