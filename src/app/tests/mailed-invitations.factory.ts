import { processInvitationMails } from "#features/calendar/jobs.ts";
import { deliverMail } from "#features/email/jobs.ts";
import type { Person, TestDatabase } from "#platform/testing/test-database.ts";

/** Mail between people of a test's instance, processed for their calendars when the test chooses. */
export function mailedInvitations({ owner, services }: Pick<TestDatabase, "owner" | "services">) {
  const worker = services as never;
  const lastMail = async ({ userId }: Person): Promise<string> => {
    const { rows } = await owner.query(
      "select id from emails where user_id = $1 and status = 'received' order by created_at desc, id limit 1",
      [userId],
    );
    return rows[0].id;
  };
  const read = ({ userId }: Person, emailId: string) =>
    processInvitationMails.run(worker, { userId, emailId, accountId: null, hasCalendar: true });
  /** Delivers what is queued and processes each person's last message. */
  const post = async (...people: Person[]): Promise<void> => {
    await owner.query(
      "update mail_deliveries set due_at = now() - interval '1 second' where state = 'queued'",
    );
    await deliverMail.run(worker, {});
    for (const person of people) await read(person, await lastMail(person));
  };
  return { lastMail, read, post };
}
