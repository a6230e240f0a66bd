import { eq } from "drizzle-orm";
import { emails } from "#features/email/emails.ts";
import { t } from "#i18n/message.ts";
import { ownLanguage } from "#platform/auth/own-language.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { inLanguage } from "#platform/language/in-language.ts";
import { notify } from "#platform/notify/notify.ts";
import { formatTimesAndZone } from "#platform/time/format-in-zone.ts";
import { ownEvents, type StoredEvent } from "../events/read-events.ts";
import { writeICalendar } from "../icalendar/write-icalendar.ts";
import { sendAttendeeMails } from "../invitations/send-invitations.ts";
import { type bookingPages, type bookings, events } from "../tables.ts";

export type Page = typeof bookingPages.$inferSelect;
export type Booking = typeof bookings.$inferSelect;
/** A page or a booking as returned by `open_booking_page` and `open_booking`. */
export type Opened = { id: string; user_id: string; owner_name: string; time_zone: string; slug: string };

type BookingMail = {
  kind: "booked" | "moved" | "cancelled";
  opened: Opened;
  page: Page;
  event: StoredEvent;
  booking: Booking;
  token: string;
};

/**
 * Mails the event to visitor and owner, and notifies the owner in the app. True if the visitor's mail could be sent.
 */
export async function sendBookingMails(owner: SignedIn, mail: BookingMail): Promise<boolean> {
  const { kind, opened, page, event, booking, token } = mail;
  owner.announce({ resource: "events", ids: [] });
  owner.announce({ resource: "bookings", ids: [] });
  await notify(owner, {
    userIds: [owner.actor.userId],
    title: titleOf(page, booking),
    message: () =>
      NOTICES[kind](booking.name, formatTimesAndZone(event.startTime, event.endTime, opened.time_zone)),
    type: "event",
    contextData: { bookingId: booking.id },
    href: kind === "cancelled" ? "/calendar" : `/calendar?event=${event.id}`,
  });
  const site = owner.systemSettings.origin ?? owner.config.publicUrl;
  const bookingPage = `${site}/book/${page.slug}`;
  const link = `${bookingPage}#${token}`;
  const written = { ...event, updatedAt: owner.now };
  const isMailed = await attempt(() =>
    sendAttendeeMails(owner, {
      from: event.organizer ?? owner.actor.email,
      to: [booking.email],
      subject: SUBJECTS[kind](t`${page.title} with ${opened.owner_name}`).slice(0, 250),
      body: buildMail([
        t`${page.title} with ${opened.owner_name}`,
        formatTimesAndZone(event.startTime, event.endTime, booking.timeZone),
        page.location,
        page.meetingLink,
        kind === "cancelled" ? t`To choose another time: ${bookingPage}` : t`To move or cancel it: ${link}`,
      ]),
      method: kind === "cancelled" ? "CANCEL" : "REQUEST",
      text: writeICalendar([written], { method: kind === "cancelled" ? "CANCEL" : "REQUEST", alarms: false }),
    }).then(({ notSentTo }) => notSentTo.length === 0),
  );
  await attempt(() => mailOwner(owner, mail, written));
  if (isMailed && kind === "booked")
    await owner.db
      .update(events)
      .set({ invitation: "sent" })
      .where(ownEvents(owner, eq(events.id, event.id)));
  return isMailed;
}

async function mailOwner(
  owner: SignedIn,
  { kind, opened, page, event, booking }: BookingMail,
  written: StoredEvent,
): Promise<boolean> {
  // The request is in the language of the visitor.
  await inLanguage(await ownLanguage(owner), () =>
    emails.send(owner, {
      subject: SUBJECTS[kind](titleOf(page, booking)).slice(0, 250),
      body: buildMail([
        OWN_MAILS[kind](`${booking.name} (${booking.email})`, page.title),
        formatTimesAndZone(event.startTime, event.endTime, opened.time_zone),
        booking.note,
      ]),
      recipients: [owner.actor.email],
      // PUBLISH needs no answer: the event is already in the calendar.
      calendar: { method: "PUBLISH", text: writeICalendar([written], { method: "PUBLISH", alarms: false }) },
    }),
  );
  return true;
}

const titleOf = (page: Page, booking: Booking) => `${page.title}: ${booking.name}`;

type Kind = BookingMail["kind"];

const SUBJECTS: Record<Kind, (what: string) => string> = {
  booked: (what) => t`Booked: ${what}`,
  moved: (what) => t`Moved: ${what}`,
  cancelled: (what) => t`Cancelled: ${what}`,
};

const NOTICES: Record<Kind, (visitor: string, time: string) => string> = {
  booked: (visitor, time) => t`${visitor} booked ${time}`,
  moved: (visitor, time) => t`${visitor} moved ${time}`,
  cancelled: (visitor, time) => t`${visitor} cancelled ${time}`,
};

const OWN_MAILS: Record<Kind, (visitor: string, page: string) => string> = {
  booked: (visitor, page) => t`${visitor} booked '${page}'.`,
  moved: (visitor, page) => t`${visitor} moved '${page}'.`,
  cancelled: (visitor, page) => t`${visitor} cancelled '${page}'.`,
};

/** A booking is valid even if its mail cannot be sent: the page shows it and offers the .ics file. */
async function attempt(send: () => Promise<boolean>): Promise<boolean> {
  try {
    return await send();
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

const buildMail = (lines: readonly (string | null)[]) => lines.filter(Boolean).join("\n\n");
