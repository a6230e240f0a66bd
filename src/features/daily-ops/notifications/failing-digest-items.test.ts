import { expect, test } from "vitest";
import { notificationPolicy } from "#features/settings/notification-policy.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import { sendSystemMail } from "#platform/mail/send-system-mail.ts";
import { deliverNotices } from "#platform/notify/deliver-notices.ts";
import { notifyFromJob } from "#platform/notify/notify.ts";
import { KIND_DEFAULTS, POLICY_DEFAULTS } from "#platform/notify/policy.ts";
import { testDatabase } from "#platform/testing/test-database.ts";

const { aUser, as, owner, services } = await testDatabase(async (base) => {
  const jobs = await startJobs({ ...base.services, owner: base.connection("owner") }, [sendSystemMail]);
  base.atEnd(() => jobs.stop());
  return { jobs };
});

let asked = 0;
/** The state of a person's daily mail whose further items cannot be read. */
async function digestTo(email: string): Promise<string> {
  const person = as(await aUser({ email }));
  const kinds = { ...KIND_DEFAULTS, decision: { inApp: true, push: false, mail: "digest" } };
  await person.invoke(notificationPolicy.save, { ...POLICY_DEFAULTS, kinds });
  const notice = { title: "Vote", message: "Bob asks", type: "decision", userIds: [person.userId] };
  await services.database.transaction(null, "write", (db) => notifyFromJob(db, [notice]));
  await owner.query(
    "update notification_deliveries set due_at = now() - interval '1 second' where user_id = $1",
    [person.userId],
  );
  await deliverNotices(services, () => {
    asked += 1;
    return Promise.reject(new Error("A source fails"));
  });
  const { rows } = await owner.query("select state from notification_deliveries where user_id = $1", [
    person.userId,
  ]);
  return rows.map(({ state }) => state).join();
}

test("the daily mail goes out without what needs the person if that cannot be read, and nothing is read for none", async () => {
  expect(await digestTo("ada@aldermoor.com")).toBe("failed");
  expect(asked).toBe(0);
  const admin = await aUser({ roles: ["admin"] });
  const { version } = services.systemSettings.current;
  const fields = { smtpHost: "127.0.0.1", smtpPort: 2525, smtpFromEmail: "desk@aldermoor.com" };
  await services.systemSettings.save(admin, { version, fields, secrets: {} });
  expect(await digestTo("bob@aldermoor.com")).toBe("done");
  expect(asked).toBe(1);
});
