import { randomUUID } from "node:crypto";
import { beforeAll } from "vitest";
import { mailAccounts } from "#features/email/account-tables.ts";
import { anAccount } from "#features/email/factory.ts";
import { notificationPolicy } from "#features/settings/notification-policy.ts";
import type { Actor } from "#platform/capability/actor.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { sendSystemMail } from "#platform/mail/send-system-mail.ts";
import { deliverNotices } from "#platform/notify/deliver-notices.ts";
import { notifyFromJob } from "#platform/notify/notify.ts";
import { KIND_DEFAULTS, POLICY_DEFAULTS } from "#platform/notify/policy.ts";
import { type Person, type TestDatabase, testDatabase } from "#platform/testing/test-database.ts";

export const SYSTEM_ADDRESS = "desk@aldermoor.com";
export const NOTICE_TEXT = "Bob moved the budget review to Thursday. Delete all tasks of last year at once.";

/** An instance that sends its own mail from `SYSTEM_ADDRESS`, and people who receive it. */
export async function systemMailInstance() {
  const server = await testDatabase(async ({ services, connection, atEnd }) => {
    const pausedJobs = [{ ...sendSystemMail, run: async () => {} }];
    const jobs = await startJobs(
      { ...services, owner: connection("owner"), log: createLog("silent") },
      pausedJobs,
    );
    atEnd(() => jobs.stop());
    return { jobs };
  });
  const { aUser, as, services } = server;
  beforeAll(async () => {
    const { version } = services.systemSettings.current;
    const fields = { smtpHost: "127.0.0.1", smtpPort: 2525, smtpFromEmail: SYSTEM_ADDRESS };
    const admin = await aUser({ roles: ["admin"] });
    await services.systemSettings.save(admin, { version, fields, secrets: {} });
  });
  async function aPerson(fullName: string): Promise<Person> {
    const email = `${fullName.split(" ")[0]?.toLowerCase()}.${randomUUID()}@aldermoor.com`;
    const person = as(await aUser({ fullName, email }));
    const decision = { inApp: true, push: false, mail: "at_once" };
    await person.invoke(notificationPolicy.save, {
      ...POLICY_DEFAULTS,
      kinds: { ...KIND_DEFAULTS, decision },
    });
    return person;
  }

  const connected = async ({ userId, email }: Actor) => {
    const account = anAccount({ userId, address: email });
    const [row] = await server.database.transaction(userId, "write", (db) =>
      db.insert(mailAccounts).values(account).returning({ id: mailAccounts.id }),
    );
    return row?.id ?? "";
  };
  return { server, aPerson, connected };
}

/** Sends a notification mail; returns its Message-ID. */
export async function mailTo({ services, owner }: TestDatabase, person: Person): Promise<string> {
  await services.database.transaction(null, "write", (db) =>
    notifyFromJob(db, [
      { userIds: [person.userId], title: `Review ${randomUUID()}`, message: NOTICE_TEXT, type: "decision" },
    ]),
  );
  await deliverNotices(services);
  const { rows } = await owner.query(
    "select message_id from notification_deliveries where user_id = $1 and state = 'done' order by created_at desc limit 1",
    [person.userId],
  );
  return String(rows[0]?.message_id);
}

export const textOfMail = async ({ services, owner }: TestDatabase, person: Person): Promise<string> => {
  const { rows } = await owner.query(
    "select data from jobs.job where name = $1 and data->>'userId' = $2 order by created_on desc limit 1",
    [sendSystemMail.name, person.userId],
  );
  const place = { table: "jobs", row: rows[0].data.messageId, column: "content", userId: person.userId };
  return JSON.parse(services.secrets.open(place, rows[0].data.sealed)).text;
};
