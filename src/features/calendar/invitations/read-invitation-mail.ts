import { and, eq, isNull } from "drizzle-orm";
import { emails } from "#features/email/emails.ts";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { eventFields, type StoredEvent } from "../events/read-events.ts";
import { parseCalendarFile } from "../icalendar/import-icalendar.ts";
import type { FileEvent } from "../icalendar/read-icalendar.ts";
import { events } from "../tables.ts";

const KINDS = {
  REQUEST: "request",
  REPLY: "reply",
  CANCEL: "cancel",
  COUNTER: "counter",
  DECLINECOUNTER: "declinecounter",
} as const;

export type MailedInvitation = {
  kind: (typeof KINDS)[keyof typeof KINDS];
  events: FileEvent[];
  /** The main event: the series, or the single event. */
  first: FileEvent;
  /** The sender that the mail names, and whether their domain authenticated it (RFC 8601). */
  sender: string;
  senderCheck: "passed" | "failed" | null;
  /** What the sender wrote with a proposal, a refusal of one, or an answer. */
  comment: string | null;
};

/** The calendar part of one of the actor's mails; null if none invites, answers or cancels. */
export async function readInvitationMail(
  context: SignedIn,
  emailId: string,
): Promise<MailedInvitation | null> {
  const { calendar, senderCheck } = await emails.calendarPart(context, { id: emailId });
  if (!calendar) return null;
  const { sender } = await emails.get(context, { id: emailId });
  const file = await parseCalendarFile(context, calendar.text);
  const kind = KINDS[(file.method ?? calendar.method).toUpperCase() as keyof typeof KINDS];
  const mailed = [...file.events, ...file.references];
  const first = mailed.find(({ recurrenceId }) => recurrenceId === null) ?? mailed[0];
  if (!kind || !first) return null;
  const sameUid = mailed.filter(({ uid }) => uid === first.uid);
  const { comment } = file;
  return { kind, first, events: sameUid, sender: addressIn(sender), senderCheck, comment };
}

/** The address in `Ada <ada@example.com>`, in lower case. */
const addressIn = (sender: string) => (/<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender).trim().toLowerCase();

/** The stored events with this UID, locked, without the trash: the series or single event, and its exceptions. */
export async function lockEventsByUid({ db, actor }: SignedIn, uid: string): Promise<StoredEvent[]> {
  return db
    .select(eventFields)
    .from(events)
    .where(and(eq(events.userId, actor.userId), eq(events.uid, uid), isNull(events.deletedAt)))
    .for("update");
}

/** What a message is about, of the stored events with its UID: the series, or the event or occurrence by itself. */
export function mainOf(
  stored: readonly StoredEvent[],
  { recurrenceId }: Pick<FileEvent, "recurrenceId">,
): StoredEvent | undefined {
  const own = stored.filter(({ seriesId }) => seriesId === null);
  return (
    own.find(({ isSeries }) => isSeries) ??
    own.find((event) => (event.recurrenceId?.getTime() ?? null) === recurrenceId) ??
    (recurrenceId === null ? own[0] : own.find((event) => event.recurrenceId === null))
  );
}

/** A version older than the stored one is ignored (RFC 5546). */
export function isOutdated(event: FileEvent, stored: Pick<StoredEvent, "sequence" | "dtstamp">): boolean {
  if (event.sequence !== stored.sequence) return event.sequence < stored.sequence;
  return stored.dtstamp !== null && event.dtstamp !== null && event.dtstamp < stored.dtstamp.getTime();
}

export const NEWER_VERSION = t`A newer version of this invitation is in your calendar`;
const NOT_ABOUT_SENDER = {
  reply: t`This reply was not sent by the attendee it is about`,
  counter: t`This proposal was not sent by the attendee it is from`,
};

/** Why this mail must not change the event, for the user; null if it may. */
export function problemOf(mail: MailedInvitation, stored: StoredEvent | undefined): string | null {
  const { kind, first, sender } = mail;
  if (kind === "reply" || kind === "counter")
    return first.participants.some(({ address }) => address === sender) ? null : NOT_ABOUT_SENDER[kind];
  const organizer = stored?.organizer ?? first.organizer;
  if (stored && stored.organizer === null) return t`This event is your own`;
  if (organizer !== sender) return t`This message does not come from the organizer of the event`;
  if (kind !== "declinecounter" && stored && isOutdated(first, stored)) return NEWER_VERSION;
  return null;
}

/**
 * Whether the mail may be applied without the user's review. Any sender can be forged, so the check must have passed;
 * for an answer, which changes one mark and asks for nothing, it only must not have failed.
 */
export const mayApplyAutomatically = ({ kind, senderCheck }: MailedInvitation): boolean =>
  kind === "reply" ? senderCheck !== "failed" : senderCheck === "passed";

/** Whether the stored event already matches the mail. */
export function isUpToDate({ kind, first, sender }: MailedInvitation, stored: StoredEvent): boolean {
  const statusIn = (people: readonly { address: string; status: string }[]) =>
    people.find(({ address }) => address === sender)?.status;
  if (kind === "reply") return statusIn(stored.participants) === statusIn(first.participants);
  if (kind === "cancel" && first.recurrenceId === null) return stored.status === "cancelled";
  return stored.sequence >= first.sequence && (stored.dtstamp?.getTime() ?? 0) >= (first.dtstamp ?? 0);
}

/** As `lockEventsByUid`, without the lock. */
export const findStored = ({ db, actor }: SignedIn, uid: string) =>
  db
    .select(eventFields)
    .from(events)
    .where(and(eq(events.userId, actor.userId), eq(events.uid, uid), isNull(events.deletedAt)));
