import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { emails } from "../emails.ts";
import { mailSubscriptions } from "../mail-subscriptions.ts";
import type { EmailOnWire } from "../model.ts";
import { errorOf, inAnHour, mailCalls, mailOf } from "./emails-of.factory.ts";

const server = await testDatabase();
const { aUser, as, owner } = server;
const [ada, bob] = [as(await aUser({ fullName: "Ada" })), as(await aUser({ fullName: "Bob" }))];
const { aMail, get } = mailCalls(ada);

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
      errorOf("not_found"),
    );
  expect(await get(own)).toEqual(before);
  await expect(ada.invoke(emails.restoreMany, { ids: [trashedId, foreignId] })).rejects.toEqual(
    errorOf("not_found"),
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

test("a reply joins its thread, a new text makes a scheduled message a draft, marks do not", async () => {
  const threadId = randomUUID();
  const [original] = await mailOf(ada, { threadId, messageId: "<1@x>", refs: ["<0@x>"] });
  const draft = { subject: "Re", body: "Yes" };
  const created = (await ada.invoke(emails.create, { ...draft, inReplyTo: original })) as EmailOnWire;
  expect(created.threadId).toBe(threadId);
  await expect(bob.invoke(emails.create, { ...draft, inReplyTo: original })).rejects.toEqual(
    errorOf("not_found"),
  );
  const { rows: lines } = await owner.query("select refs, in_reply_to from emails where id = $1", [
    created.id,
  ]);
  expect(lines).toEqual([{ refs: ["<0@x>", "<1@x>"], in_reply_to: "<1@x>" }]);
  const received = await get(original ?? "");
  const change = { id: received.id, version: received.version };
  for (const text of [{ body: "x" }, { subject: "x" }, { recipients: ["a@x.org"] }, { attachmentIds: [] }])
    await expect(ada.invoke(emails.update, { ...change, ...text })).rejects.toEqual(errorOf("conflict"));
  expect(await ada.invoke(emails.update, { ...change, category: "board" })).toMatchObject({
    category: "board",
  });
  expect(await get(created.id)).toMatchObject({ version: created.version, category: null });
  await expect(ada.invoke(emails.update, { ...change, category: "late" })).rejects.toMatchObject({
    code: "conflict",
    details: { current: { id: received.id, category: "board" } },
  });
  await expect(bob.invoke(emails.update, { ...change, version: 2, category: "x" })).rejects.toEqual(
    errorOf("not_found"),
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
