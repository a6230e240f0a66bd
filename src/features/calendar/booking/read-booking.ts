import { and, eq, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import { tokenHash } from "#platform/auth/credentials/token.ts";
import type { Context, SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import { eventFields, ownEvents, type StoredEvent } from "../events/read-events.ts";
import { writeICalendar } from "../icalendar/write-icalendar.ts";
import { bookingPages, bookings, events } from "../tables.ts";
import { actAsPageOwner } from "./act-as-page-owner.ts";
import type { Booking, Opened, Page } from "./send-booking-mails.ts";

/** The page with this slug. It needs no sign-in. */
export async function openPage({ db }: Context, slug: string): Promise<Opened> {
  const { rows } = await db.execute<Omit<Opened, "slug">>(
    sql`select * from open_booking_page(${slug.toLowerCase()})`,
  );
  const [opened] = rows;
  if (!opened) throw notFound(t`Booking page`);
  return { ...opened, slug: slug.toLowerCase() };
}

/** The booking behind a visitor's link. */
export async function openLink({ db }: Context, token: string): Promise<Opened> {
  const { rows } = await db.execute<Opened>(sql`select * from open_booking(${tokenHash(token)})`);
  const [opened] = rows;
  if (!opened) throw notFound(t`Booking`);
  return opened;
}

/** What the link shows. If the owner deleted the event, the visitor sees it as cancelled. */
export async function readBooking(context: Context, token: string) {
  const opened = await openLink(context, token);
  return actAsPageOwner(context, opened.user_id, async (owner) => {
    const { page, booking, event } = await loadBooking(owner, opened);
    return toBookingView(opened, page, booking, event);
  });
}

/** The start times that a page offers; the time of the booking that is being moved counts as free. */
export async function readSlots(
  { db, now }: Context,
  pageId: string,
  { from, to, ignored }: { from: Date; to: Date; ignored: string | null },
): Promise<Date[]> {
  const { rows } = await db.execute<{ start_time: string }>(
    sql`select start_time from booking_slots(${pageId}::uuid, ${now.toISOString()}::timestamptz,
      ${from.toISOString()}::timestamptz, ${to.toISOString()}::timestamptz, ${ignored}::uuid)`,
  );
  return rows.map(({ start_time }) => new Date(start_time));
}

/** The times offered between two instants: on a page, or for moving the booking of `token`. */
export async function listOfferedTimes(
  context: Context,
  { slug, token, from, to }: { slug: string; token: string | null; from: Date; to: Date },
): Promise<Date[]> {
  if (token === null) {
    const { id } = await openPage(context, slug);
    return readSlots(context, id, { from, to, ignored: null });
  }
  const opened = await openLink(context, token);
  return actAsPageOwner(context, opened.user_id, async (owner) => {
    const { page, booking } = await loadBooking(owner, opened);
    if (!page.isOpen) return [];
    return readSlots(owner, booking.pageId, { from, to, ignored: booking.eventId });
  });
}

/** What a visitor sees of a page. */
export async function describePage(context: Context, slug: string) {
  const opened = await openPage(context, slug);
  return actAsPageOwner(context, opened.user_id, async (owner) => {
    const { title, description, location, minutes, daysAhead } = await pageOf(owner, opened.id);
    return {
      ...{ slug: opened.slug, title, description, location, minutes, daysAhead },
      ownerName: opened.owner_name,
      timeZone: opened.time_zone,
    };
  });
}

export const ownBooking = ({ actor }: SignedIn, id: string) =>
  and(eq(bookings.userId, actor.userId), eq(bookings.id, id));

export async function pageOf({ actor, db }: SignedIn, id: string): Promise<Page> {
  const [page] = await db
    .select()
    .from(bookingPages)
    .where(and(eq(bookingPages.userId, actor.userId), eq(bookingPages.id, id)));
  if (!page) throw notFound(t`Booking page`);
  return page;
}

export async function loadBooking(owner: SignedIn, { id }: Opened) {
  const [booking] = await owner.db.select().from(bookings).where(ownBooking(owner, id));
  if (!booking) throw notFound(t`Booking`);
  const page = await pageOf(owner, booking.pageId);
  const event = booking.eventId === null ? undefined : await findStoredEvent(owner, booking.eventId);
  return { page, booking, event };
}

export const findStoredEvent = async (owner: SignedIn, id: string): Promise<StoredEvent | undefined> =>
  (
    await owner.db
      .select(eventFields)
      .from(events)
      .where(ownEvents(owner, eq(events.id, id)))
  )[0];

export function toBookingView(opened: Opened, page: Page, booking: Booking, event: StoredEvent | undefined) {
  const isCancelled = booking.cancelledAt !== null || !event;
  return {
    title: page.title,
    ownerName: opened.owner_name,
    slug: page.slug,
    state: isCancelled ? ("cancelled" as const) : ("booked" as const),
    startTime: event?.startTime ?? booking.startTime,
    endTime: event?.endTime ?? booking.endTime,
    timeZone: booking.timeZone,
    name: booking.name,
    email: booking.email,
    location: page.location,
    meetingLink: page.meetingLink,
    isOpen: page.isOpen,
    file: event ? writeICalendar([event], { method: "PUBLISH", alarms: false }) : null,
  };
}
