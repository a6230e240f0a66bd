import { and, eq, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { notify } from "#platform/notify/notify.ts";
import { lockTarget, occurrenceOf, type Target } from "../events/event-target.ts";
import { findEvent, type StoredEvent } from "../events/read-events.ts";
import { scheduleReminders } from "../events/schedule-reminders.ts";
import { restoreEvent } from "../events/write-events.ts";
import { type Answer, type CalendarEvent, currentProposals, type Participant } from "../model.ts";
import { mailedException, makeException } from "../series/change-exceptions.ts";
import { events } from "../tables.ts";
import {
  masterOf,
  notifyUser,
  occurrenceKey,
  ownParticipant,
  setProposals,
  setStatus,
  targetOf,
} from "./invited-events.ts";
import { ownAddresses } from "./own-addresses.ts";
import {
  type MailedInvitation,
  mayApplyAutomatically,
  problemOf,
  readInvitationMail,
} from "./read-invitation-mail.ts";
import { applyCounter, applyDeclineCounter, withdrawProposals } from "./receive-proposals.ts";
import { sendReply } from "./send-invitations.ts";
import { idOfWritten, storeRequest } from "./store-request.ts";

type AnswerChoice = Exclude<Answer, "needs-action">;

/** Answers for the event or, of a series, for the whole of it. */
export async function answerInvitation(
  context: SignedIn,
  eventId: string,
  answer: Answer,
): Promise<CalendarEvent> {
  const { event, at } = await lockTarget(context, eventId);
  const own = await ownAddresses(context);
  if (event.organizer === null || own.has(event.organizer))
    throw new AppError("conflict", t`You organize this event, so there is no invitation to answer`);
  const self = { ...ownParticipant(context, own, event.participants), status: answer };
  await setStatus(context, event, self);
  // What is proposed for single occurrences of a series is not answered with the whole.
  const answered = occurrenceKey({ event, at: event.seriesId === null ? null : at });
  await setProposals(
    context,
    event,
    event.proposals.filter(({ recurrenceId }) => recurrenceId !== answered),
  );
  await sendReply(context, event, self);
  return findEvent(context, eventId);
}

/** Accepted, the event is added to the calendar; declined, an event that is not stored is not added. */
export async function answerFromMail(context: SignedIn, emailId: string, answer: AnswerChoice) {
  const mail = await readInvitationMail(context, emailId);
  if (mail?.kind !== "request") throw new AppError("conflict", t`There is no invitation in this message`);
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
  const written = await storeRequest(context, mail, stored);
  const eventId = idOfWritten(written);
  for (const each of written) {
    const isRestored = each.deletedAt !== null && answer !== "declined";
    if (isRestored) await restoreEvent(context, each.id);
    const event = isRestored ? { ...each, deletedAt: null } : each;
    await setStatus(context, event, self);
    await scheduleReminders(context, event);
    await sendReply(context, event, self);
  }
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
    throw new AppError("conflict", t`This message does not match an event in your calendar`);
  const problem = problemOf(mail, stored);
  if (problem) throw new AppError("conflict", problem);
  await applyMail(context, mail, stored);
  return findEvent(context, stored.id);
}

async function applyMail(context: SignedIn, mail: MailedInvitation, stored: StoredEvent): Promise<void> {
  if (mail.kind === "reply") return applyReply(context, mail, stored);
  if (mail.kind === "cancel") return applyCancellation(context, mail, stored);
  if (mail.kind === "counter") return applyCounter(context, mail, stored);
  if (mail.kind === "declinecounter") return applyDeclineCounter(context, mail, stored);
  return applyRequest(context, mail, stored);
}

/** Each occurrence has an answer of its own, which ends when it is moved. */
async function applyRequest(context: SignedIn, mail: MailedInvitation, stored: StoredEvent): Promise<void> {
  const own = await ownAddresses(context);
  const before = new Map<number | null, Target>();
  for (const { recurrenceId } of mail.events) {
    const at = recurrenceId === null ? null : new Date(recurrenceId);
    before.set(recurrenceId, (await targetOf(context, stored, recurrenceId)) ?? { event: stored, at });
  }
  const written = await storeRequest(context, mail, stored);
  let isAsProposed = false;
  for (const event of written) {
    const target = before.get(event.recurrenceId?.getTime() ?? null) ?? { event: stored, at: null };
    const self = ownParticipant(context, own, target.event.participants);
    const isMoved = isElsewhere(occurrenceOf(target), event);
    await setStatus(context, event, { ...self, status: isMoved ? "needs-action" : self.status });
    await scheduleReminders(context, event);
    isAsProposed ||= isMoved && hasProposed(target, event);
  }
  const [event] = written;
  if (!event) return;
  context.announce({ resource: "events", ids: [] });
  await notifyUser(context, event, () =>
    isAsProposed
      ? t`${mail.sender} accepted the time that you proposed`
      : t`${mail.sender} changed this event`,
  );
}

/** Of a series the rule counts as well (RFC 5546, 3.2.2.1); a single occurrence has none. */
const isElsewhere = (before: StoredEvent, after: StoredEvent): boolean =>
  before.startTime.getTime() !== after.startTime.getTime() ||
  before.endTime.getTime() !== after.endTime.getTime() ||
  (after.isSeries && before.rrule !== after.rrule);

/** Whether the event was moved to a time that the actor proposed. */
const hasProposed = ({ event, at }: Target, { startTime, endTime }: StoredEvent): boolean =>
  currentProposals({ ...event, recurrenceId: at }).some(
    (one) => one.startTime === startTime.toISOString() && one.endTime === endTime.toISOString(),
  );

async function applyReply(
  context: SignedIn,
  { events: answers, sender }: MailedInvitation,
  stored: StoredEvent,
) {
  const isOwn = stored.organizer === null || (await ownAddresses(context)).has(stored.organizer);
  const current = answers.filter(({ sequence }) => isOwn && sequence >= stored.sequence);
  const changed: Participant[] = [];
  for (const answer of current) {
    const reply = answer.participants.find(({ address }) => address === sender);
    const named = await targetOf(context, stored, answer.recurrenceId);
    const known = named?.event.participants.find(({ address }) => address === sender);
    if (!named || !reply || !known) continue;
    const target = await withdrawProposals(context, named, answer, sender);
    if (known.status === reply.status) continue;
    await setStatus(context, await makeException(context, target), { ...known, status: reply.status });
    changed.push({ ...known, status: reply.status });
  }
  const [reply] = changed;
  if (!reply) return;
  context.announce({ resource: "events", ids: [] });
  const name = reply.name ?? sender;
  const words = {
    accepted: () => t`${name} accepted`,
    tentative: () => t`${name} may come`,
    declined: () => t`${name} declined`,
    "needs-action": () => t`${name} has not decided`,
  };
  await notifyUser(context, stored, words[reply.status]);
}

async function applyCancellation(
  context: SignedIn,
  { events: cancelled, first, sender }: MailedInvitation,
  stored: StoredEvent,
) {
  const only = first.recurrenceId === null ? [null] : cancelled.map(({ recurrenceId }) => recurrenceId);
  for (const at of only) {
    const event = at === null ? stored : await mailedException(context, stored, new Date(at));
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
  await notifyUser(context, stored, () => t`${sender} cancelled this event`);
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

/** What a message asks for whose sender could not be verified. */
const UNVERIFIED = {
  request: (sender: string) =>
    t`A message wants to change this event. The sender ${sender} could not be verified. Please review it first`,
  cancel: (sender: string) =>
    t`A message wants to cancel this event. The sender ${sender} could not be verified. Please review it first`,
  reply: (sender: string) =>
    t`A message wants to answer about this event. The sender ${sender} could not be verified. Please review it first`,
  counter: (sender: string) =>
    t`A message wants to propose another time for this event. The sender ${sender} could not be verified. Please review it first`,
  declinecounter: (sender: string) =>
    t`A message wants to decline your proposal for this event. The sender ${sender} could not be verified. Please review it first`,
};

async function notifyUnverifiedSender(
  context: SignedIn,
  { kind, sender }: MailedInvitation,
  event: StoredEvent,
  id: string,
): Promise<void> {
  await notify(context, {
    userIds: [context.actor.userId],
    title: () => event.title || t`(No title)`,
    message: () => UNVERIFIED[kind](sender),
    type: "event",
    contextData: { invitationId: event.id },
    href: `/email?email=${id}`,
    dedupeKey: `doubt ${id}`,
  });
}
