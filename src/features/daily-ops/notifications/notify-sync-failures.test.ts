import { expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { notifications } from "../notifications.ts";
import { notifySyncFailures } from "./notify-sync-failures.ts";

const { aUser, as, owner, services } = await testDatabase();

test("a sync failure that the user must fix notifies once, and again after a success; temporary ones do not", async () => {
  const [ada, bob] = [as(await aUser({ fullName: "Ada" })), as(await aUser({ fullName: "Bob" }))];
  const account = (userId: string, state: string) =>
    owner.query(
      `insert into mail_accounts (user_id, address, imap_host, imap_port, imap_user, smtp_host, smtp_port, smtp_user, state,
         reason, remedy)
       values ($1, 'ada@aldermoor.test', 'imap', 993, 'ada', 'smtp', 465, 'ada', $2, 'The server refused the password.',
         'Enter it again.')`,
      [userId, state],
    );
  await account(ada.userId, "needs_you");
  await account(bob.userId, "waiting");
  await owner.query(
    `insert into calendars (user_id, name, kind, url, state, last_error)
     values ($1, 'Team', 'caldav', 'https://dav.example/', 'auth_failed', 'The password was refused.')`,
    [ada.userId],
  );
  await owner.query(
    `insert into integrations (user_id, provider, type, status, sync_state, last_error)
     values ($1, 'google_calendar', 'calendar', 'error', 'needs_you', 'Google wants you to sign in again.')`,
    [ada.userId],
  );
  const listNotifications = async () =>
    ((await ada.invoke(notifications.list)) as { items: { title: string; message: string; type: string }[] })
      .items;
  await notifySyncFailures.run(services, {});
  await notifySyncFailures.run(services, {});
  expect(
    (await listNotifications()).map(({ title, message, type }) => [type, title, message]).sort(),
  ).toEqual([
    ["sync", "The calendar 'Team' is not kept up to date", "The password was refused."],
    ["sync", "Your connection to Google Calendar needs you", "Google wants you to sign in again."],
    [
      "sync",
      "Your mail account ada@aldermoor.test needs you",
      "The server refused the password. Enter it again.",
    ],
  ]);
  expect(await bob.invoke(notifications.list)).toMatchObject({ items: [] });
  await owner.query("update mail_accounts set synced_at = now() where user_id = $1", [ada.userId]);
  await notifySyncFailures.run(services, {});
  expect(await listNotifications()).toHaveLength(4);
  const asked = await ada.run(({ db }) => db.execute("select * from failing_connections(10)"));
  expect(asked.rows).toEqual([]);
});
