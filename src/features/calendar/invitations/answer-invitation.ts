import { and, eq, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { notify } from "#platform/notify/notify.ts";
import { lockTarget, type Target } from "../events/event-target.ts";
import { findEvent, type StoredEvent } from "../events/read-events.ts";
import { scheduleReminders } from "../events/schedule-reminders.ts";
import type { Answer, CalendarEvent, Participant } from "../model.ts";
import { makeException } from "../series/change-exceptions.ts";
import { occurrenceId } from "../series/materialize-occurrences.ts";
import { fieldsOf, upsertSeries } from "../series/upsert-series.ts";
import { events } from "../tables.ts";
import { type OwnAddresses, ownAddresses } from "./own-addresses.ts";
import {
  isOutdated,
  lockEventsByUid,
  type MailedInvitation,
  mayApplyAutomatically,
  problemOf,
  readInvitationMail,
} from "./read-invitation-mail.ts";
import { sendReply } from "./send-invitations.ts";

type AnswerChoice = Exclude<Answer, "needs-action">;

/** Answers for the event or, of a series, for the whole of it. */
export async function answerInvitation(
  context: SignedIn,
  eventId: string,
  answer: AnswerChoice,
): Promise<CalendarEvent> {
  const { event } = await lockTarget(context, eventId);
  const own = await ownAddresses(context);
  if (event.organizer === null || own.has(event.organizer))
    throw new AppError("conflict", "You organize this event, so there is no invitation to answer");
  const self = { ...ownParticipant(context, own, event.participants), status: answer };
  await setStatus(context, event, self);
  await sendReply(context, event, self);
  return findEvent(context, eventId);
}

/** Accepted, the event is added to the calendar; declined, an event that is not stored is not added. */
export async function answerFromMail(context: SignedIn, emailId: string, answer: AnswerChoice) {
  const mail = await readInvitationMail(context, emailId);
  if (mail?.kind !== "request") throw new AppError("conflict", "There is no invitation in this message");
  const stored = await masterOf(context, mail);
  const problem = problemOf(mail, stored);
  if (problem) throw new AppError("conflict", problem);
  const self = {
    ...ownParticipant(context, await ownAddresses(context), mail.first.participants),
    status: answer,
  };
  if (!stored && answer === "declined") {
    await sendReply(context, { ...toUnstoredEvent(context, mail), participants: [self] }, self);
    return { eventId: null };
  }
  const eventId = await storeRequest(context, mail, stored);
  const { event } = await lockTarget(context, eventId);
  await setStatus(context, event, self);
  await scheduleReminders(context, event);
  await sendReply(context, event, self);
  return { eventId };
}

/**
 * Applies a mail to events that are already in the calendar. A new invitation changes nothing until the user accepts
 * it. A mail whose sender is not verified is not applied either; the user is notified.
 */
export async function handleReceivedMail(context: SignedIn, emailId: string): Promise<void> {
  const mail = await readInvitationMail(context, emailId);
  if (!mail) return;
  const stored = await masterOf(context, mail);
  if (!stored || problemOf(mail, stored)) return;
  return mayApplyAutomatically(mail)
    ? applyMail(context, mail, stored)
    : notifyUnverifiedSender(context, mail, stored, emailId);
}

/** The same after the user reviewed the mail and confirmed it. */
export async function applyReviewedMail(context: SignedIn, emailId: string): Promise<CalendarEvent> {
  const mail = await readInvitationMail(context, emailId);
  const stored = mail && (await masterOf(context, mail));
  if (!mail || !stored)
    throw new AppError("conflict", "This message does not match an event in your calendar");
  const problem = problemOf(mail, stored);
  if (problem) throw new AppError("conflict", problem);
  await applyMail(context, mail, stored);
  return findEvent(context, stored.id);
}

async function applyMail(context: SignedIn, mail: MailedInvitation, stored: StoredEvent): Promise<void> {
  if (mail.kind === "reply") return applyReply(context, mail, stored);
  if (mail.kind === "cancel") return applyCancellation(context, mail, stored);
  const self = ownParticipant(context, await ownAddresses(context), stored.participants);
  const id = await storeRequest(context, mail, stored);
  const { event } = await lockTarget(context, id);
  const isMoved =
    mail.first.start !== stored.startTime.getTime() || mail.first.end !== stored.endTime.getTime();
  await setStatus(context, event, { ...self, status: isMoved ? "needs-action" : self.status });
  await scheduleReminders(context, event);
  context.announce({ resource: "events", ids: [] });
  await notifyUser(context, event, `${mail.sender} changed this event`);
}

async function applyReply(
  context: SignedIn,
  { events: answers, sender }: MailedInvitation,
  stored: StoredEvent,
) {
  const isOwn = stored.organizer === null || (await ownAddresses(context)).has(stored.organizer);
  const current = answers.filter(({ sequence }) => isOwn && sequence >= stored.sequence);
  const changed: Participant[] = [];
  for (const { recurrenceId, participants } of current) {
    const reply = participants.find(({ address }) => address === sender);
    const target = await answeredTarget(context, stored, recurrenceId);
    const known = target?.event.participants.find(({ address }) => address === sender);
    if (!target || !reply || !known || known.status === reply.status) continue;
    await setStatus(context, await makeException(context, target), { ...known, status: reply.status });
    changed.push({ ...known, status: reply.status });
  }
  const [reply] = changed;
  if (!reply) return;
  context.announce({ resource: "events", ids: [] });
  const words = {
    accepted: "accepted",
    tentative: "may come",
    declined: "declined",
    "needs-action": "has not decided",
  };
  await notifyUser(context, stored, `${reply.name ?? sender} ${words[reply.status]}`);
}

/** What an answer is about: the event, or one occurrence, which must be there. */
async function answeredTarget(
  context: SignedIn,
  stored: StoredEvent,
  recurrenceId: number | null,
): Promise<Target | null> {
  if (recurrenceId === null || !stored.isSeries) return { event: stored, at: null };
  return findOccurrence(context, stored, new Date(recurrenceId));
}

/** The occurrence, or the exception that replaces it; null if the series has none at that time. */
const findOccurrence = (context: SignedIn, series: StoredEvent, at: Date): Promise<Target | null> =>
  lockTarget(context, occurrenceId(series.id, at)).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  });

async function applyCancellation(
  context: SignedIn,
  { events: cancelled, first, sender }: MailedInvitation,
  stored: StoredEvent,
) {
  const only = first.recurrenceId === null ? [null] : cancelled.map(({ recurrenceId }) => recurrenceId);
  for (const at of only) {
    const target = { event: stored, at: at === null ? null : new Date(at) };
    const known = target.at && stored.isSeries ? await findOccurrence(context, stored, target.at) : null;
    const event = await makeException(context, known ?? target);
    await context.db
      .update(events)
      .set({
        status: "cancelled",
        sequence: first.sequence,
        updatedAt: context.now,
        version: sql`${events.version} + 1`,
      })
      .where(and(eq(events.userId, context.actor.userId), eq(events.id, event.id)));
  }
  await scheduleReminders(context, await findEvent(context, stored.id));
  context.announce({ resource: "events", ids: [] });
  await notifyUser(context, stored, `${sender} cancelled this event`);
}

async function storeRequest(
  context: SignedIn,
  mail: MailedInvitation,
  stored: StoredEvent | undefined,
): Promise<string> {
  // A single occurrence: creates or updates an exception of the series.
  if (stored?.isSeries && mail.first.recurrenceId !== null) {
    for (const event of mail.events) {
      const at = new Date(event.recurrenceId ?? event.start);
      const target = (await findOccurrence(context, stored, at)) ?? { event: stored, at };
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
        .where(and(eq(events.userId, context.actor.userId), eq(events.id, exception.id)));
    }
    return stored.id;
  }
  const { uid } = mail.first;
  const group = { uid, events: mail.events };
  const replaced = new Map(stored ? [[uid, stored.id]] : []);
  const problems = await upsertSeries(context, stored?.calendarId ?? null, [group], replaced);
  const [problem] = problems.values();
  if (problem !== undefined) throw new AppError("invalid", problem);
  const saved = await masterOf(context, mail);
  if (!saved) throw new Error("The accepted event was not stored");
  return saved.id;
}

async function masterOf(context: SignedIn, { first }: MailedInvitation): Promise<StoredEvent | undefined> {
  const stored = await lockEventsByUid(context, first.uid);
  return stored.find(({ seriesId }) => seriesId === null);
}

/** The participant as invited: organizers accept answers only from invited addresses. */
const ownParticipant = (
  { actor }: SignedIn,
  own: OwnAddresses,
  participants: readonly Participant[],
): Participant =>
  participants.find(({ address }) => own.has(address)) ?? {
    address: own.usual,
    name: actor.fullName || null,
    role: "required",
    status: "needs-action",
  };

async function setStatus({ actor, db, now }: SignedIn, event: StoredEvent, one: Participant): Promise<void> {
  const others = event.participants.filter(({ address }) => address !== one.address);
  const isKnown = others.length < event.participants.length;
  const participants = isKnown
    ? event.participants.map((each) => (each.address === one.address ? one : each))
    : [...others, one];
  await db
    .update(events)
    .set({ participants, updatedAt: now, version: sql`${events.version} + 1` })
    .where(and(eq(events.userId, actor.userId), eq(events.id, event.id)));
}

/** An event that is not stored, used to send the answer. */
function toUnstoredEvent(context: SignedIn, { first }: MailedInvitation): Parameters<typeof sendReply>[1] {
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

const UNVERIFIED_VERBS = { request: "change", cancel: "cancel", reply: "answer about" };

async function notifyUnverifiedSender(
  context: SignedIn,
  { kind, sender }: MailedInvitation,
  event: StoredEvent,
  id: string,
): Promise<void> {
  await notify(context, {
    userIds: [context.actor.userId],
    title: event.title || "(No title)",
    message: `A message wants to ${UNVERIFIED_VERBS[kind]} this event. The sender ${sender} could not be verified. Please review it first`,
    type: "event",
    contextData: { invitationId: event.id },
    href: `/email?email=${id}`,
    dedupeKey: `doubt ${id}`,
  });
}

const notifyUser = (context: SignedIn, event: StoredEvent, message: string) =>
  notify(context, {
    userIds: [context.actor.userId],
    title: event.title || "(No title)",
    message,
    type: "event",
    contextData: { invitationId: event.id },
    href: `/calendar?event=${event.id}`,
  });
