import { eq } from "drizzle-orm";
import { emails } from "#features/email/emails.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
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
  const title = `${page.title}: ${booking.name}`;
  await notify(owner, {
    userIds: [owner.actor.userId],
    title,
    message: `${booking.name} ${kind} ${formatTimesAndZone(event.startTime, event.endTime, opened.time_zone)}`,
    type: "event",
    contextData: { bookingId: booking.id },
    href: kind === "cancelled" ? "/calendar" : `/calendar?event=${event.id}`,
  });
  const site = owner.systemSettings.origin ?? owner.config.publicUrl;
  const link = `${site}/book/${page.slug}#${token}`;
  const written = { ...event, updatedAt: owner.now };
  const isMailed = await attempt(() =>
    sendAttendeeMails(owner, {
      from: event.organizer ?? owner.actor.email,
      to: [booking.email],
      subject: `${SUBJECTS[kind]}: ${page.title} with ${opened.owner_name}`.slice(0, 250),
      body: buildMail([
        `${page.title} with ${opened.owner_name}`,
        formatTimesAndZone(event.startTime, event.endTime, booking.timeZone),
        page.location,
        page.meetingLink,
        kind === "cancelled"
          ? `To choose another time: ${site}/book/${page.slug}`
          : `To move or cancel it: ${link}`,
      ]),
      method: kind === "cancelled" ? "CANCEL" : "REQUEST",
      text: writeICalendar([written], { method: kind === "cancelled" ? "CANCEL" : "REQUEST", alarms: false }),
    }).then(({ notSentTo }) => notSentTo.length === 0),
  );
  await attempt(async () => {
    await emails.send(owner, {
      subject: `${SUBJECTS[kind]}: ${title}`.slice(0, 250),
      body: buildMail([
        `${booking.name} (${booking.email}) ${kind} '${page.title}'.`,
        formatTimesAndZone(event.startTime, event.endTime, opened.time_zone),
        booking.note,
      ]),
      recipients: [owner.actor.email],
      // PUBLISH needs no answer: the event is already in the calendar.
      calendar: { method: "PUBLISH", text: writeICalendar([written], { method: "PUBLISH", alarms: false }) },
    });
    return true;
  });
  if (isMailed && kind === "booked")
    await owner.db
      .update(events)
      .set({ invitation: "sent" })
      .where(ownEvents(owner, eq(events.id, event.id)));
  return isMailed;
}

const SUBJECTS = { booked: "Booked", moved: "Moved", cancelled: "Cancelled" };

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
