import { and, eq, getTableColumns, isNotNull, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { definedFields, Id, Instant, pageInput, pageOf } from "#platform/capability/wire.ts";
import { keyset, oldest } from "#platform/database/keyset.ts";
import { requireWritable } from "./events/event-target.ts";
import { MinuteOfDay, Weekday } from "./hours-model.ts";
import { bookingPages as table } from "./tables.ts";

const MAX_PAGES = 50;
const Words = z.string().trim().max(500).nullable();

/** What the owner sets for a page; without days and hours it uses the working hours of the calendar settings. */
const PageFields = {
  slug: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[a-z0-9](?:[a-z0-9-]{1,58}[a-z0-9])$/, t`Use 3 to 60 letters, digits and hyphens`),
  title: z.string().trim().min(1).max(200),
  description: z.string().trim().max(2000).nullable(),
  location: Words,
  meetingLink: z
    .string()
    .trim()
    .max(2000)
    .regex(/^https?:\/\//i, t`Enter an address that begins with https://`)
    .nullable(),
  minutes: z.int().min(5).max(720),
  slotMinutes: z.int().min(10).max(720),
  bufferBefore: z.int().min(0).max(240),
  bufferAfter: z.int().min(0).max(240),
  noticeMinutes: z
    .int()
    .min(0)
    .max(60 * 24 * 60),
  daysAhead: z.int().min(1).max(365),
  maxPerDay: z.int().min(1).max(50).nullable(),
  days: z
    .array(Weekday)
    .min(1)
    .max(7)
    .overwrite((days) => [...new Set(days)].sort())
    .nullable(),
  fromMinute: MinuteOfDay.nullable(),
  toMinute: MinuteOfDay.nullable(),
  calendarId: Id.nullable(),
  isOpen: z.boolean(),
};
const BookingPage = z.object({ id: Id, ...PageFields, createdAt: Instant, version: z.int() });
type BookingPage = z.output<typeof BookingPage>;

const NewPage = z.strictObject({
  ...PageFields,
  description: PageFields.description.default(null),
  location: PageFields.location.default(null),
  meetingLink: PageFields.meetingLink.default(null),
  minutes: PageFields.minutes.default(30),
  slotMinutes: PageFields.slotMinutes.default(30),
  bufferBefore: PageFields.bufferBefore.default(0),
  bufferAfter: PageFields.bufferAfter.default(0),
  noticeMinutes: PageFields.noticeMinutes.default(240),
  daysAhead: PageFields.daysAhead.default(30),
  maxPerDay: PageFields.maxPerDay.default(null),
  days: PageFields.days.default(null),
  fromMinute: PageFields.fromMinute.default(null),
  toMinute: PageFields.toMinute.default(null),
  calendarId: PageFields.calendarId.default(null),
  isOpen: PageFields.isOpen.default(true),
});
const Fields = z.strictObject(PageFields);
const fields = getTableColumns(table);
const byId = z.strictObject({ id: Id });

export const bookingPages = resource("bookingPages", {
  list: read({
    summary: "List your booking pages, where others book a time with you",
    input: z.strictObject(pageInput),
    output: pageOf(BookingPage),
    access: "user",
    run: async (context, input) => {
      const page = keyset([oldest(table.createdAt), oldest(table.id)], input);
      const rows = await context.db
        .select({ ...fields, ...page.columns })
        .from(table)
        .where(and(ownPage(context), isNull(table.deletedAt), page.after))
        .orderBy(...page.orderBy)
        .limit(page.fetch);
      return page.of(rows);
    },
  }),
  create: write({
    summary:
      "Create a booking page at /book/`slug`: anyone with the link can book a free time in your working hours",
    input: NewPage,
    output: BookingPage,
    access: "user",
    run: async (context, input) => {
      checkHours(input);
      await requireWritable(context, input.calendarId);
      const { db, actor, now } = context;
      if ((await db.$count(table, and(ownPage(context), isNull(table.deletedAt)))) >= MAX_PAGES)
        throw new AppError("conflict", t`You can have at most ${MAX_PAGES} booking pages`);
      const [made] = await db
        .insert(table)
        .values({ ...input, userId: actor.userId, createdAt: now, updatedAt: now })
        .onConflictDoNothing()
        .returning();
      if (!made) throw slugTakenError();
      context.undoWith({ capability: "bookingPages.delete", input: { id: made.id } });
      return made;
    },
  }),
  update: write({
    summary:
      "Update the given fields of a booking page; an outdated `version` is rejected with the current page",
    input: Fields.partial().extend({ id: Id, version: z.int() }),
    output: BookingPage,
    access: "user",
    run: async (context, { id, version, ...change }) => {
      const before = await lock(context, id);
      if (before.version !== version)
        throw new AppError("conflict", t`This booking page was changed elsewhere in the meantime`, {
          current: z.encode(BookingPage, before),
        });
      checkHours({ ...before, ...definedFields(change) });
      if (change.calendarId) await requireWritable(context, change.calendarId);
      if (change.slug !== undefined && change.slug !== before.slug)
        await requireFreeSlug(context, change.slug);
      const [after] = await context.db
        .update(table)
        .set({ ...change, updatedAt: context.now, version: sql`${table.version} + 1` })
        .where(and(ownPage(context), eq(table.id, id)))
        .returning();
      if (!after) throw notFound(t`Booking page`);
      const changed = Object.entries(before).filter(([field]) => field in change);
      context.undoWith({
        capability: "bookingPages.update",
        input: { ...Object.fromEntries(changed), id, version: after.version },
      });
      return after;
    },
  }),
  delete: destroy({
    summary: "Move a booking page to the trash: its link stops working, and existing bookings stay",
    input: byId,
    output: z.object({ id: Id }),
    access: "user",
    run: async (context, { id }) => {
      const deleted = await context.db
        .update(table)
        .set({ deletedAt: context.now, version: sql`${table.version} + 1` })
        .where(and(ownPage(context), eq(table.id, id), isNull(table.deletedAt)))
        .returning({ id: table.id });
      if (deleted.length === 0) throw notFound(t`Booking page`);
      context.undoWith({ capability: "bookingPages.restore", input: { id } });
      return { id };
    },
  }),
  restore: write({
    summary: "Restore a booking page from the trash",
    input: byId,
    output: BookingPage,
    access: "user",
    run: async (context, { id }) => {
      const ownDeleted = and(ownPage(context), eq(table.id, id), isNotNull(table.deletedAt));
      const [page] = await context.db.select().from(table).where(ownDeleted).for("update");
      if (!page) return lock(context, id);
      await requireFreeSlug(context, page.slug);
      const [back] = await context.db
        .update(table)
        .set({ deletedAt: null, updatedAt: context.now, version: sql`${table.version} + 1` })
        .where(ownDeleted)
        .returning();
      if (!back) throw notFound(t`Booking page`);
      context.undoWith({ capability: "bookingPages.delete", input: { id } });
      return back;
    },
  }),
});

const ownPage = ({ actor }: SignedIn) => eq(table.userId, actor.userId);

async function lock(context: SignedIn, id: string) {
  const [page] = await context.db
    .select()
    .from(table)
    .where(and(ownPage(context), eq(table.id, id), isNull(table.deletedAt)))
    .for("update");
  if (!page) throw notFound(t`Booking page`);
  return page;
}

function checkHours({ fromMinute, toMinute }: Pick<BookingPage, "fromMinute" | "toMinute">): void {
  if ((fromMinute === null) === (toMinute === null) && (fromMinute ?? 0) < (toMinute ?? 1)) return;
  const message = t`The end time must be after the start time`;
  throw new AppError("invalid", message, { fields: { toMinute: message } });
}

const slugTakenError = () => {
  const message = t`This address is already in use. Please choose another.`;
  return new AppError("conflict", message, { fields: { slug: message } });
};

/** Locks the slug until the end of the transaction; throws if another page has it. */
async function requireFreeSlug({ db }: SignedIn, slug: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`booking page ${slug}`}, 0))`);
  const { rows } = await db.execute<{ is_taken: boolean }>(
    sql`select booking_slug_is_taken(${slug}) as is_taken`,
  );
  if (rows[0]?.is_taken) throw slugTakenError();
}
