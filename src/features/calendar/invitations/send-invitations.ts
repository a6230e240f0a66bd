import { and, asc, eq, isNull, or, sql } from "drizzle-orm";
import { emails } from "#features/email/emails.ts";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { systemTransport } from "#platform/system-settings/smtp.ts";
import { formatFullDate, formatTimesAndZone } from "#platform/time/format-in-zone.ts";
import { calendarSync } from "../calendar-sync.ts";
import { lockTarget, occurrenceOf } from "../events/event-target.ts";
import { eventFields, type StoredEvent } from "../events/read-events.ts";
import { trashEvent } from "../events/write-events.ts";
import { writeICalendar } from "../icalendar/write-icalendar.ts";
import type { Invitation, Participant, Scope } from "../model.ts";
import { calendarAccounts, calendars, events } from "../tables.ts";
import { type OwnAddresses, ownAddresses } from "./own-addresses.ts";

/** REQUEST (RFC 6047) to everybody invited; of a series the whole of it. */
export async function sendInvitations(context: SignedIn, eventId: string) {
  const { event } = await lockTarget(context, eventId);
  const organizer = organizerOf(await ownAddresses(context), event);
  const invited = participantsOf(event);
  const removed = event.participants.filter(
    ({ address }) => !invited.some((one) => one.address === address.toLowerCase()),
  );
  if (invited.length + removed.length === 0)
    throw new AppError("invalid", t`Nobody is invited to this event`);
  await context.db
    .update(events)
    .set({
      organizer,
      participants: invited,
      version: sql`${events.version} + 1`,
    })
    .where(and(eq(events.userId, context.actor.userId), eq(events.id, event.id)));
  const members = await inviteToExceptions(context, organizer, invited, await membersOf(context, event));
  if (await serverSendsInvitations(context, event.calendarId)) {
    const changes = { invitation: "sent", invitationEmailId: null, dtstamp: context.now } as const;
    await context.db
      .update(events)
      .set(changes)
      .where(and(eq(events.userId, context.actor.userId), eq(events.id, event.id)));
    return { eventId: event.id, invitation: changes.invitation, notSentTo: [] };
  }
  await uninvite(context, { event, organizer, removed });
  const sent = await sendAttendeeMails(context, {
    from: organizer,
    to: invited.map(({ address }) => address),
    subject: t`Invitation: ${titleOf(event)}`,
    body: describe(event),
    method: "REQUEST",
    text: writeICalendar(members, { method: "REQUEST", alarms: false }),
  });
  const invitation: Invitation = sent.notSentTo.length > 0 ? "no_mail_server" : "sent";
  await context.db
    .update(events)
    .set({ invitation, invitationEmailId: sent.emailId, dtstamp: context.now })
    .where(and(eq(events.userId, context.actor.userId), eq(events.id, event.id)));
  return { eventId: event.id, invitation, notSentTo: sent.notSentTo };
}

/** An exception has an organizer and attendees of its own, without which it is no invitation (RFC 5546, 3.2.2). */
async function inviteToExceptions(
  { db, actor }: SignedIn,
  organizer: string,
  invited: Participant[],
  members: StoredEvent[],
): Promise<StoredEvent[]> {
  const written: StoredEvent[] = [];
  for (const member of members) {
    const own = participantsOf(member);
    const participants = own.length > 0 ? own : invited;
    if (member.seriesId !== null)
      await db
        .update(events)
        .set({ organizer, participants })
        .where(and(eq(events.userId, actor.userId), eq(events.id, member.id)));
    written.push(member.seriesId === null ? member : { ...member, organizer, participants });
  }
  return written;
}

/**
 * Sends CANCEL to people who are no longer invited (RFC 5546, 3.2.5): later versions are not sent to them. Without a
 * STATUS, because the event takes place.
 */
async function uninvite(
  context: SignedIn,
  { event, organizer, removed }: { event: StoredEvent; organizer: string; removed: Participant[] },
): Promise<void> {
  if (removed.length === 0) return;
  const off = { ...event, organizer, participants: removed, updatedAt: context.now };
  await sendAttendeeMails(context, {
    from: organizer,
    to: removed.map(({ address }) => address),
    subject: t`Cancelled: ${titleOf(event)}`,
    body: describe(event),
    method: "CANCEL",
    text: writeICalendar([off], { method: "CANCEL", alarms: false, statuses: false }),
  });
}

/** CANCEL to everybody who was invited; the event then goes to the trash. */
export async function cancelInvitations(context: SignedIn, eventId: string, scope: Scope | undefined) {
  const target = await lockTarget(context, eventId);
  const organizer = organizerOf(await ownAddresses(context), target.event);
  const occurrence = occurrenceOf(target);
  const isWholeEvent = !target.at || scope === "all";
  const cancelled: StoredEvent = {
    ...(isWholeEvent
      ? target.event
      : { ...occurrence, rrule: null, rdates: [], exdates: [], recurrenceId: target.at }),
    status: "cancelled",
    sequence: target.event.sequence + 1,
    organizer,
    participants: participantsOf(target.event),
    updatedAt: context.now,
  };
  const isSentByServer = await serverSendsInvitations(context, target.event.calendarId);
  const sent = await sendAttendeeMails(context, {
    from: organizer,
    to: isSentByServer ? [] : cancelled.participants.map(({ address }) => address),
    subject: t`Cancelled: ${titleOf(occurrence)}`,
    body: describe(cancelled),
    method: "CANCEL",
    text: writeICalendar([cancelled], { method: "CANCEL", alarms: false }),
  });
  const { undo } = await trashEvent(context, eventId, scope);
  const invitation: Invitation = sent.notSentTo.length > 0 ? "no_mail_server" : "sent";
  return { eventId, invitation, notSentTo: sent.notSentTo, undo };
}

/** REPLY to the organizer, with the one participant who answers. */
export async function sendReply(
  context: SignedIn,
  event: Parameters<typeof writeICalendar>[0][number] & { calendarId?: string | null },
  self: Participant,
): Promise<void> {
  if (event.organizer === null || (await serverSendsInvitations(context, event.calendarId ?? null))) return;
  const title = titleOf(event);
  const subjects = {
    accepted: () => t`Accepted: ${title}`,
    tentative: () => t`Tentatively accepted: ${title}`,
    declined: () => t`Declined: ${title}`,
    "needs-action": () => t`Asked: ${title}`,
  };
  await sendAttendeeMails(context, {
    from: self.address,
    to: [event.organizer],
    subject: subjects[self.status](),
    body: describe(event),
    method: "REPLY",
    text: writeICalendar([{ ...event, participants: [self], updatedAt: context.now }], {
      method: "REPLY",
      alarms: false,
    }),
  });
}

/**
 * Whether the event is on a server that sends invitations, answers and cancellations itself (RFC 6638): then we send
 * none, to avoid duplicates.
 */
async function serverSendsInvitations(context: SignedIn, calendarId: string | null): Promise<boolean> {
  if (calendarId === null) return false;
  const [account] = await context.db
    .select({ hasServerScheduling: calendarAccounts.hasServerScheduling })
    .from(calendars)
    .innerJoin(calendarAccounts, eq(calendarAccounts.id, calendars.accountId))
    .where(and(eq(calendars.id, calendarId), eq(calendars.userId, context.actor.userId)));
  await context.enqueue(calendarSync, { calendarId });
  return account?.hasServerScheduling ?? false;
}

export type InvitationMail = {
  /** The address that the calendar part names: recipients accept only mail from it (RFC 6047). */
  from: string;
  to: readonly string[];
  subject: string;
  body: string;
  method: string;
  text: string;
};

/**
 * Sends by the email feature if it can: users of this instance are always reached, others only through a mail server.
 */
export async function sendAttendeeMails(
  context: SignedIn,
  { from, to, subject, body, method, text }: InvitationMail,
): Promise<{ notSentTo: string[]; emailId: string | null }> {
  const own = await ownAddresses(context);
  const others = to.filter((address) => !own.has(address));
  const canLeave = systemTransport(context.systemSettings) !== null || own.hasAccount;
  const local = canLeave ? new Set<string>() : await accountsByAddress(context, others);
  const reached = canLeave ? others : others.filter((address) => local.has(address.toLowerCase()));
  const mail =
    reached.length === 0
      ? null
      : await emails.send(context, {
          ...{ subject, body, recipients: reached, calendar: { method, text } },
          accountId: own.accountOf(from),
        });
  return { notSentTo: others.filter((address) => !reached.includes(address)), emailId: mail?.id ?? null };
}

async function accountsByAddress({ db }: SignedIn, addresses: readonly string[]): Promise<Set<string>> {
  const addressList = sql.param(addresses.map((address) => address.toLowerCase()));
  const { rows } = await db.execute<{ address: string }>(
    sql`select address from local_mailboxes(${addressList}::text[])`,
  );
  return new Set(rows.map(({ address }) => address));
}

/** The first organizer stays the organizer; only the organizer can invite. */
function organizerOf(own: OwnAddresses, { organizer }: StoredEvent): string {
  if (organizer === null) return own.usual;
  if (own.has(organizer)) return organizer;
  throw new AppError("forbidden", t`Only ${organizer} can invite people to this event`);
}

/** The attendees that have an email address; their answers so far are kept. */
export function participantsOf({ attendees, participants }: StoredEvent): Participant[] {
  const known = new Map(participants.map((one) => [one.address.toLowerCase(), one]));
  return attendees
    .map((attendee) => attendee.toLowerCase())
    .filter((address) => /^[^\s@<>]+@[^\s@<>]+$/.test(address))
    .map(
      (address) => known.get(address) ?? { address, name: null, role: "required", status: "needs-action" },
    );
}

const membersOf = ({ db, actor }: SignedIn, event: StoredEvent) =>
  db
    .select(eventFields)
    .from(events)
    .where(
      and(
        eq(events.userId, actor.userId),
        isNull(events.deletedAt),
        or(eq(events.id, event.id), event.isSeries ? eq(events.seriesId, event.id) : undefined),
      ),
    )
    .orderBy(sql`${events.recurrenceId} nulls first`, asc(events.id));

export const titleOf = ({ title }: { title: string | null }): string => title || t`(No title)`;

export function describe({
  title,
  startTime,
  endTime,
  isAllDay,
  zone,
  location,
  meetingLink,
  description,
}: Pick<
  StoredEvent,
  "title" | "startTime" | "endTime" | "isAllDay" | "zone" | "location" | "meetingLink" | "description"
>): string {
  const timeZone = isAllDay ? "UTC" : (zone ?? "UTC");
  const time = isAllDay
    ? formatFullDate(startTime, timeZone)
    : formatTimesAndZone(startTime, endTime, timeZone);
  return [titleOf({ title }), time, location, meetingLink, description].filter(Boolean).join("\n\n");
}
