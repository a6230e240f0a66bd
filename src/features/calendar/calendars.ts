import { and, eq, getTableColumns, isNotNull, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { Id, Instant, pageInput, pageOf } from "#platform/capability/wire.ts";
import { keyset, oldest } from "#platform/database/keyset.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import { calendarSync } from "./calendar-sync.ts";
import { CALENDAR_KINDS, SERVER_STATES, UnreadableEvent } from "./model.ts";
import { feedAddress } from "./sync/sync-subscription.ts";
import { events, calendars as table } from "./tables.ts";

const Calendar = z.object({
  id: Id,
  name: z.string(),
  color: z.string().nullable(),
  kind: z.enum(CALENDAR_KINDS),
  accountId: Id.nullable(),
  url: z.string().nullable(),
  isReadOnly: z.boolean(),
  isVisible: z.boolean(),
  state: z.enum(SERVER_STATES),
  lastError: z.string().nullable(),
  lastSyncedAt: Instant.nullable(),
  /** Events that cannot be read, or only in part, and why; a hundred at most. */
  unreadable: z.array(UnreadableEvent),
  createdAt: Instant,
  updatedAt: Instant,
  deletedAt: Instant.nullable(),
  version: z.int(),
});
type Calendar = z.output<typeof Calendar>;

const MAX_CALENDARS = 100;
const Name = z.string().trim().min(1).max(200);
const Color = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i)
  .nullable();
const byId = z.strictObject({ id: Id });
const fields = getTableColumns(table);

export const calendars = resource("calendars", {
  list: read({
    summary: "List your calendars besides the built-in one: your own, subscribed, and from CalDAV servers",
    input: z.strictObject(pageInput),
    output: pageOf(Calendar),
    access: "user",
    run: async (context, input) => {
      const page = keyset([oldest(table.createdAt), oldest(table.id)], input);
      const rows = await context.db
        .select({ ...fields, ...page.columns })
        .from(table)
        .where(and(own(context), isNull(table.deletedAt), page.after))
        .orderBy(...page.orderBy)
        .limit(page.fetch);
      return page.of(rows);
    },
  }),
  get: read({
    summary: "Get one calendar, with the result of its last sync",
    input: byId,
    output: Calendar,
    access: "user",
    run: (context, { id }) => find(context, id),
  }),
  create: write({
    summary: "Create a calendar",
    input: z.strictObject({ name: Name, color: Color.default(null) }),
    output: Calendar,
    example: { name: "Team" },
    access: "user",
    run: async (context, input) => {
      const made = await insert(context, input);
      context.undoWith({ capability: "calendars.delete", input: { id: made.id } });
      return made;
    },
  }),
  subscribe: write({
    summary: "Subscribe to an iCalendar feed by its public address; it is synced every hour",
    input: z.strictObject({
      name: Name,
      color: Color.default(null),
      url: z.string().trim().max(2000),
    }),
    output: Calendar,
    access: "user",
    run: async (context, { url: given, ...input }) => {
      const url = URL.parse(feedAddress(given));
      if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password)
        throw new AppError("invalid", t`Enter an address that begins with https://, http:// or webcal://`, {
          fields: { url: "is not a web address" },
        });
      const made = await insert(context, {
        ...input,
        kind: "subscription",
        url: url.href,
        isReadOnly: true,
        nextSyncAt: context.now,
      });
      await context.enqueue(calendarSync, { calendarId: made.id });
      context.undoWith({ capability: "calendars.delete", input: { id: made.id } });
      return made;
    },
  }),
  update: write({
    summary: "Rename or recolor a calendar, or show or hide it",
    input: byId.extend({
      name: Name.optional(),
      color: Color.optional(),
      isVisible: z.boolean().optional(),
    }),
    output: Calendar,
    access: "user",
    run: async (context, { id, ...change }) => {
      const before = await find(context, id);
      const changes = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
      await context.db
        .update(table)
        .set({ ...changes, updatedAt: context.now, version: sql`${table.version} + 1` })
        .where(and(own(context), eq(table.id, id)));
      const undo = Object.entries(before).filter(([name]) => name in changes);
      context.undoWith({ capability: "calendars.update", input: { id, ...Object.fromEntries(undo) } });
      return find(context, id);
    },
  }),
  refresh: write({
    summary: "Sync a subscribed or CalDAV calendar now",
    input: byId,
    output: Calendar,
    access: "user",
    run: async (context, { id }) => {
      const calendar = await find(context, id);
      if (calendar.url === null)
        throw new AppError("conflict", t`This calendar is stored here, so there is nothing to sync`);
      await context.db
        .update(table)
        .set({ nextSyncAt: context.now, ...(calendar.unreadable.length > 0 && toReadAll(calendar)) })
        .where(and(own(context), eq(table.id, id)));
      await context.enqueue(calendarSync, { calendarId: id });
      return calendar;
    },
  }),
  delete: destroy({
    summary: "Delete a calendar with its events; it can be restored for 30 days",
    input: byId,
    output: byId,
    access: "user",
    invalidates: ["events"],
    run: async (context, { id }) => {
      const { db, now } = context;
      await find(context, id);
      await db
        .update(table)
        .set({ deletedAt: now })
        .where(and(own(context), eq(table.id, id)));
      await db
        .update(events)
        .set({ deletedAt: now, version: sql`${events.version} + 1` })
        .where(
          and(eq(events.userId, context.actor.userId), eq(events.calendarId, id), isNull(events.deletedAt)),
        );
      context.undoWith({ capability: "calendars.restore", input: { id } });
      return { id };
    },
  }),
  restore: write({
    summary: "Restore a calendar with its events",
    input: byId,
    output: Calendar,
    access: "user",
    invalidates: ["events"],
    run: async (context, { id }) => {
      const { db, now } = context;
      const [deleted] = await db
        .select({ deletedAt: table.deletedAt })
        .from(table)
        .where(and(own(context), eq(table.id, id), isNotNull(table.deletedAt)));
      if (deleted?.deletedAt) {
        await db
          .update(table)
          .set({
            deletedAt: null,
            updatedAt: now,
            nextSyncAt: sql`case when ${table.url} is null then null else now() end`,
          })
          .where(and(own(context), eq(table.id, id)));
        await db
          .update(events)
          .set({ deletedAt: null, version: sql`${events.version} + 1` })
          .where(
            and(
              eq(events.userId, context.actor.userId),
              eq(events.calendarId, id),
              eq(events.deletedAt, deleted.deletedAt),
            ),
          );
      }
      context.undoWith({ capability: "calendars.delete", input: { id } });
      return find(context, id);
    },
  }),
});

/** Reads again what the server reports as unchanged: a later version of the program may read what it could not. */
const toReadAll = ({ kind }: Calendar) =>
  kind === "caldav" ? { syncToken: null } : kind === "subscription" ? { etag: null, lastModified: null } : {};

const own = ({ actor }: SignedIn) => eq(table.userId, actor.userId);

async function find(context: SignedIn, id: string): Promise<Calendar> {
  const [calendar] = await context.db
    .select(fields)
    .from(table)
    .where(and(own(context), eq(table.id, id), isNull(table.deletedAt)));
  if (!calendar) throw notFound(t`Calendar`);
  return calendar;
}

async function insert(
  context: SignedIn,
  values: Omit<typeof table.$inferInsert, "userId">,
): Promise<Calendar> {
  const { db, actor, now } = context;
  const count = await db.$count(table, and(own(context), isNull(table.deletedAt)));
  if (count >= MAX_CALENDARS)
    throw new AppError("conflict", t`You can have at most ${MAX_CALENDARS} calendars`);
  const made = await db
    .insert(table)
    .values({ ...values, userId: actor.userId, createdAt: now, updatedAt: now })
    .returning(fields)
    .then(returnedRow);
  return made;
}
