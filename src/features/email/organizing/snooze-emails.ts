import { eq, inArray, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import type { Database } from "#platform/database/database.ts";
import { recordAnnouncements } from "#platform/events/announcements.ts";
import { notify, notifyFromJob } from "#platform/notify/notify.ts";
import type { Email } from "../model.ts";
import { findEmail, ownEmails } from "../reading/read-emails.ts";
import { emails } from "../tables.ts";
import { lockEmail } from "./update-emails.ts";

export type Snooze = {
  ids: readonly string[];
  /** Null: they are back at once. */
  until: Date | null;
  /** Those of `ids` that return at a time of their own; it may be past. */
  earlier?: readonly Snoozed[] | undefined;
};
type Snoozed = { id: string; until: Date };

/**
 * All or none. Marks them unread now, so that they are unread when they return; a notification is scheduled for that
 * time. `earlier` in the answer: the times that they had before.
 */
export async function snoozeEmails(context: SignedIn, { ids, until, earlier = [] }: Snooze) {
  const { db, now, actor } = context;
  if (until && until <= now)
    throw new AppError("invalid", "Choose a time in the future", { fields: { until: "is in the past" } });
  const before = await lockSnoozes(context, ids);
  const snoozed = await db
    .update(emails)
    .set({
      snoozedUntil: until,
      ...(until && { isRead: false }),
      updatedAt: now,
      version: sql`${emails.version} + 1`,
    })
    .where(ownEmails(context, inArray(emails.id, [...ids])))
    .returning({ id: emails.id });
  await restoreSnoozeTimes(
    context,
    earlier.filter(({ id }) => before.has(id)),
  );
  const [first] = ids;
  if (until && first)
    await notify(context, {
      userIds: [actor.userId],
      title: `Back in your inbox: ${before.get(first)?.subject}`,
      message: "You put this conversation aside until now.",
      type: "email",
      href: `/email?email=${first}`,
      scheduledFor: until,
      dedupeKey: `snooze ${first} ${until.toISOString()}`,
    });
  const times = [...before].flatMap(([id, { snoozedUntil }]) =>
    snoozedUntil ? [{ id, until: snoozedUntil }] : [],
  );
  return { ids: snoozed.map(({ id }) => id), earlier: times };
}

/** In a fixed order, to avoid deadlocks. */
async function lockSnoozes(context: SignedIn, ids: readonly string[]) {
  const rows = await context.db
    .select({ id: emails.id, subject: emails.subject, snoozedUntil: emails.snoozedUntil })
    .from(emails)
    .where(ownEmails(context, inArray(emails.id, [...ids])))
    .orderBy(emails.id)
    .for("update");
  if (rows.length < new Set(ids).size) throw notFound("Email");
  return new Map(rows.map((row) => [row.id, row]));
}

async function restoreSnoozeTimes({ db, actor }: SignedIn, times: readonly Snoozed[]): Promise<void> {
  if (times.length === 0) return;
  await db.execute(sql`
    update emails e set snoozed_until = v.until
      from jsonb_to_recordset(${JSON.stringify(times)}::jsonb) as v (id uuid, until timestamptz)
     where e.id = v.id and e.user_id = ${actor.userId}`);
}

export async function remindOf(context: SignedIn, id: string, at: Date | null): Promise<Email> {
  const { status } = await lockEmail(context, id);
  if (at && status !== "sent" && status !== "scheduled")
    throw new AppError("conflict", "Only what you sent can be answered");
  if (at && at <= context.now)
    throw new AppError("invalid", "Choose a time in the future", { fields: { at: "is in the past" } });
  await context.db
    .update(emails)
    .set({ remindAt: at, updatedAt: context.now, version: sql`${emails.version} + 1` })
    .where(ownEmails(context, eq(emails.id, id)));
  return findEmail(context, id);
}

/** Every minute: reminds writers of sent mail that is due and has no reply, once. */
export async function remindOfUnanswered(database: Database): Promise<void> {
  const some = () =>
    database.transaction(null, "write", async (db) => {
      const { rows } = await db.execute<{ id: string; user_id: string; subject: string; answered: boolean }>(
        sql`select * from claim_due_reminders(100)`,
      );
      const open = rows.filter(({ answered }) => !answered);
      await recordAnnouncements(
        db,
        rows.map((row) => ({ resource: "emails", ids: [row.id], audience: [row.user_id] })),
      );
      await notifyFromJob(
        db,
        open.map((row) => ({
          userIds: [row.user_id],
          title: `No reply yet: ${row.subject}`,
          message: "You asked to hear of this message again if nobody answered.",
          type: "email",
          href: `/email?email=${row.id}`,
          dedupeKey: `reminder ${row.id}`,
        })),
      );
      return rows.length;
    });
  while ((await some()) > 0);
}
