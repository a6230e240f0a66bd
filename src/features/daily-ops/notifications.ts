import { and, eq, getTableColumns, inArray, notInArray, or, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { Id, Instant, pageInput, pageOf } from "#platform/capability/wire.ts";
import { keyset, newest } from "#platform/database/keyset.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import { ADDED_LINE, MAX_MESSAGE } from "#platform/notify/added-line.ts";
import { notify } from "#platform/notify/notify.ts";
import { KINDS, KNOWN_TYPES, type NoticeKind, typesOf } from "#platform/notify/policy.ts";
import { NOTICE_PRIORITIES, smartNotifications } from "#platform/notify/tables.ts";

/** Counting stops above it. */
const COUNT_CAP = 99;

const Kind = z.enum(KINDS);

const Notification = z.object({
  id: Id,
  userId: Id,
  title: z.string(),
  message: z.string(),
  /** What it is about: `invitation`, `decision`, `document`, `reminder` … */
  type: z.string(),
  priority: z.enum(NOTICE_PRIORITIES),
  /** Without what only mails hold: it is from other areas. */
  contextData: z.record(z.string(), z.unknown()).nullable(),
  /** Path inside the product of the record that it is about. */
  href: z.string().nullable(),
  scheduledFor: Instant,
  /** Its first scheduled time, while it is snoozed. */
  snoozedFrom: Instant.nullable(),
  isRead: z.boolean(),
  readAt: Instant.nullable(),
  /** False until its time has come. */
  isSent: z.boolean(),
  createdAt: Instant,
});

const ReadAt = z.object({ readAt: Instant, count: z.int() });

export const notifications = resource("notifications", {
  list: read({
    summary: "List notifications, newest first: unread, all shown, or scheduled",
    input: z.strictObject({
      ...pageInput,
      show: z.enum(["unread", "all", "scheduled", "held"]).default("unread"),
      /** Restricts to these types. */
      kinds: z.array(Kind).max(20).optional(),
    }),
    output: pageOf(Notification),
    access: "user",
    run: async (context, input) => {
      const page = keyset([newest(smartNotifications.scheduledFor), newest(smartNotifications.id)], input);
      const rows = await context.db
        .select({ ...shownColumns(context), ...page.columns })
        .from(smartNotifications)
        .where(own(context, page.after, FILTERS[input.show], input.kinds && ofKinds(input.kinds)))
        .orderBy(...page.orderBy)
        .limit(page.fetch);
      return page.of(rows);
    },
  }),
  count: read({
    summary: `Count unread notifications; ${COUNT_CAP + 1} means more than ${COUNT_CAP}`,
    input: z.strictObject({}),
    output: z.object({ unread: z.int() }),
    access: "user",
    run: async (context) => {
      const rows = await context.db
        .select({ id: smartNotifications.id })
        .from(smartNotifications)
        .where(own(context, FILTERS.unread))
        .limit(COUNT_CAP + 1);
      return { unread: rows.length };
    },
  }),
  create: write({
    summary: "Create a reminder for yourself, now or at a given time",
    input: z.strictObject({
      title: z.string().trim().min(1, t`Please enter what to be reminded of`).max(200),
      message: z.string().trim().max(2000).default(""),
      priority: z.enum(NOTICE_PRIORITIES).default("medium"),
      scheduledFor: Instant.optional(),
    }),
    output: Notification,
    example: { title: "Call Anna" },
    access: "user",
    run: async (context, { scheduledFor, ...words }) => {
      const userIds = [context.actor.userId];
      const when = scheduledFor && { scheduledFor };
      const notification = await notify(context, { userIds, type: "reminder", ...words, ...when }).then(
        returnedRow,
      );
      context.undoWith({ capability: "notifications.delete", input: { id: notification.id } });
      return find(context, notification.id);
    },
  }),
  markRead: write({
    summary: "Mark a notification as read and remove it from the list",
    input: z.strictObject({ id: Id }),
    output: Notification,
    access: "user",
    run: async (context, { id }) => {
      await change(context, { isRead: true, readAt: context.now }, eq(smartNotifications.id, id));
      context.undoWith({ capability: "notifications.markUnread", input: { id } });
      return find(context, id);
    },
  }),
  markUnread: write({
    summary: "Mark a notification as unread",
    input: z.strictObject({ id: Id }),
    output: Notification,
    access: "user",
    run: async (context, { id }) => {
      await change(context, UNREAD, eq(smartNotifications.id, id));
      context.undoWith({ capability: "notifications.markRead", input: { id } });
      return find(context, id);
    },
  }),
  markAllRead: write({
    summary: "Mark all notifications as read or, with `upTo`, those shown up to that time",
    input: z.strictObject({ upTo: Instant.optional() }),
    output: ReadAt,
    access: "user",
    run: async (context, { upTo }) => {
      const seen = upTo && sql`${smartNotifications.scheduledFor} <= ${upTo.toISOString()}::timestamptz`;
      const readAt = context.now;
      const count = await change(context, { isRead: true, readAt }, FILTERS.unread, seen);
      context.undoWith({
        capability: "notifications.markAllUnread",
        input: { readAt: readAt.toISOString() },
      });
      return { readAt, count };
    },
  }),
  markAllUnread: write({
    summary: "Mark as unread the notifications that were marked as read at the given time",
    input: z.strictObject({ readAt: Instant }),
    output: z.object({ count: z.int() }),
    access: "user",
    run: async (context, { readAt }) => ({
      count: await change(context, UNREAD, eq(smartNotifications.readAt, readAt)),
    }),
  }),
  snooze: write({
    summary: "Snooze a notification until the given time",
    input: z.strictObject({ id: Id, until: Instant }),
    output: Notification,
    access: "user",
    run: async (context, { id, until }) => {
      const before = await find(context, id);
      if (until <= context.now) throw new AppError("invalid", t`Choose a time in the future`);
      if (until.getTime() - context.now.getTime() > MAX_SNOOZE_MS)
        throw new AppError("invalid", t`A notification can be snoozed for at most a year`);
      await updateNotification(context, id, {
        scheduledFor: until,
        snoozedFrom: before.snoozedFrom ?? before.scheduledFor,
        ...UNREAD,
        isSent: false,
      });
      context.undoWith({ capability: "notifications.unsnooze", input: { id } });
      return find(context, id);
    },
  }),
  unsnooze: write({
    summary: "End the snooze of a notification",
    input: z.strictObject({ id: Id }),
    output: Notification,
    access: "user",
    run: async (context, { id }) => {
      const { snoozedFrom, scheduledFor } = await find(context, id);
      if (!snoozedFrom) throw new AppError("conflict", t`This notification is not snoozed`);
      await updateNotification(context, id, {
        scheduledFor: snoozedFrom,
        snoozedFrom: null,
        ...UNREAD,
        isSent: true,
      });
      context.undoWith({
        capability: "notifications.snooze",
        input: { id, until: scheduledFor.toISOString() },
      });
      return find(context, id);
    },
  }),
  delete: destroy({
    summary: "Delete a notification permanently, including scheduled ones",
    input: z.strictObject({ id: Id }),
    output: z.object({ id: Id }),
    access: "user",
    run: async (context, { id }) => {
      const deleted = await context.db
        .delete(smartNotifications)
        .where(own(context, eq(smartNotifications.id, id)))
        .returning({ id: smartNotifications.id });
      if (deleted.length === 0) throw notFound(t`Notification`);
      return { id };
    },
  }),
});

/**
 * Without what only mails hold, which is from other areas; the texts are of earlier versions. The line that another
 * slice added is from another area as well: a key limited to some areas reads the message without it.
 */
const shownColumns = ({ actor }: SignedIn) => {
  const { message, contextData } = smartNotifications;
  const added = sql`nullif(${contextData} ->> ${ADDED_LINE}::text, '')`;
  return {
    ...getTableColumns(smartNotifications),
    message: actor.toolGroups
      ? message
      : sql<string>`left(concat_ws(' · ', nullif(${message}, ''), ${added}), ${MAX_MESSAGE})`,
    contextData: sql<Record<string, unknown> | null>`nullif(${contextData}
      - '{mailSections,digestSections,mailText,digestText}'::text[] - ${ADDED_LINE}::text, '{}'::jsonb)`,
  };
};

const FILTERS = {
  unread: sql`is_sent and not is_read`,
  all: sql`is_sent`,
  scheduled: sql`not is_sent`,
  /** Held back at their time: quiet hours, or unwanted kinds. */
  held: sql`is_sent and hold_reason is not null`,
};

const ofKinds = (kinds: readonly NoticeKind[]): SQL => {
  const named = inArray(smartNotifications.type, typesOf(kinds));
  if (!kinds.includes("other")) return named;
  return or(named, notInArray(smartNotifications.type, [...KNOWN_TYPES])) ?? named;
};

const MAX_SNOOZE_MS = 366 * 24 * 3_600_000;

async function updateNotification(
  context: SignedIn,
  id: string,
  to: Partial<typeof smartNotifications.$inferInsert>,
): Promise<void> {
  await context.db
    .update(smartNotifications)
    .set(to)
    .where(own(context, eq(smartNotifications.id, id)));
}

const UNREAD = { isRead: false, readAt: null };

const own = ({ actor }: SignedIn, ...conditions: (SQL | undefined)[]) =>
  and(eq(smartNotifications.userId, actor.userId), ...conditions);

async function find(context: SignedIn, id: string) {
  const [found] = await context.db
    .select(shownColumns(context))
    .from(smartNotifications)
    .where(own(context, eq(smartNotifications.id, id)));
  if (!found) throw notFound(t`Notification`);
  return found;
}

/** Returns the number of changed rows. */
async function change(
  context: SignedIn,
  to: { isRead: boolean; readAt: Date | null },
  ...conditions: (SQL | undefined)[]
): Promise<number> {
  const changed = await context.db
    .update(smartNotifications)
    .set(to)
    .where(own(context, ...conditions))
    .returning({ id: smartNotifications.id });
  return changed.length;
}
