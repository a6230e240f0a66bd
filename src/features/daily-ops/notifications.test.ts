import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { type Notice, notify, notifyFromJob } from "#platform/notify/notify.ts";
import { releaseDueNotifications, sweepNotifications } from "#platform/notify/release-due.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { notifications } from "./notifications.ts";

const server = await testDatabase();
const { aUser, as, owner, services } = server;

let ada: Person;
let bob: Person;

beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada" }));
  bob = as(await aUser({ fullName: "Bob" }));
});

const aNotice = (fields: Partial<Notice> & Pick<Notice, "userIds">): Notice => ({
  title: "Decide on Lisbon",
  message: "Ada asks for your vote until Friday",
  type: "decision",
  ...fields,
});

const send = (sender: Person, notice: Notice) => sender.run((context) => notify(context, notice));
const titles = async (person: Person, show: "unread" | "all" | "scheduled" = "unread") => {
  const page = (await person.invoke(notifications.list, { show })) as { items: { title: string }[] };
  return page.items.map(({ title }) => title);
};
const announced = async ({ userId }: Person) => {
  const { rows } = await owner.query(
    "select record_ids from announcements where user_id = $1 and resource = 'notifications'",
    [userId],
  );
  return rows.flatMap(({ record_ids }) => record_ids);
};

async function shareAWorkspace(...members: readonly Person[]): Promise<string> {
  const id = randomUUID();
  await owner.query("insert into workspaces (id, name, created_by) values ($1, 'Leadership', $2)", [
    id,
    members[0]?.userId,
  ]);
  for (const { userId } of members)
    await owner.query(
      "insert into workspace_members (workspace_id, user_id, state) values ($1, $2, 'active')",
      [id, userId],
    );
  return id;
}

test("DATA-25: a notification has user, title, message, type, priority, context, time, read, sent and created", async () => {
  await shareAWorkspace(ada, bob);
  const [notification] = await send(
    ada,
    aNotice({
      userIds: [bob.userId],
      priority: "high",
      contextData: { decisionId: "42" },
      href: "/team?open=42",
    }),
  );
  const { rows } = await owner.query("select * from smart_notifications where id = $1", [notification?.id]);
  expect(rows[0]).toMatchObject({
    user_id: bob.userId,
    title: "Decide on Lisbon",
    message: "Ada asks for your vote until Friday",
    type: "decision",
    priority: "high",
    context_data: { decisionId: "42" },
    href: "/team?open=42",
    scheduled_for: expect.any(Date),
    is_read: false,
    is_sent: true,
    created_at: expect.any(Date),
  });
  expect(await bob.invoke(notifications.list)).toMatchObject({
    items: [
      { id: notification?.id, contextData: { decisionId: "42" }, href: "/team?open=42", isRead: false },
    ],
    nextCursor: null,
  });
});

test("DAILY-04: Mark Read removes a notification from the unread list; the history has it, undo restores it", async () => {
  const { id } = (await ada.invoke(notifications.create, { title: "Call Anna" })) as { id: string };
  expect(await titles(ada)).toEqual(["Call Anna"]);
  expect(await ada.invoke(notifications.markRead, { id })).toMatchObject({
    isRead: true,
    readAt: expect.any(String),
  });
  expect(await titles(ada)).toEqual([]);
  expect(await titles(ada, "all")).toEqual(["Call Anna"]);
  await undoLastAction(server, ada, notifications);
  expect(await titles(ada)).toEqual(["Call Anna"]);
  await undoLastAction(server, ada, notifications);
  expect(await titles(ada)).toEqual([]);
});

test("DAILY-10: unread ones are listed newest first with paging, is_read is updated, a reminder is inserted", async () => {
  for (const number of [1, 2, 3]) await ada.invoke(notifications.create, { title: `Reminder ${number}` });
  const first = (await ada.invoke(notifications.list, { limit: 2 })) as {
    items: { title: string }[];
    nextCursor: string;
  };
  expect(first.items.map(({ title }) => title)).toEqual(["Reminder 3", "Reminder 2"]);
  expect(await ada.invoke(notifications.list, { limit: 2, cursor: first.nextCursor })).toMatchObject({
    items: [{ title: "Reminder 1" }],
    nextCursor: null,
  });
  expect(await ada.invoke(notifications.count)).toEqual({ unread: 3 });
  expect(await bob.invoke(notifications.count)).toEqual({ unread: 0 });
});

test("all are marked read at once, except those after the last one seen; undo restores exactly these", async () => {
  await ada.invoke(notifications.create, { title: "Read before" }).then(async (made) => {
    await ada.invoke(notifications.markRead, { id: (made as { id: string }).id });
  });
  await ada.invoke(notifications.create, { title: "Seen" });
  const { items } = (await ada.invoke(notifications.list)) as { items: { scheduledFor: string }[] };
  await ada.invoke(notifications.create, { title: "Came later" });
  await owner.query(
    "update smart_notifications set scheduled_for = scheduled_for + interval '1 s' where user_id = $1 and title = 'Came later'",
    [ada.userId],
  );
  const upTo = items[0]?.scheduledFor;
  expect(await ada.invoke(notifications.markAllRead, { upTo })).toMatchObject({ count: 1 });
  expect(await titles(ada)).toEqual(["Came later"]);
  await undoLastAction(server, ada, notifications);
  expect(await titles(ada)).toEqual(["Came later", "Seen"]);
  expect(await ada.invoke(notifications.markAllRead)).toMatchObject({ count: 2 });
});

test("the count is capped at a hundred", async () => {
  await owner.query(
    `insert into smart_notifications (user_id, title, message, type, is_sent)
     select $1, 'Many', '', 'reminder', true from generate_series(1, 150)`,
    [ada.userId],
  );
  expect(await ada.invoke(notifications.count)).toEqual({ unread: 100 });
});

test("a notification is published live to its user and not to the sender", async () => {
  await shareAWorkspace(ada, bob);
  await ada.run(async (context) => {
    const facts: unknown[] = [];
    const [notification] = await notify(
      { db: context.db, announce: (fact) => void facts.push(fact) },
      aNotice({ userIds: [bob.userId] }),
    );
    expect(facts).toEqual([{ resource: "notifications", ids: [notification?.id], audience: [bob.userId] }]);
  });
});

test("strangers cannot be notified; invited people, teammates and conversation partners can", async () => {
  const [carol, dave, eve] = [as(await aUser()), as(await aUser()), as(await aUser())];
  const workspaceId = await shareAWorkspace(ada, bob);
  await owner.query(
    `insert into team_invitations (workspace_id, invited_by, invited_email, token_hash, expires_at)
     values ($1, $2, $3, gen_random_uuid()::text, now() + interval '1 day')`,
    [workspaceId, ada.userId, carol.email],
  );
  const { rows } = await owner.query(
    "insert into conversations (type, created_by) values ('direct', $1) returning id",
    [ada.userId],
  );
  for (const { userId } of [ada, dave])
    await owner.query("insert into conversation_participants (conversation_id, user_id) values ($1, $2)", [
      rows[0].id,
      userId,
    ]);
  const everyone = [ada, bob, carol, dave, eve];
  const notified = await send(
    ada,
    aNotice({ userIds: [...everyone.map(({ userId }) => userId), randomUUID()] }),
  );
  const notifiedIds = new Set(notified.map(({ userId }) => userId));
  expect(everyone.map(({ userId }) => notifiedIds.has(userId))).toEqual([true, true, true, true, false]);
  await owner.query("update workspace_members set state = 'removed' where user_id = $1", [ada.userId]);
  expect(await send(ada, aNotice({ userIds: [bob.userId] }))).toEqual([]);
});

test("the same event notifies once", async () => {
  const notice = aNotice({ userIds: [ada.userId], dedupeKey: "decision 42 is due" });
  expect(await send(ada, notice)).toHaveLength(1);
  expect(await send(ada, notice)).toHaveLength(0);
  expect(await send(ada, aNotice({ userIds: [ada.userId] }))).toHaveLength(1);
});

test("with smart notifications switched off they are stored in the history as read", async () => {
  await owner.query(
    "insert into daily_operations_settings (user_id, smart_notifications_enabled) values ($1, false)",
    [ada.userId],
  );
  await send(ada, aNotice({ userIds: [ada.userId] }));
  expect([await titles(ada), await titles(ada, "all")]).toEqual([[], ["Decide on Lisbon"]]);
});

test("text is truncated, and links must stay within the app", async () => {
  await send(ada, aNotice({ userIds: [ada.userId], title: "x".repeat(500), message: "y".repeat(9000) }));
  const { rows } = await owner.query(
    "select length(title) as title, length(message) as message from smart_notifications where user_id = $1",
    [ada.userId],
  );
  expect(rows).toEqual([{ title: 200, message: 2000 }]);
  for (const href of ["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)"])
    await expect(send(ada, aNotice({ userIds: [ada.userId], href }))).rejects.toThrow();
});

test("a scheduled notification is released at its time, once, even with several workers", async () => {
  const soon = new Date(Date.now() + 3_600_000).toISOString();
  await ada.invoke(notifications.create, { title: "Board call", scheduledFor: soon });
  await releaseDueNotifications.run(services, {});
  expect([await titles(ada), await titles(ada, "scheduled")]).toEqual([[], ["Board call"]]);
  const before = await announced(ada);
  await owner.query(
    "update smart_notifications set scheduled_for = now() - interval '1 second' where user_id = $1",
    [ada.userId],
  );
  await Promise.all([1, 2, 3].map(() => releaseDueNotifications.run(services, {})));
  await releaseDueNotifications.run(services, {});
  expect(await titles(ada)).toEqual(["Board call"]);
  expect(await announced(ada)).toHaveLength(before.length + 1);
});

test("a job may notify any user and publishes live", async () => {
  await services.database.transaction(null, "write", (db) =>
    notifyFromJob(db, [aNotice({ userIds: [ada.userId, bob.userId], type: "email" })]),
  );
  expect([await titles(ada), await titles(bob)]).toEqual([["Decide on Lisbon"], ["Decide on Lisbon"]]);
  expect([await announced(ada), await announced(bob)]).toEqual([[expect.anything()], [expect.anything()]]);
});

test("a notification can be deleted, also before its time, only by its user", async () => {
  const scheduledFor = new Date(Date.now() + 3_600_000).toISOString();
  const made = await ada.invoke(notifications.create, { title: "Call Anna", scheduledFor });
  const { id } = made as { id: string };
  await expect(bob.invoke(notifications.delete, { id })).rejects.toMatchObject({ code: "not_found" });
  await ada.invoke(notifications.delete, { id });
  expect(await titles(ada, "scheduled")).toEqual([]);
});

test("the nightly sweep deletes read ones after 90 days and all after a year", async () => {
  await owner.query(
    `insert into smart_notifications (user_id, title, message, type, is_sent, is_read, scheduled_for) values
       ($1, 'Read long ago', '', 'reminder', true, true, now() - interval '91 days'),
       ($1, 'Unread', '', 'reminder', true, false, now() - interval '91 days'),
       ($1, 'Ancient', '', 'reminder', true, false, now() - interval '366 days')`,
    [ada.userId],
  );
  await sweepNotifications.run(services, {});
  expect(await titles(ada, "all")).toEqual(["Unread"]);
});
