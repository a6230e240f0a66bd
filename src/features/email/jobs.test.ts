import { expect, test } from "vitest";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { emails } from "./emails.ts";
import { anEmail, aTemplate } from "./factory.ts";
import { deliverMail, purgeTrash } from "./jobs.ts";
import { emailTemplates } from "./settings-tables.ts";
import { emails as emailTable } from "./tables.ts";

const { aUser, as, owner, services } = await testDatabase(async ({ connection, atEnd, services }) => {
  const log = createLog("silent");
  const jobs = await startJobs({ ...services, owner: connection("owner"), log }, [deliverMail]);
  atEnd(() => jobs.stop());
  return { jobs };
});
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

test("MAIL-31: a scheduled message is sent when it is due", async () => {
  const [ada, bob] = [as(await aUser()), as(await aUser())];
  const scheduledSend = new Date().toISOString();
  await ada.invoke(emails.send, {
    subject: "Figures",
    body: "See below.",
    recipients: [bob.email],
    scheduledSend,
  });
  await expect
    .poll(async () => ((await bob.invoke(emails.stats)) as { unread: number }).unread, { timeout: 40_000 })
    .toBe(1);
});

test("emails of all users are purged 30 days after their deletion; the others stay", async () => {
  for (const person of [as(await aUser()), as(await aUser())])
    await person.run(async ({ db }) => {
      const { userId } = person;
      await db
        .insert(emailTable)
        .values([
          anEmail({ userId, subject: "Old", deletedAt: daysAgo(30.1) }),
          anEmail({ userId, subject: "New", deletedAt: daysAgo(29.9) }),
          ...Array.from({ length: 1100 }, () => anEmail({ userId, deletedAt: daysAgo(40) })),
        ]);
      await db
        .insert(emailTemplates)
        .values([
          aTemplate({ userId, name: "Old template", deletedAt: daysAgo(31) }),
          aTemplate({ userId, name: "Kept" }),
        ]);
    });
  await purgeTrash.run(services, {});
  const { rows } = await owner.query(
    `select subject, count(*)::int from emails where deleted_at is not null group by 1
     union all select name, count(*)::int from email_templates group by 1 order by 1`,
  );
  expect(rows).toEqual([
    { subject: "Kept", count: 2 },
    { subject: "New", count: 2 },
  ]);
});
