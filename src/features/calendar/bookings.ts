import { and, eq, gt, isNull } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { destroy, read, resource } from "#platform/capability/capability.ts";
import { Id, Instant, pageInput, pageOf } from "#platform/capability/wire.ts";
import { keyset, oldest } from "#platform/database/keyset.ts";
import { envelopeAddress } from "#platform/mail/mail-address.ts";
import { TimeZone } from "#platform/time/time-zone.ts";
import { cancelBooking, createBooking, moveBooking } from "./booking/create-booking.ts";
import { describePage, listOfferedTimes, readBooking } from "./booking/read-booking.ts";
import { bookingPages, bookings as table } from "./tables.ts";

const Slug = z.string().trim().min(1).max(60);
/** The token in a visitor's link, after the `#`, where no server logs it. */
const Token = z.string().min(20).max(100);
/** One line without URLs: it is used in mails. */
const Name = z
  .string()
  .trim()
  .min(1, t`Please enter your name`)
  .max(100)
  .refine((name) => !/[\p{Cc}<>]|:\/\/|www\./u.test(name), t`Please enter your name only`);
const Address = z
  .string()
  .trim()
  .max(254)
  .refine((address) => envelopeAddress(address) !== null, t`Please enter a valid email address`);

const Page = z.object({
  slug: z.string(),
  title: z.string(),
  description: z.string().nullable(),
  location: z.string().nullable(),
  minutes: z.int(),
  daysAhead: z.int(),
  ownerName: z.string(),
  timeZone: z.string(),
});
const BookingView = z.object({
  title: z.string(),
  ownerName: z.string(),
  slug: z.string(),
  state: z.enum(["booked", "cancelled"]),
  startTime: Instant,
  endTime: Instant,
  timeZone: z.string(),
  name: z.string(),
  email: z.string(),
  location: z.string().nullable(),
  meetingLink: z.string().nullable(),
  /** Whether the page still offers times: a booking of a closed page can be cancelled, but not moved. */
  isOpen: z.boolean(),
  /** The event for the visitor's own calendar. */
  file: z.string().nullable(),
});
/** False if the mail could not be sent: then this page is all the visitor has. */
const Done = BookingView.extend({ isMailed: z.boolean() });

export const bookings = resource("bookings", {
  list: read({
    summary: "List upcoming bookings by visitors, soonest first",
    input: z.strictObject(pageInput),
    output: pageOf(
      z.object({
        id: Id,
        pageId: Id,
        /** The title of the booking page. */
        title: z.string(),
        eventId: Id.nullable(),
        name: z.string(),
        email: z.string(),
        note: z.string().nullable(),
        startTime: Instant,
        endTime: Instant,
      }),
    ),
    access: "user",
    run: async ({ db, actor, now }, input) => {
      const page = keyset([oldest(table.startTime), oldest(table.id)], input);
      const rows = await db
        .select({
          id: table.id,
          pageId: table.pageId,
          title: bookingPages.title,
          eventId: table.eventId,
          name: table.name,
          email: table.email,
          note: table.note,
          startTime: table.startTime,
          endTime: table.endTime,
          ...page.columns,
        })
        .from(table)
        .innerJoin(bookingPages, eq(bookingPages.id, table.pageId))
        .where(
          and(eq(table.userId, actor.userId), isNull(table.cancelledAt), gt(table.endTime, now), page.after),
        )
        .orderBy(...page.orderBy)
        .limit(page.fetch);
      return page.of(rows);
    },
  }),
  page: read({
    summary: "Get a booking page by its slug",
    input: z.strictObject({ slug: Slug }),
    output: Page,
    access: "anyone",
    agents: "hidden",
    run: (context, { slug }) => describePage(context, slug),
  }),
  slots: read({
    summary: "List the free times of a booking page in the next 45 days, for a new booking or to move one",
    input: z.strictObject({ slug: Slug, from: Instant, to: Instant, token: Token.nullable().default(null) }),
    output: z.object({ items: z.array(Instant) }),
    access: "anyone",
    agents: "hidden",
    run: async (context, input) => ({ items: await listOfferedTimes(context, input) }),
  }),
  book: destroy({
    summary: "Book a free time on a booking page; the returned token opens the booking again",
    input: z.strictObject({
      slug: Slug,
      startTime: Instant,
      name: Name,
      email: Address,
      note: z
        .string()
        .trim()
        .max(2000)
        .transform((note) => note || null)
        .nullable()
        .default(null),
      timeZone: TimeZone,
    }),
    output: Done.extend({ token: z.string() }),
    access: "anyone",
    agents: "hidden",
    secretAnswer: true,
    run: (context, { slug, startTime, ...visitor }) => createBooking(context, slug, startTime, visitor),
  }),
  open: read({
    summary: "Get the booking behind a visitor's link",
    input: z.strictObject({ token: Token }),
    output: BookingView,
    access: "anyone",
    agents: "hidden",
    run: (context, { token }) => readBooking(context, token),
  }),
  move: destroy({
    summary: "Move the booking behind a visitor's link to another free time",
    input: z.strictObject({ token: Token, startTime: Instant }),
    output: Done,
    access: "anyone",
    agents: "hidden",
    run: (context, { token, startTime }) => moveBooking(context, token, startTime),
  }),
  cancel: destroy({
    summary: "Cancel the booking behind a visitor's link",
    input: z.strictObject({ token: Token }),
    output: Done,
    access: "anyone",
    agents: "hidden",
    run: (context, { token }) => cancelBooking(context, token),
  }),
});
