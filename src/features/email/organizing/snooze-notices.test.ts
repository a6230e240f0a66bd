import { expect, test } from "vitest";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { createMail } from "#platform/mail/mail.ts";
import { releaseDueNotifications } from "#platform/notify/release-due.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { mailAccounts as accountTable, mailboxes } from "../account-tables.ts";
import { emails } from "../emails.ts";
import { anAccount, anEmail } from "../factory.ts";
import { removeAccountMail } from "../jobs.ts";
import { mailAccounts } from "../mail-accounts.ts";
import { mailboxMessages, emails as table } from "../tables.ts";
import { remindOfUnanswered } from "./snooze-emails.ts";

// A snoozed mail is announced when its time comes, and only if it really returns then.

const server = await testDatabase(async ({ services, connection, atEnd }) => {
  const mail = createMail({ outbound: services.outbound });
  const log = createLog("silent");
  const noopJob = { ...removeAccountMail, run: async () => {} };
  const jobs = await startJobs({ ...services, mail, owner: connection("owner"), log }, [noopJob]);
  atEnd(() => jobs.stop());
  return { mail, jobs };
});
const { aUser, as, owner, services } = server;

/** Three mails of one account that return together, announced by the first. */
async function snoozedMails() {
  const eve = as(await aUser({ fullName: "Eve" }));
  const { userId } = eve;
  const { accountId, junk, ids } = await eve.run(async ({ db }) => {
    const [account] = await db.insert(accountTable).values(anAccount({ userId })).returning();
    const accountId = account?.id ?? "";
    const folder = { userId, accountId, isSelectable: true };
    const [inbox, junk] = await db
      .insert(mailboxes)
      .values([
        { ...folder, path: "INBOX", name: "INBOX", role: "inbox" as const },
        { ...folder, path: "Junk", name: "Junk", role: "junk" as const },
      ])
      .returning();
    const mails = ["Offer", "Lease", "Menu"].map((subject, n) =>
      anEmail({ userId, accountId, subject, createdAt: new Date(Date.UTC(2026, 0, n + 1)) }),
    );
    const made = await db.insert(table).values(mails).returning();
    await db
      .insert(mailboxMessages)
      .values(made.map((mail, n) => ({ userId, emailId: mail.id, mailboxId: inbox?.id ?? "", uid: n + 1 })));
    return { accountId, junk: junk?.id ?? "", ids: made.map(({ id }) => id) };
  });
  await eve.invoke(emails.snooze, { ids, until: new Date(Date.now() + 3_600_000).toISOString() });
  const [first = "", ...others] = ids;
  return { eve, accountId, junk, first, others };
}

/** The time of the snooze comes; then what has been announced. */
async function announced({ userId }: Person) {
  await owner.query(
    "update emails set snoozed_until = now() - interval '1 second' where user_id = $1 and snoozed_until is not null",
    [userId],
  );
  await owner.query(
    `update smart_notifications n set scheduled_for = coalesce(
       (select min(snoozed_until) from emails where user_id = $1), now() - interval '1 second') where user_id = $1 and not is_sent`,
    [userId],
  );
  await releaseDueNotifications.run(services, {});
  const { rows } = await owner.query(
    "select title, href, is_sent from smart_notifications where user_id = $1",
    [userId],
  );
  return rows.map(({ title, href, is_sent }) => ({ title, href, isSent: is_sent }));
}
const notice = (subject: string, id: string) => ({
  title: `Back in your inbox: ${subject}`,
  href: `/email?email=${id}`,
  isSent: true,
});

test("mail that returns together is announced once, by its first", async () => {
  const { eve, first } = await snoozedMails();
  expect(await announced(eve)).toEqual([notice("Offer", first)]);
});

test("snoozed mail that was moved to the trash is not announced", async () => {
  const { eve, first, others } = await snoozedMails();
  await eve.invoke(emails.delete, { id: first });
  await eve.invoke(emails.deleteMany, { ids: others });
  expect(await announced(eve)).toEqual([]);
});

test("snoozed mail that was restored from the trash is announced at its time", async () => {
  const { eve, first, others } = await snoozedMails();
  await eve.invoke(emails.deleteMany, { ids: [first, ...others] });
  await undoLastAction(server, eve, emails);
  expect(await announced(eve)).toEqual([notice("Offer", first)]);
});

test("snoozed mail that was moved to spam is not announced", async () => {
  const { eve, junk, first, others } = await snoozedMails();
  await eve.invoke(emails.move, { ids: [first, ...others], mailboxId: junk });
  expect(await announced(eve)).toEqual([]);
});

test("snoozed mail that went with its account is not announced", async () => {
  const { eve, accountId } = await snoozedMails();
  await eve.invoke(mailAccounts.disconnect, { id: accountId, keepMail: false });
  await removeAccountMail.run(services, { accountId, userId: eve.userId });
  expect(await announced(eve)).toEqual([]);
});

test("if the first is in the trash, the next mail that returns then is announced instead", async () => {
  const { eve, first, others } = await snoozedMails();
  await eve.invoke(emails.delete, { id: first });
  expect(await announced(eve)).toEqual([notice("Lease", others[0] ?? "")]);
});

test("of mails announced apart that both went, a third that returns then is announced once", async () => {
  const { eve, first, others } = await snoozedMails();
  const { snoozedUntil } = (await eve.invoke(emails.get, { id: first })) as { snoozedUntil: string };
  const [second = "", third = ""] = others;
  await eve.invoke(emails.snooze, { ids: [second], until: null });
  await eve.invoke(emails.snooze, { ids: [second], until: snoozedUntil });
  await eve.invoke(emails.deleteMany, { ids: [first, second] });
  expect(await announced(eve)).toEqual([notice("Menu", third)]);
});

test("a reminder of missing replies waits while its message is held, uncertain or refused, and comes once it is sent", async () => {
  const fay = as(await aUser({ fullName: "Fay" }));
  const { userId } = fay;
  const states = ["held", "uncertain", "failed", "sent"] as const;
  const remindAt = new Date(Date.now() - 60_000);
  await fay.run(({ db }) =>
    db.insert(table).values(states.map((status) => anEmail({ userId, subject: status, status, remindAt }))),
  );
  const reminded = async () => {
    await remindOfUnanswered(services.database);
    const { rows } = await owner.query(
      "select title from smart_notifications where user_id = $1 order by title",
      [userId],
    );
    return rows.map(({ title }) => title);
  };
  expect(await reminded()).toEqual(["No reply yet: sent"]);
  await owner.query("update emails set status = 'sent' where user_id = $1 and status = 'uncertain'", [
    userId,
  ]);
  expect(await reminded()).toEqual(["No reply yet: sent", "No reply yet: uncertain"]);
});

test("a person's reply ends a reminder of missing replies, a program's does not", async () => {
  const gil = as(await aUser({ fullName: "Gil" }));
  const { userId } = gil;
  const remindAt = new Date(Date.now() - 60_000);
  await gil.run(async ({ db }) => {
    for (const isAutomatic of [false, true]) {
      const subject = isAutomatic ? "To a program" : "To a person";
      const sent = anEmail({ userId, subject, status: "sent", remindAt, createdAt: new Date(0) });
      const [first] = await db.insert(table).values(sent).returning();
      const thread = first && { threadId: first.threadId };
      await db.insert(table).values(anEmail({ userId, isAutomatic, ...thread }));
    }
  });
  await remindOfUnanswered(services.database);
  const { rows } = await owner.query("select title from smart_notifications where user_id = $1", [userId]);
  expect(rows).toEqual([{ title: "No reply yet: To a program" }]);
});
