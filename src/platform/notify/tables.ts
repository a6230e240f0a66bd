import { sql } from "drizzle-orm";
import { boolean, check, index, integer, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { sessions } from "#platform/auth/tables.ts";
import { instant, record } from "#platform/database/columns.ts";
import { ownRows } from "#platform/database/policies.ts";
import type { KindPolicies } from "./policy.ts";

export const NOTICE_PRIORITIES = ["low", "medium", "high", "urgent"] as const;

/** A person's notifications. Only notify_people() creates rows for other people (functions.sql). */
export const smartNotifications = pgTable(
  "smart_notifications",
  {
    ...record(),
    userId: uuid().notNull(),
    title: text().notNull(),
    message: text().notNull(),
    /** The topic: `invitation`, `decision`, `document`, `reminder` … */
    type: text().notNull(),
    priority: text({ enum: NOTICE_PRIORITIES }).notNull().default("medium"),
    contextData: jsonb().$type<Record<string, unknown>>(),
    /** Where it leads inside the product, as `/team?open=…`. */
    href: text(),
    /** Visible from this time on. */
    scheduledFor: instant().notNull().default(sql`now()`),
    isRead: boolean().notNull().default(false),
    readAt: instant(),
    /** True once it has been shown: a scheduled one is not before its time. */
    isSent: boolean().notNull().default(false),
    /** A person gets only one notification with this key. */
    dedupeKey: text(),
    /** When it was first visible, while it is snoozed. */
    snoozedFrom: instant(),
    /** Why it was not delivered at its time: quiet hours, or a kind that the person does not want. */
    holdReason: text({ enum: ["quiet", "unwanted"] }),
    /** The user whose act it is about; null if the product itself notifies. */
    notifiedBy: uuid(),
  },
  (table) => [
    unique("smart_notifications_once").on(table.userId, table.dedupeKey),
    index("smart_notifications_newest").on(
      table.userId,
      table.scheduledFor.desc().nullsFirst(),
      table.id.desc().nullsFirst(),
    ),
    index("smart_notifications_unread")
      .on(table.userId, table.scheduledFor.desc().nullsFirst(), table.id.desc().nullsFirst())
      .where(sql`is_sent and not is_read`),
    index("smart_notifications_due").on(table.scheduledFor).where(sql`not is_sent`),
    check(
      "smart_notifications_href",
      sql`href like '/%' and href not like '//%' and strpos(href, chr(92)) = 0`,
    ),
    ownRows("smart_notifications"),
  ],
);

/** A person's notification settings; without a row the defaults of policy.ts apply. */
export const notificationPolicies = pgTable(
  "notification_policies",
  {
    userId: uuid().primaryKey(),
    /** The choices per kind; missing kinds follow their default. */
    kinds: jsonb().$type<KindPolicies>().notNull().default({}),
    quietEnabled: boolean().notNull().default(false),
    /** HH:MM in the person's time zone; an end before the start is on the next day. */
    quietFrom: text().notNull().default("22:00"),
    quietTo: text().notNull().default("07:00"),
    allowsUrgent: boolean().notNull().default(true),
    /** Acts of favourite contacts are notified in quiet hours too. */
    allowsFavorites: boolean().notNull().default(false),
    /** True if a push may show contents; otherwise it only says that something arrived. */
    pushContents: boolean().notNull().default(false),
    /** HH:MM; the time of the digest mail. */
    digestTime: text().notNull().default("17:00"),
    updatedAt: instant().notNull().defaultNow(),
    version: integer().notNull().default(1),
  },
  () => [
    check(
      "notification_policies_times",
      sql`quiet_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' and quiet_to ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'
        and digest_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'`,
    ),
    ownRows("notification_policies"),
  ],
);

/** A browser that shows notifications while no page is open (RFC 8030). Deleted when its session ends. */
export const pushDevices = pgTable(
  "push_devices",
  {
    ...record(),
    userId: uuid().notNull(),
    sessionId: uuid().references(() => sessions.id, { onDelete: "cascade" }),
    /** URL of its push service. */
    endpoint: text().notNull(),
    /** The browser's public key, uncompressed P-256 in base64url. */
    p256dh: text().notNull(),
    /** The secret shared with the browser, sealed. */
    auth: text().notNull(),
    userAgent: text(),
    lastSentAt: instant(),
  },
  (table) => [
    unique("push_devices_endpoint").on(table.userId, table.endpoint),
    index("push_devices_session").on(table.sessionId),
    ownRows("push_devices"),
  ],
);

/** The outbox of push and mail. */
export const notificationDeliveries = pgTable(
  "notification_deliveries",
  {
    ...record(),
    userId: uuid().notNull(),
    notificationId: uuid()
      .notNull()
      .references(() => smartNotifications.id, { onDelete: "cascade" }),
    channel: text({ enum: ["push", "mail", "digest"] }).notNull(),
    state: text({ enum: ["waiting", "taken", "done", "failed"] })
      .notNull()
      .default("waiting"),
    dueAt: instant().notNull(),
    attempts: integer().notNull().default(0),
    reason: text(),
    /** The Message-ID of the mail about it: a reply names it. */
    messageId: text(),
  },
  (table) => [
    unique("notification_deliveries_once").on(table.notificationId, table.channel),
    index("notification_deliveries_due").on(table.dueAt).where(sql`state in ('waiting', 'taken')`),
    index("notification_deliveries_user").on(table.userId),
    ownRows("notification_deliveries"),
  ],
);

/**
 * The key pair that identifies this instance to push services (RFC 8292); created at first use. Its functions are in
 * functions.sql.
 */
export const pushKeys = pgTable("push_keys", {
  id: boolean().primaryKey().default(true),
  publicKey: text().notNull(),
  /** Sealed. */
  privateKey: text().notNull(),
  createdAt: instant().notNull().defaultNow(),
}).enableRLS();
