import { eq, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { notify } from "#platform/notify/notify.ts";
import { makeException } from "./change-series.ts";
import { lockTarget } from "./find-target.ts";
import type { Answer, CalendarEvent, Participant } from "./model.ts";
import { type OwnAddresses, ownAddresses } from "./own-addresses.ts";
import { findEvent, type StoredEvent } from "./read-events.ts";
import {
  actsAlone,
  isOutdated,
  type MailedInvitation,
  problemOf,
  readMail,
  storedByUid,
} from "./read-invitation.ts";
import { sendReply } from "./send-invitations.ts";
import { setReminders } from "./set-reminders.ts";
import { fieldsOf, storeGroups } from "./store-groups.ts";
import { events } from "./tables.ts";

type Given = Exclude<Answer, "needs-action">;

/** Answers for the event or, of a series, for the whole of it. */
export async function answerInvitation(
  context: SignedIn,
  eventId: string,
  answer: Given,
): Promise<CalendarEvent> {
  const { event } = await lockTarget(context, eventId);
  const own = await ownAddresses(context);
  if (event.organizer === null || own.has(event.organizer))
    throw new AppError("conflict", "This event is your own: there is nobody to answer to");
  const self = { ...selfIn(context, own, event.participants), status: answer };
  await setStatus(context, event, self);
  await sendReply(context, event, self);
  return findEvent(context, eventId);
}

/** Accepted, the event comes into the calendar; declined, one that is not there stays out of it. */
export async function answerFromMail(context: SignedIn, emailId: string, answer: Given) {
  const mail = await readMail(context, emailId);
  if (mail?.kind !== "request") throw new AppError("conflict", "There is no invitation in this message");
  const stored = await masterOf(context, mail);
  const problem = problemOf(mail, stored);
  if (problem) throw new AppError("conflict", problem);
  const self = {
    ...selfIn(context, await ownAddresses(context), mail.first.participants),
    status: answer,
  };
  if (!stored && answer === "declined") {
    await sendReply(context, { ...asWritten(context, mail), participants: [self] }, self);
    return { eventId: null };
  }
  const eventId = await storeRequest(context, mail, stored);
  const { event } = await lockTarget(context, eventId);
  await setStatus(context, event, self);
  await setReminders(context, event);
  await sendReply(context, event, self);
  return { eventId };
}

/**
 * What a mail says about events that are in the calendar already. An invitation to something new changes nothing by
 * itself: a person accepts it. What may be forged waits for a person as well, who is told.
 */
export async function hearMail(context: SignedIn, emailId: string): Promise<void> {
  const mail = await readMail(context, emailId);
  if (!mail) return;
  const stored = await masterOf(context, mail);
  if (!stored || problemOf(mail, stored)) return;
  return actsAlone(mail) ? takeIn(context, mail, stored) : tellOfDoubt(context, mail, stored, emailId);
}

/** The same, because a person looked at the mail and says so. */
export async function takeOverMail(context: SignedIn, emailId: string): Promise<CalendarEvent> {
  const mail = await readMail(context, emailId);
  const stored = mail && (await masterOf(context, mail));
  if (!mail || !stored) throw new AppError("conflict", "This message is about no event in your calendar");
  const problem = problemOf(mail, stored);
  if (problem) throw new AppError("conflict", problem);
  await takeIn(context, mail, stored);
  return findEvent(context, stored.id);
}

async function takeIn(context: SignedIn, mail: MailedInvitation, stored: StoredEvent): Promise<void> {
  if (mail.kind === "reply") return hearReply(context, mail, stored);
  if (mail.kind === "cancel") return hearCancel(context, mail, stored);
  const mine = selfIn(context, await ownAddresses(context), stored.participants);
  const id = await storeRequest(context, mail, stored);
  const { event } = await lockTarget(context, id);
  const isMoved =
    mail.first.start !== stored.startTime.getTime() || mail.first.end !== stored.endTime.getTime();
  await setStatus(context, event, { ...mine, status: isMoved ? "needs-action" : mine.status });
  await setReminders(context, event);
  context.announce({ resource: "events", ids: [] });
  await tell(context, event, `${mail.sender} changed this event`);
}

async function hearReply(context: SignedIn, { first, sender }: MailedInvitation, stored: StoredEvent) {
  const isOwn = stored.organizer === null || (await ownAddresses(context)).has(stored.organizer);
  const said = first.participants.find(({ address }) => address === sender);
  const known = stored.participants.find(({ address }) => address === sender);
  if (!isOwn || !said || !known || first.sequence < stored.sequence || known.status === said.status) return;
  await setStatus(context, stored, { ...known, status: said.status });
  context.announce({ resource: "events", ids: [] });
  const words = {
    accepted: "accepted",
    tentative: "may come",
    declined: "declined",
    "needs-action": "has not decided",
  };
  await tell(context, stored, `${known.name ?? sender} ${words[said.status]}`);
}

async function hearCancel(
  context: SignedIn,
  { events: cancelled, first, sender }: MailedInvitation,
  stored: StoredEvent,
) {
  const only = first.recurrenceId === null ? [null] : cancelled.map(({ recurrenceId }) => recurrenceId);
  for (const at of only) {
    const target = { event: stored, at: at === null ? null : new Date(at) };
    const event = at === null ? stored : await makeException(context, target);
    await context.db
      .update(events)
      .set({
        status: "cancelled",
        sequence: first.sequence,
        updatedAt: context.now,
        version: sql`${events.version} + 1`,
      })
      .where(eq(events.id, event.id));
  }
  await setReminders(context, await findEvent(context, stored.id));
  context.announce({ resource: "events", ids: [] });
  await tell(context, stored, `${sender} cancelled this event`);
}

async function storeRequest(
  context: SignedIn,
  mail: MailedInvitation,
  stored: StoredEvent | undefined,
): Promise<string> {
  // One occurrence alone: it becomes, or changes, an exception of the series.
  if (stored?.isSeries && mail.first.recurrenceId !== null) {
    for (const event of mail.events) {
      const target = { event: stored, at: new Date(event.recurrenceId ?? event.start) };
      const {
        recurrenceId: _,
        isSeries: __,
        calendarId: ___,
        createdAt: ____,
        reminderSettings: _____,
        ...fields
      } = fieldsOf(context, stored.calendarId, event);
      const exception = await makeException(context, target);
      if (isOutdated(event, exception) && exception.seriesId === stored.id && exception.dtstamp !== null)
        continue;
      await context.db
        .update(events)
        .set({ ...fields, rrule: null, rdates: [], exdates: [], version: sql`${events.version} + 1` })
        .where(eq(events.id, exception.id));
    }
    return stored.id;
  }
  const { uid } = mail.first;
  const group = { uid, events: mail.events };
  const replaced = new Map(stored ? [[uid, stored.id]] : []);
  const problems = await storeGroups(context, stored?.calendarId ?? null, [group], replaced);
  const [problem] = problems.values();
  if (problem !== undefined) throw new AppError("invalid", problem);
  const kept = await masterOf(context, mail);
  if (!kept) throw new Error("The accepted event did not come back");
  return kept.id;
}

async function masterOf(context: SignedIn, { first }: MailedInvitation): Promise<StoredEvent | undefined> {
  const stored = await storedByUid(context, first.uid);
  return stored.find(({ seriesId }) => seriesId === null);
}

/** As they were invited: the organizer takes answers of nobody else. */
const selfIn = ({ actor }: SignedIn, own: OwnAddresses, participants: readonly Participant[]): Participant =>
  participants.find(({ address }) => own.has(address)) ?? {
    address: own.usual,
    name: actor.fullName || null,
    role: "required",
    status: "needs-action",
  };

async function setStatus({ db, now }: SignedIn, event: StoredEvent, one: Participant): Promise<void> {
  const others = event.participants.filter(({ address }) => address !== one.address);
  const isKnown = others.length < event.participants.length;
  const participants = isKnown
    ? event.participants.map((each) => (each.address === one.address ? one : each))
    : [...others, one];
  await db
    .update(events)
    .set({ participants, updatedAt: now, version: sql`${events.version} + 1` })
    .where(eq(events.id, event.id));
}

/** An event that is not stored, for the answer to it. */
function asWritten(context: SignedIn, { first }: MailedInvitation): Parameters<typeof sendReply>[1] {
  const {
    start,
    end,
    minutesBefore: _,
    recurrenceId,
    rdates: __,
    exdates: ___,
    dtstamp: ____,
    ...event
  } = first;
  return {
    ...event,
    rrule: null,
    rdates: [],
    exdates: [],
    seriesId: null,
    recurrenceId: recurrenceId === null ? null : new Date(recurrenceId),
    startTime: new Date(start),
    endTime: new Date(end),
    reminderSettings: {},
    createdAt: context.now,
    updatedAt: context.now,
  };
}

const DOUBT = { request: "change", cancel: "cancel", reply: "answer about" };

async function tellOfDoubt(
  context: SignedIn,
  { kind, sender }: MailedInvitation,
  event: StoredEvent,
  id: string,
): Promise<void> {
  await notify(context, {
    userIds: [context.actor.userId],
    title: event.title || "(No title)",
    message: `A message wants to ${DOUBT[kind]} this event. Whether ${sender} wrote it is not proven: look at it first`,
    type: "event",
    contextData: { invitationId: event.id },
    href: `/email?email=${id}`,
    dedupeKey: `doubt ${id}`,
  });
}

const tell = (context: SignedIn, event: StoredEvent, message: string) =>
  notify(context, {
    userIds: [context.actor.userId],
    title: event.title || "(No title)",
    message,
    type: "event",
    contextData: { invitationId: event.id },
    href: `/calendar?event=${event.id}`,
  });
