import { and, eq, isNull, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import { newToken, tokenHash } from "#platform/auth/credentials/token.ts";
import { sourceOf } from "#platform/auth/sign-in/source-address.ts";
import type { Context, SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import { eventFields, ownEvents, type StoredEvent } from "../events/read-events.ts";
import { cancelReminders, scheduleReminders } from "../events/schedule-reminders.ts";
import { changeEvent, insertEvent, trashEvent } from "../events/write-events.ts";
import { ownAddresses } from "../invitations/own-addresses.ts";
import { NewEvent, type Participant } from "../model.ts";
import { bookings, events } from "../tables.ts";
import { actAsPageOwner } from "./act-as-page-owner.ts";
import {
  findStoredEvent,
  loadBooking,
  openLink,
  openPage,
  ownBooking,
  pageOf,
  readSlots,
  toBookingView,
} from "./read-booking.ts";
import { type Booking, type Opened, type Page, sendBookingMails } from "./send-booking-mails.ts";

const MAX_PER_SOURCE = 10;
const MAX_PER_DAY = 100;
const MAX_PER_VISITOR = 5;
const PAGE_CLOSED = t`This booking page is closed. You can cancel the booking, but not move it.`;

export type Visitor = { name: string; email: string; note: string | null; timeZone: string };

/** If several visitors want the same time, exactly one gets it: bookings of a page run one after another. */
export async function createBooking(context: Context, slug: string, start: Date, visitor: Visitor) {
  const opened = await openPage(context, slug);
  const source = tokenHash(`booking ${sourceOf(context.address)}`);
  await limitSource(context, source);
  const token = newToken();
  const answer = await actAsPageOwner(context, opened.user_id, async (owner) => {
    await lockOwnerBookings(owner);
    const page = await pageOf(owner, opened.id);
    await limitVisitor(owner, page, visitor);
    await requireOffered(owner, page, start, null);
    const end = new Date(start.getTime() + page.minutes * 60_000);
    const { series: made } = await insertEvent(owner, eventOf(page, visitor, start, end), opened.time_zone);
    const event = await invite(owner, made, visitor);
    await scheduleReminders(owner, event);
    const { now, db, actor } = owner;
    const times = { startTime: start, endTime: end, createdAt: now, updatedAt: now };
    const booking = await db
      .insert(bookings)
      .values({
        ...{ ...visitor, ...times, userId: actor.userId, pageId: page.id, eventId: event.id },
        tokenHash: tokenHash(token),
        sourceHash: source,
      })
      .returning()
      .then(returnedRow);
    const isMailed = await sendBookingMails(owner, { kind: "booked", opened, page, event, booking, token });
    return { ...toBookingView(opened, page, booking, event), isMailed };
  });
  context.identify({ userId: opened.user_id, via: "system", credentialId: null });
  return { ...answer, token };
}

export async function moveBooking(context: Context, token: string, start: Date) {
  const opened = await openLink(context, token);
  const answer = await actAsPageOwner(context, opened.user_id, async (owner) => {
    await lockOwnerBookings(owner);
    const { page, booking, event } = await loadBooking(owner, opened);
    requireUpcoming(opened, booking, event, owner.now);
    if (!page.isOpen) throw new AppError("conflict", PAGE_CLOSED);
    await requireOffered(owner, page, start, event.id);
    const length = event.endTime.getTime() - event.startTime.getTime();
    const times = { startTime: start, endTime: new Date(start.getTime() + length) };
    const { id, version } = event;
    await changeEvent(owner, { id, version, ...times }, opened.time_zone);
    const moved = await findStoredEvent(owner, id);
    if (!moved) throw notFound(t`Booking`);
    await scheduleReminders(owner, moved);
    const change = { ...times, updatedAt: owner.now };
    await owner.db.update(bookings).set(change).where(ownBooking(owner, booking.id));
    const after = { ...booking, ...change };
    const isMailed = await sendBookingMails(owner, {
      kind: "moved",
      opened,
      page,
      event: moved,
      booking: after,
      token,
    });
    return { ...toBookingView(opened, page, after, moved), isMailed };
  });
  context.identify({ userId: opened.user_id, via: "system", credentialId: null });
  return answer;
}

export async function cancelBooking(context: Context, token: string) {
  const opened = await openLink(context, token);
  const answer = await actAsPageOwner(context, opened.user_id, async (owner) => {
    await lockOwnerBookings(owner);
    const { page, booking, event } = await loadBooking(owner, opened);
    if (booking.cancelledAt || !event)
      return { ...toBookingView(opened, page, booking, undefined), isMailed: false };
    requireUpcoming(opened, booking, event, owner.now);
    const { deletedId: trashed } = await trashEvent(owner, event.id, "all");
    await cancelReminders(owner, trashed);
    const change = { cancelledAt: owner.now, updatedAt: owner.now };
    await owner.db.update(bookings).set(change).where(ownBooking(owner, booking.id));
    const cancelled = { ...event, status: "cancelled" as const, sequence: event.sequence + 1 };
    const after = { ...booking, ...change };
    const isMailed = await sendBookingMails(owner, {
      kind: "cancelled",
      opened,
      page,
      event: cancelled,
      booking: after,
      token,
    });
    return { ...toBookingView(opened, page, after, undefined), isMailed };
  });
  context.identify({ userId: opened.user_id, via: "system", credentialId: null });
  return answer;
}

const lockOwnerBookings = ({ db, actor }: SignedIn) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`booking ${actor.userId}`}, 0))`);

async function requireOffered(owner: SignedIn, page: Page, start: Date, ignored: string | null) {
  const to = new Date(start.getTime() + 1);
  const offered = await readSlots(owner, page.id, { from: start, to, ignored });
  if (offered.some((at) => at.getTime() === start.getTime())) return;
  throw new AppError("conflict", t`This time is no longer available. Please choose another.`);
}

function requireUpcoming(
  opened: Opened,
  booking: Booking,
  event: StoredEvent | undefined,
  now: Date,
): asserts event {
  if (booking.cancelledAt || !event) throw new AppError("conflict", t`This booking was cancelled`);
  if (event.startTime <= now)
    throw new AppError("conflict", t`This booking is in the past and cannot be changed`);
  if (event.isSeries)
    throw new AppError(
      "conflict",
      opened.owner_name
        ? t`${opened.owner_name} changed this event. Please contact them directly.`
        : t`The host changed this event. Please contact them directly.`,
    );
}

async function limitSource({ db }: Context, source: string): Promise<void> {
  const { rows } = await db.execute<{ times: number }>(sql`select bookings_from(${source}) as times`);
  if ((rows[0]?.times ?? 0) >= MAX_PER_SOURCE) throw tooMany();
}

async function limitVisitor({ db, now, actor }: SignedIn, page: Page, { email }: Visitor): Promise<void> {
  const onPage = and(eq(bookings.userId, actor.userId), eq(bookings.pageId, page.id));
  const isUpcoming = sql`${bookings.startTime} > ${now.toISOString()}::timestamptz`;
  const today = sql`${bookings.createdAt} > ${now.toISOString()}::timestamptz - interval '1 day'`;
  const isByVisitor = sql`lower(${bookings.email}) = ${email.toLowerCase()}`;
  const open = and(onPage, isNull(bookings.cancelledAt), isUpcoming, isByVisitor);
  if ((await db.$count(bookings, open)) >= MAX_PER_VISITOR) throw tooMany();
  if ((await db.$count(bookings, and(onPage, today))) >= MAX_PER_DAY) throw tooMany();
}

const tooMany = () =>
  new AppError("rate_limited", t`Too many bookings for now. Please try again later.`, { retryAfter: 3600 });

const eventOf = (page: Page, { name, email, note }: Visitor, startTime: Date, endTime: Date) =>
  NewEvent.decode({
    title: `${page.title}: ${name}`,
    description: note,
    startTime: startTime.toISOString(),
    endTime: endTime.toISOString(),
    location: page.location,
    meetingLink: page.meetingLink,
    attendees: [email],
    calendarId: page.calendarId,
    reminderSettings: { minutesBefore: [15] },
  });

/** The visitor has already accepted. */
async function invite(
  owner: SignedIn,
  { id }: { id: string },
  { name, email }: Visitor,
): Promise<StoredEvent> {
  const guest: Participant = { address: email.toLowerCase(), name, role: "required", status: "accepted" };
  const event = await owner.db
    .update(events)
    .set({
      organizer: (await ownAddresses(owner)).usual,
      participants: [guest],
      dtstamp: owner.now,
      invitation: "sent",
    })
    .where(ownEvents(owner, eq(events.id, id)))
    .returning(eventFields)
    .then(returnedRow);
  return event;
}
