import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { emails } from "../emails.ts";
import { anAccount, anEmail } from "../factory.ts";
import { mailSubscriptions } from "../mail-subscriptions.ts";
import type { EmailOnWire } from "../model.ts";
import { mailAccounts, mailboxes, mailboxMessages, emails as rows } from "../tables.ts";

// Ownership, conflicts, and fields that an action leaves unchanged (MAIL-32, MAIL-33, MAIL-46).

const server = await testDatabase();
const { aUser, as, owner } = server;
const [ada, bob] = [as(await aUser({ fullName: "Ada" })), as(await aUser({ fullName: "Bob" }))];
type NewEmail = Partial<typeof rows.$inferInsert>;

async function mailOf(person: Person, ...mails: NewEmail[]): Promise<string[]> {
  const { userId } = person;
  const made = await person.run(({ db }) =>
    db
      .insert(rows)
      .values(mails.map((mail) => anEmail({ userId, ...mail })))
      .returning({ id: rows.id }),
  );
  return made.map(({ id }) => id);
}
const aMail = async (mail: NewEmail = {}, person = ada) => (await mailOf(person, mail))[0] ?? "";
const get = async (id: string, person = ada) => (await person.invoke(emails.get, { id })) as EmailOnWire;
const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();
const refused = (code: string) => expect.objectContaining({ code });

test("bulk actions apply to all emails or to none, and never to those of another user", async () => {
  const foreignId = await aMail({ category: "archived", categoryBefore: "board" }, bob);
  const trashedId = await aMail({ category: "archived", deletedAt: new Date() });
  const inaccessibleIds = [foreignId, trashedId, randomUUID()];
  const own = await aMail({ category: "archived", categoryBefore: "board", statusBefore: "received" });
  const before = await get(own);
  for (const [at, [act, input]] of (
    [
      [emails.updateMany, (ids: string[]) => ({ changes: ids.map((id) => ({ id, isStarred: true })) })],
      [emails.archive, (ids: string[]) => ({ ids })],
      [emails.unarchive, (ids: string[]) => ({ ids })],
      [emails.markFailed, (ids: string[]) => ({ ids })],
      [emails.unmarkFailed, (ids: string[]) => ({ ids })],
      [emails.deleteMany, (ids: string[]) => ({ ids })],
      [emails.snooze, (ids: string[]) => ({ ids: ids.toReversed(), until: inAnHour() })],
    ] as const
  ).entries())
    await expect(ada.invoke(act, input([own, inaccessibleIds[at % 3] ?? ""]))).rejects.toEqual(
      refused("not_found"),
    );
  expect(await get(own)).toEqual(before);
  await expect(ada.invoke(emails.restoreMany, { ids: [trashedId, foreignId] })).rejects.toEqual(
    refused("not_found"),
  );
  expect(await get(foreignId, bob)).toMatchObject({ category: "archived", isStarred: false, version: 1 });
});

test("an id that is listed twice counts once", async () => {
  const id = await aMail();
  for (const act of [
    emails.archive,
    emails.markFailed,
    emails.unmarkFailed,
    emails.deleteMany,
    emails.restoreMany,
  ])
    expect(await ada.invoke(act, { ids: [id, id] })).toMatchObject({ ids: [id] });
});

test("only archived emails are unarchived, with their previous category; only trashed ones are restored", async () => {
  const [archived, here] = await mailOf(ada, { category: "board" }, { category: "travel" });
  const ids = [archived, here];
  await ada.invoke(emails.archive, { ids: [archived] });
  await ada.invoke(emails.archive, { ids: [archived] });
  expect(await ada.invoke(emails.unarchive, { ids })).toEqual({ ids: [archived] });
  expect(await get(archived ?? "")).toMatchObject({ category: "board" });
  expect(await get(here ?? "")).toMatchObject({ category: "travel", version: 1 });
  await ada.invoke(emails.deleteMany, { ids: [archived] });
  expect(await ada.invoke(emails.restoreMany, { ids })).toEqual({ ids: [archived] });
  expect(await get(here ?? "")).toMatchObject({ version: 1 });
});

test("MAIL-32: marking as failed twice is undone once; a real failure stays failed", async () => {
  const [sent, failed] = await mailOf(ada, { status: "sent" }, { status: "failed" });
  const ids = [sent, failed];
  expect(await ada.invoke(emails.markFailed, { ids })).toEqual({ ids: [sent] });
  expect(await ada.invoke(emails.markFailed, { ids })).toEqual({ ids: [] });
  expect(await ada.invoke(emails.unmarkFailed, { ids })).toEqual({ ids: [sent] });
  expect([(await get(sent ?? "")).status, (await get(failed ?? "")).status]).toEqual(["sent", "failed"]);
});

test("thread actions apply to received mail only: not to drafts, sent or deleted mail, or other threads", async () => {
  const threadId = randomUUID();
  const [first, second, draft, sent, trashed, other] = await mailOf(
    ada,
    ...[
      { threadId },
      { threadId },
      { threadId, status: "draft" as const },
      { threadId, status: "sent" as const },
    ],
    ...[{ threadId, deletedAt: new Date() }, {}],
  );
  await aMail({ threadId }, bob);
  const { ids } = (await ada.invoke(emails.archive, { ids: [draft], threads: true })) as { ids: string[] };
  expect(ids.toSorted()).toEqual([first, second, draft].toSorted());
  for (const id of [sent, other]) expect(await get(id ?? "")).toMatchObject({ category: null });
  expect(trashed).toBeTruthy();
});

test("a snoozed email becomes unread with a notification; unsnoozed, it stays read without one", async () => {
  const [id, unaffected] = [await aMail({ isRead: true, subject: "Offer" }), await aMail()];
  const notices = async () =>
    (await owner.query("select 1 from smart_notifications where user_id = $1", [ada.userId])).rowCount;
  await expect(ada.invoke(emails.snooze, { ids: [id], until: new Date().toISOString() })).rejects.toEqual(
    refused("invalid"),
  );
  await ada.invoke(emails.snooze, { ids: [id], until: null });
  expect([(await get(id)).isRead, await notices()]).toEqual([true, 0]);
  await ada.invoke(emails.snooze, { ids: [id], until: inAnHour() });
  expect([(await get(id)).isRead, await notices()]).toEqual([false, 1]);
  expect(await get(unaffected)).toMatchObject({ version: 1 });
});

test("undoing a second snooze restores the time of the first", async () => {
  const threadId = randomUUID();
  const earlier = new Date(Date.now() + 86_400_000);
  const [first, second, third] = await mailOf(
    ada,
    ...[{ threadId }, { threadId, snoozedUntil: earlier }, { snoozedUntil: new Date(Date.now() - 1000) }],
  );
  const timesOf = () =>
    Promise.all([first, second, third].map(async (id) => (await get(id ?? "")).snoozedUntil));
  const before = await timesOf();
  const until = inAnHour();
  await ada.invoke(emails.snooze, { ids: [first, third], threads: true, until });
  expect(await timesOf()).toEqual([until, until, until]);
  await undoLastAction(server, ada, emails);
  expect(await timesOf()).toEqual(before);
});

test("snoozing mail again replaces its notification; unsnoozing removes it", async () => {
  const eve = as(await aUser({ fullName: "Eve" }));
  const [first, second] = await mailOf(eve, { subject: "Offer" }, { subject: "Lease" });
  const planned = async () =>
    (
      await owner.query(
        "select title, scheduled_for as at from smart_notifications where user_id = $1 and not is_sent order by 2",
        [eve.userId],
      )
    ).rows.map(({ title, at }) => [title.replace("Back in your inbox: ", ""), at.toISOString()]);
  const [soon, later] = [inAnHour(), new Date(Date.now() + 86_400_000).toISOString()];
  const snooze = (ids: unknown[], until: string | null) => eve.invoke(emails.snooze, { ids, until });
  await snooze([first, second], soon);
  expect(await planned()).toEqual([["Offer", soon]]);
  await snooze([first], later);
  expect(await planned()).toEqual([
    ["Lease", soon],
    ["Offer", later],
  ]);
  await undoLastAction(server, eve, emails);
  expect((await planned()).map(([, at]) => at)).toContain(soon);
  expect((await planned()).map(([, at]) => at)).not.toContain(later);
  await snooze([first, second], null);
  expect(await planned()).toEqual([]);
});

test("emails of others cannot be snoozed, wherever their ids are listed", async () => {
  const own = await aMail();
  const foreignId = await aMail({}, bob);
  for (const ids of [
    [own, foreignId],
    [foreignId, own],
  ])
    await expect(ada.invoke(emails.snooze, { ids, until: inAnHour() })).rejects.toEqual(refused("not_found"));
  const earlier = [{ id: foreignId, until: inAnHour() }];
  await ada.invoke(emails.snooze, { ids: [own], until: null, earlier });
  expect((await get(foreignId, bob)).snoozedUntil).toBeNull();
});

test("sent and scheduled mail can have a reminder in the future; clearing one is always possible", async () => {
  const [sent, scheduled, received, unaffected] = await mailOf(
    ada,
    ...[{ status: "sent" as const }, { status: "scheduled" as const }, { remindAt: new Date() }, {}],
  );
  const remind = (id: string | undefined, at: string | null, person = ada) =>
    person.invoke(emails.remind, { id, at });
  for (const id of [sent, scheduled]) expect(await remind(id, inAnHour())).toMatchObject({ id });
  expect(await remind(received, null)).toMatchObject({ remindAt: null });
  await expect(remind(received, inAnHour())).rejects.toEqual(refused("conflict"));
  await expect(remind(sent, new Date(Date.now() - 1000).toISOString())).rejects.toEqual(refused("invalid"));
  await expect(remind(sent, null, bob)).rejects.toEqual(refused("not_found"));
  expect(await get(unaffected ?? "")).toMatchObject({ remindAt: null, version: 1 });
});

test("a reply joins its thread, a new text makes a scheduled message a draft, marks do not", async () => {
  const threadId = randomUUID();
  const [original] = await mailOf(ada, { threadId, messageId: "<1@x>", refs: ["<0@x>"] });
  const draft = { subject: "Re", body: "Yes" };
  const created = (await ada.invoke(emails.create, { ...draft, inReplyTo: original })) as EmailOnWire;
  expect(created.threadId).toBe(threadId);
  await expect(bob.invoke(emails.create, { ...draft, inReplyTo: original })).rejects.toEqual(
    refused("not_found"),
  );
  const { rows: lines } = await owner.query("select refs, in_reply_to from emails where id = $1", [
    created.id,
  ]);
  expect(lines).toEqual([{ refs: ["<0@x>", "<1@x>"], in_reply_to: "<1@x>" }]);
  const received = await get(original ?? "");
  const change = { id: received.id, version: received.version };
  for (const text of [{ body: "x" }, { subject: "x" }, { recipients: ["a@x.org"] }, { attachmentIds: [] }])
    await expect(ada.invoke(emails.update, { ...change, ...text })).rejects.toEqual(refused("conflict"));
  expect(await ada.invoke(emails.update, { ...change, category: "board" })).toMatchObject({
    category: "board",
  });
  expect(await get(created.id)).toMatchObject({ version: created.version, category: null });
  await expect(ada.invoke(emails.update, { ...change, category: "late" })).rejects.toMatchObject({
    code: "conflict",
    details: { current: { id: received.id, category: "board" } },
  });
  await expect(bob.invoke(emails.update, { ...change, version: 2, category: "x" })).rejects.toEqual(
    refused("not_found"),
  );
});

async function account() {
  const { userId } = ada;
  return ada.run(async ({ db }) => {
    const [made] = await db
      .insert(mailAccounts)
      .values(anAccount({ userId, address: `${randomUUID()}@x.org` }))
      .returning();
    const accountId = made?.id ?? "";
    const boxOf = (name: string, role: "inbox" | "archive" | "all" | "other") => ({
      userId,
      accountId,
      path: name,
      name,
      role,
    });
    const boxes = await db
      .insert(mailboxes)
      .values([
        boxOf("INBOX", "inbox"),
        boxOf("Archive", "archive"),
        boxOf("All", "all"),
        boxOf("Board", "other"),
      ])
      .returning();
    const [inbox = "", archive = "", all = "", board = ""] = boxes.map(({ id }) => id);
    return { accountId, inbox, archive, all, board };
  });
}
let uid = 0;
const place = async (emailId: string, mailboxId: string) => {
  uid += 1;
  await ada.run(({ db }) =>
    db.insert(mailboxMessages).values({ mailboxId, uid, userId: ada.userId, emailId }),
  );
};

test("mail is moved within its account: the server gets one operation each, and the old folder is returned", async () => {
  const { accountId, inbox, archive, all, board } = await account();
  const threadId = randomUUID();
  const other = await account();
  const [one = "", two = "", ...others] = await mailOf(
    ada,
    ...[
      { accountId, threadId, category: "travel" },
      { accountId, threadId },
    ],
    ...[
      { accountId, threadId, status: "sent" as const },
      { accountId: other.accountId, threadId },
    ],
    ...[{ accountId, threadId }, { threadId }],
  );
  const [sent = "", far = ""] = others;
  for (const id of [one, two, sent]) await place(id, inbox);
  await place(two, board);
  await place(far, other.inbox);
  const move = (ids: string[], mailboxId: string, more: object = {}) =>
    ada.invoke(emails.move, { ids, mailboxId, ...more }) as Promise<{ ids: string[]; places: object[] }>;
  const operations = async () => {
    const { rows: found } = await owner.query(
      "delete from mail_pending_operations where user_id = $1 returning email_id, kind, detail->>'path' as path",
      [ada.userId],
    );
    return found;
  };
  await operations();
  const moved = await move([one, one], archive, { threads: true });
  expect(moved.ids.toSorted()).toEqual([one, two].toSorted());
  expect(moved.places).toEqual([{ id: one, mailboxId: inbox }]);
  expect(await operations()).toEqual(
    expect.arrayContaining([one, two].map((email_id) => ({ email_id, kind: "move", path: "Archive" }))),
  );
  expect(await get(one)).toMatchObject({ folder: "archive", category: "archived" });
  for (const id of others) expect(await get(id)).toMatchObject({ version: 1 });
  await operations();
  expect(await move([one, one], board)).toMatchObject({ ids: [one] });
  expect(await operations()).toEqual([{ email_id: one, kind: "move", path: "Board" }]);
  expect(await get(one)).toMatchObject({ folder: "other", category: "travel" });
  await move([one], all);
  expect(await get(one)).toMatchObject({ folder: "archive", category: "travel" });
});

test("mail of another account, without account or folder, or of another user cannot be moved", async () => {
  const [{ accountId, board }, other] = [await account(), await account()];
  const [withoutFolder = "", foreign = ""] = await mailOf(ada, { accountId }, { accountId: other.accountId });
  await place(foreign, other.inbox);
  for (const id of [withoutFolder, foreign, await aMail()])
    await expect(ada.invoke(emails.move, { ids: [id], mailboxId: board })).rejects.toEqual(
      refused("conflict"),
    );
  await place(withoutFolder, board);
  const mixedIds = [withoutFolder, await aMail({}, bob)];
  await expect(ada.invoke(emails.move, { ids: mixedIds, mailboxId: board })).rejects.toEqual(
    refused("not_found"),
  );
  await expect(bob.invoke(emails.move, { ids: [await aMail({}, bob)], mailboxId: board })).rejects.toEqual(
    refused("not_found"),
  );
});

test("subscriptions are counted by sender for half a year, most first; unsubscribing reports each result", async () => {
  const list = { listUnsubscribe: "<https://lists.org/page>", sender: "News <news@lists.org>" };
  const days = (count: number) => new Date(Date.now() - count * 86_400_000);
  const carol = as(await aUser());
  await mailOf(
    carol,
    { ...list, createdAt: days(1), isRead: true },
    { ...list, sender: "Old name <news@lists.org>", createdAt: days(179) },
    { ...list, createdAt: days(181) },
    { ...list, createdAt: days(2), deletedAt: new Date() },
    { ...list, createdAt: days(2), status: "sent" },
    { ...list, sender: "a@lists.org", listUnsubscribe: "nothing", createdAt: days(2) },
    { ...list, sender: "ben@x.org", listUnsubscribe: null, createdAt: days(2) },
  );
  await mailOf(ada, list);
  const known = async () => ((await carol.invoke(mailSubscriptions.list)) as { items: object[] }).items;
  const subscription = {
    sender: "news@lists.org",
    displayName: list.sender,
    messageCount: 2,
    readCount: 1,
    method: "link",
  };
  expect(await known()).toMatchObject([
    { ...subscription, outcome: null, requestedAt: null },
    { sender: "a@lists.org", messageCount: 1, readCount: 0, method: "none" },
  ]);
  const senders = ["NEWS@lists.org", "news@lists.org", "a@lists.org", "ben@x.org"];
  const reason = "Its mail names no way to unsubscribe";
  expect(await carol.invoke(mailSubscriptions.unsubscribe, { senders })).toEqual({
    items: [
      { sender: "news@lists.org", outcome: "link", reason: null, url: "https://lists.org/page" },
      { sender: "a@lists.org", outcome: "failed", reason, url: null },
      { sender: "ben@x.org", outcome: "failed", reason, url: null },
    ],
  });
  expect(await known()).toMatchObject([{ ...subscription, outcome: "link" }, { outcome: "failed" }]);
  const asked = await owner.query("select 1 from mail_unsubscribes where user_id = $1", [carol.userId]);
  expect(asked.rowCount).toBe(2);
  expect(await carol.invoke(mailSubscriptions.unsubscribe, { senders: ["ben@x.org"] })).toMatchObject({
    items: [{ outcome: "failed" }],
  });
});
