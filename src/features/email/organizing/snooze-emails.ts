import { eq, inArray, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import type { Database } from "#platform/database/database.ts";
import { recordAnnouncements } from "#platform/events/announcements.ts";
import { notifyFromJob } from "#platform/notify/notify.ts";
import type { Email } from "../model.ts";
import { findEmail, ownEmails } from "../reading/read-emails.ts";
import { emails } from "../tables.ts";
import { type Snoozed, scheduleSnoozeNotice, withdrawSnoozeNotices } from "./schedule-snooze-notices.ts";
import { lockEmail } from "./update-emails.ts";

export type Snooze = {
  ids: readonly string[];
  /** Null: they are back at once. */
  until: Date | null;
  /** Those of `ids` that return at a time of their own; it may be past. */
  earlier?: readonly Snoozed[] | undefined;
};

/**
 * All or none. Marks them unread now, so that they are unread when they return; a notification is scheduled for that
 * time. `earlier` in the answer: the times that they had before.
 */
export async function snoozeEmails(context: SignedIn, { ids, until, earlier = [] }: Snooze) {
  const { db, now } = context;
  if (until && until <= now)
    throw new AppError("invalid", t`Choose a time in the future`, {
      fields: { until: t`Choose a time in the future` },
    });
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
  const restored = earlier.filter(({ id }) => before.has(id));
  await restoreSnoozeTimes(context, restored);
  await moveNotices(context, { before, ids, until, restored });
  return { ids: snoozed.map(({ id }) => id), earlier: timesOf(before) };
}

type Before = ReadonlyMap<string, { subject: string; snoozedUntil: Date | null }>;
type Moved = { before: Before; ids: readonly string[]; until: Date | null; restored: readonly Snoozed[] };

const timesOf = (before: Before): Snoozed[] =>
  [...before].flatMap(([id, { snoozedUntil }]) => (snoozedUntil ? [{ id, until: snoozedUntil }] : []));

/** The notifications follow the mail: none stays at a time that nothing returns at any more. */
async function moveNotices(context: SignedIn, { before, ids, until, restored }: Moved): Promise<void> {
  const restoredTo = new Map(restored.map((each) => [each.id, each.until.getTime()]));
  const left = timesOf(before).filter(
    (each) => each.until.getTime() !== (restoredTo.get(each.id) ?? until?.getTime()),
  );
  await withdrawSnoozeNotices(context, left);
  const [first] = ids;
  const planned = until && first ? [{ id: first, until }] : [];
  const firstOfTimes = [...Map.groupBy(restored, (each) => each.until.getTime()).values()].flatMap(
    ([each]) => (each && each.until > context.now ? [each] : []),
  );
  for (const each of [...planned, ...firstOfTimes])
    await scheduleSnoozeNotice(context, { ...each, subject: before.get(each.id)?.subject ?? "" });
}

/** In a fixed order, to avoid deadlocks. */
async function lockSnoozes(context: SignedIn, ids: readonly string[]) {
  const rows = await context.db
    .select({ id: emails.id, subject: emails.subject, snoozedUntil: emails.snoozedUntil })
    .from(emails)
    .where(ownEmails(context, inArray(emails.id, [...ids])))
    .orderBy(emails.id)
    .for("update");
  if (rows.length < new Set(ids).size) throw notFound(t`Email`);
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
    throw new AppError("conflict", t`Only what you sent can be answered`);
  if (at && at <= context.now)
    throw new AppError("invalid", t`Choose a time in the future`, {
      fields: { at: t`Choose a time in the future` },
    });
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
          title: () => t`No reply yet: ${row.subject}`,
          message: () => t`You asked to be reminded if nobody answered this message.`,
          type: "email",
          href: `/email?email=${row.id}`,
          dedupeKey: `reminder ${row.id}`,
        })),
      );
      return rows.length;
    });
  while ((await some()) > 0);
}
