import { beforeEach, expect, test } from "vitest";
import { dailyOpsSettings } from "#features/settings/daily-ops-settings.ts";
import { DAILY_OPS_DEFAULTS } from "#features/settings/model.ts";
import { notificationPolicy } from "#features/settings/notification-policy.ts";
import { pushDevices } from "#features/settings/push-devices.ts";
import { tasks } from "#features/tasks/tasks.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import { sendSystemMail } from "#platform/mail/send-system-mail.ts";
import { deliverNotices } from "#platform/notify/deliver-notices.ts";
import { notifyFromJob } from "#platform/notify/notify.ts";
import { KIND_DEFAULTS, POLICY_DEFAULTS } from "#platform/notify/policy.ts";
import { releaseDueNotifications } from "#platform/notify/release-due.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { wallClock } from "#platform/time/wall-clock.ts";
import { notifications } from "../notifications.ts";
import { listDigestItems } from "./list-digest-items.ts";
import { startPushService } from "./push-service.factory.ts";

const server = await testDatabase(async ({ services, connection, atEnd }) => {
  const jobs = await startJobs({ ...services, owner: connection("owner") }, [sendSystemMail]);
  atEnd(() => jobs.stop());
  return { jobs };
});
const { aUser, as, owner, services } = server;
const { address, received, answers, browser, secret } = await startPushService();

let ada: Person;
let device = "";
let people = 0;
beforeEach(async () => {
  people += 1;
  ada = as(await aUser({ fullName: "Ada", email: `ada.${people}@aldermoor.com` }));
  received.length = 0;
  answers.clear();
  device = `/send/${ada.userId}`;
});

/** As a browser does: first requests the key of the instance. */
async function switchOn(path = device) {
  await ada.invoke(pushDevices.key);
  return ada.invoke(pushDevices.add, {
    endpoint: `${address}${path}`,
    p256dh: browser.getPublicKey("base64url"),
    auth: secret.toString("base64url"),
  });
}

const choose = (policy: object) => ada.invoke(notificationPolicy.save, { ...POLICY_DEFAULTS, ...policy });

const send = (notice: object) =>
  services.database.transaction(null, "write", (db) =>
    notifyFromJob(db, [
      {
        userIds: [ada.userId],
        title: "Vote on Lisbon",
        message: "Bob asks for your vote",
        type: "decision",
        ...notice,
      },
    ]),
  );

const outbox = async () => {
  const { rows } = await owner.query(
    "select channel, state, reason, due_at from notification_deliveries where user_id = $1 order by created_at, channel",
    [ada.userId],
  );
  return rows as { channel: string; state: string; reason: string | null; due_at: Date }[];
};

const mails = async () => {
  const { rows } = await owner.query("select data from jobs.job where name = $1 and data->>'userId' = $2", [
    sendSystemMail.name,
    ada.userId,
  ]);
  const opened = rows.map(({ data }) =>
    JSON.parse(
      services.secrets.open(
        { table: "jobs", row: data.messageId, column: "content", userId: ada.userId },
        data.sealed,
      ),
    ),
  ) as { to: string; subject: string; text: string }[];
  return opened.toSorted((a, b) => (a.subject < b.subject ? -1 : 1));
};

const withMailServer = async () => {
  const admin = await aUser({ roles: ["admin"] });
  const { version } = services.systemSettings.current;
  const fields = { smtpHost: "127.0.0.1", smtpPort: 2525, smtpFromEmail: "desk@aldermoor.com" };
  if (!services.systemSettings.current.smtpHost)
    await services.systemSettings.save(admin, { version, fields, secrets: {} });
};

/** A time so many hours from now on Ada's clock, as HH:MM. */
const around = (hours: number) => {
  const { hour, minute } = wallClock(new Date(Date.now() + hours * 3_600_000), "Asia/Kolkata");
  return `${String(hour).padStart(2, "0")}:${String(minute).padStart(2, "0")}`;
};

test("a push reaches Ada's device once, even with two processes, and hides its contents unless she allows them", async () => {
  await switchOn();
  await send({ href: "/team?open=1", priority: "high" });
  await Promise.all([deliverNotices(services), deliverNotices(services)]);
  expect(received).toEqual([
    {
      path: device,
      urgency: "high",
      payload: {
        id: expect.any(String),
        title: "Adjutant",
        body: "You have a new notification",
        href: "/team?open=1",
      },
    },
  ]);
  await choose({ pushContents: true });
  await send({});
  await deliverNotices(services);
  expect(received[1]?.payload).toMatchObject({ title: "Vote on Lisbon", body: "Bob asks for your vote" });
  expect(await ada.invoke(pushDevices.list)).toMatchObject({ items: [{ lastSentAt: expect.any(String) }] });
});

test("a device that unsubscribed is deleted; a busy push service is retried", async () => {
  await switchOn();
  await switchOn(`${device}/old`);
  answers.set(`${device}/old`, 410);
  await send({});
  await deliverNotices(services);
  expect(await ada.invoke(pushDevices.list)).toMatchObject({ items: [{ endpoint: `${address}${device}` }] });
  answers.set(device, 503);
  await send({ title: "Once more" });
  await deliverNotices(services);
  expect((await outbox()).at(-1)).toMatchObject({
    state: "waiting",
    reason: "The push service did not take it",
  });
  answers.clear();
  await owner.query(
    "update notification_deliveries set due_at = now() - interval '1 second' where user_id = $1",
    [ada.userId],
  );
  await deliverNotices(services);
  expect((await outbox()).at(-1)).toMatchObject({ state: "done" });
  expect(received).toHaveLength(2);
});

test("D18: a device is reached by https and through the outbound guard; a new sign-in takes over its row", async () => {
  const keys = { p256dh: browser.getPublicKey("base64url"), auth: secret.toString("base64url") };
  await expect(
    ada.invoke(pushDevices.add, { endpoint: "http://push.example/1", ...keys }),
  ).rejects.toMatchObject({ code: "invalid" });
  await switchOn();
  const { id } = (await switchOn()) as { id: string };
  expect(await ada.invoke(pushDevices.list)).toMatchObject({ items: [{ id }] });
  const { rows } = await owner.query("select auth from push_devices where id = $1", [id]);
  expect(rows[0].auth).toMatch(/^v1\./);
  await ada.invoke(pushDevices.remove, { id });
  await send({});
  expect(await outbox()).toEqual([]);
  const first = await ada.invoke(pushDevices.key);
  expect(await as(await aUser()).invoke(pushDevices.key)).toEqual(first);
});

test.each([400, 401, 403, 413])(
  "status %i of the push service is reported, and the device is retained",
  async (status) => {
    await switchOn();
    answers.set(device, status);
    await send({});
    await deliverNotices(services);
    expect(await ada.invoke(pushDevices.list)).toMatchObject({
      items: [{ endpoint: `${address}${device}` }],
    });
    expect((await outbox()).at(-1)).toMatchObject({
      state: "failed",
      reason: "The push service refused the message",
    });
  },
);

test("quiet hours in Ada's time zone: push waits until their end, urgent ones pass, held-back ones are listed", async () => {
  await ada.invoke(dailyOpsSettings.save, { ...DAILY_OPS_DEFAULTS, timezone: "Asia/Kolkata" });
  await choose({ quietEnabled: true, quietFrom: around(-1), quietTo: around(2) });
  await switchOn();
  await send({});
  await send({ title: "The server is down", priority: "urgent" });
  await deliverNotices(services);
  expect(received).toHaveLength(1);
  const [waiting] = await outbox();
  expect(waiting).toMatchObject({ state: "waiting" });
  const end = wallClock(waiting?.due_at ?? new Date(0), "Asia/Kolkata");
  expect(`${String(end.hour).padStart(2, "0")}:${String(end.minute).padStart(2, "0")}`).toBe(around(2));
  expect(await ada.invoke(notifications.list, { show: "held" })).toMatchObject({
    items: [{ title: "Vote on Lisbon", isRead: false }],
  });
  const { items } = (await ada.invoke(notifications.list)) as { items: { id: string; title: string }[] };
  await ada.invoke(notifications.markRead, { id: items.find(({ title }) => title === "Vote on Lisbon")?.id });
  await owner.query(
    "update notification_deliveries set due_at = now() - interval '1 second' where user_id = $1 and state = 'waiting'",
    [ada.userId],
  );
  await deliverNotices(services);
  expect(received).toHaveLength(1);
});

test("one policy per user: an unwanted kind is stored as read; another is mailed at once or in the daily digest", async () => {
  await withMailServer();
  await choose({
    kinds: {
      ...KIND_DEFAULTS,
      document: { inApp: false, push: false, mail: "never" },
      decision: { inApp: true, push: false, mail: "at_once" },
      invitation: { inApp: true, push: false, mail: "digest" },
    },
  });
  await send({ type: "document", title: "A file for you" });
  await send({ href: "/team?open=1" });
  await send({ type: "invitation", title: "Join Leadership" });
  await send({ type: "invitation", title: "Join Finance" });
  expect(await ada.invoke(notifications.count)).toEqual({ unread: 3 });
  expect(await ada.invoke(notifications.list, { show: "held" })).toMatchObject({
    items: [{ title: "A file for you", isRead: true }],
  });
  await Promise.all([deliverNotices(services), deliverNotices(services)]);
  expect(await mails()).toMatchObject([
    {
      to: ada.email,
      subject: "Vote on Lisbon",
      text: expect.stringContaining("Bob asks for your vote\n\nhttp://127.0.0.1:3000/team?open=1"),
    },
  ]);
  await owner.query(
    "update notification_deliveries set due_at = now() - interval '1 second' where user_id = $1 and channel = 'digest'",
    [ada.userId],
  );
  await ada.invoke(tasks.create, { title: "Sign the\nlease", dueDate: "2024-05-05T10:00:00Z" });
  await deliverNotices(services, listDigestItems);
  expect((await mails())[1]).toMatchObject({
    subject: "Your day: 2 notifications",
    text: expect.stringContaining("Needs you\n- Sign the lease\n  This task is overdue\n  http://127.0.0.1"),
  });
  const stored = `select context_data from smart_notifications where user_id = $1 and context_data ? 'digestSections'`;
  const { rows } = await owner.query(stored, [ada.userId]);
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows[1])).toContain("Sign the lease");
  expect((await outbox()).every(({ state }) => state === "done")).toBe(true);
});

test("a snoozed notification leaves the list and returns at its time, once, with its own push; undo restores it", async () => {
  await switchOn();
  await send({});
  await deliverNotices(services);
  const { items } = (await ada.invoke(notifications.list)) as {
    items: { id: string; scheduledFor: string }[];
  };
  const id = items[0]?.id;
  const until = new Date(Date.now() + 3_600_000).toISOString();
  await expect(ada.invoke(notifications.snooze, { id, until: "2020-01-01T00:00:00Z" })).rejects.toMatchObject(
    { code: "invalid" },
  );
  await ada.invoke(notifications.snooze, { id, until });
  expect(await ada.invoke(notifications.list)).toMatchObject({ items: [] });
  await ada.invoke(notifications.unsnooze, { id });
  expect(await ada.invoke(notifications.list)).toMatchObject({ items });
  await ada.invoke(notifications.snooze, { id, until });
  await owner.query(
    "update smart_notifications set scheduled_for = now() - interval '1 second' where id = $1",
    [id],
  );
  await Promise.all([1, 2, 3].map(() => releaseDueNotifications.run(services, {})));
  await deliverNotices(services);
  expect(await ada.invoke(notifications.list)).toMatchObject({ items: [{ id, snoozedFrom: null }] });
  expect(received).toHaveLength(2);
});

test("the policy is Ada's own, a stale version is refused, and filters are by kind", async () => {
  expect(await ada.invoke(notificationPolicy.get)).toEqual(POLICY_DEFAULTS);
  await choose({ quietEnabled: true });
  await expect(choose({})).rejects.toMatchObject({ code: "conflict" });
  expect(await as(await aUser()).invoke(notificationPolicy.get)).toEqual(POLICY_DEFAULTS);
  await send({ type: "event", title: "Board in 10 minutes" });
  await send({ type: "something-new", title: "Odd" });
  await send({});
  const titlesOf = async (kinds: string[]) => {
    const page = (await ada.invoke(notifications.list, { kinds })) as { items: { title: string }[] };
    return page.items.map(({ title }) => title);
  };
  expect(await titlesOf(["reminder"])).toEqual(["Board in 10 minutes"]);
  expect(await titlesOf(["other"])).toEqual(["Odd"]);
  expect(await titlesOf(["decision", "other"])).toEqual(["Vote on Lisbon", "Odd"]);
});
