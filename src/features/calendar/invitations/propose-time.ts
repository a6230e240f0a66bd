import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { applyTimeChange, invalidField, type Times } from "../events/apply-time-change.ts";
import { lockTarget, occurrenceOf, type Target } from "../events/event-target.ts";
import { findEvent, type StoredEvent } from "../events/read-events.ts";
import { scheduleReminders } from "../events/schedule-reminders.ts";
import { restoreEvent } from "../events/write-events.ts";
import { writeICalendar } from "../icalendar/write-icalendar.ts";
import { type CalendarEvent, MAX_PROPOSALS, type Participant, type TimeProposal } from "../model.ts";
import { shiftBetween, shiftRule } from "../series/shift-rule.ts";
import {
  masterOf,
  occurrenceKey,
  ownParticipant,
  setProposals,
  setStatus,
  targetOf,
} from "./invited-events.ts";
import { ownAddresses } from "./own-addresses.ts";
import { isUpToDate, problemOf, readInvitationMail } from "./read-invitation-mail.ts";
import { describe, sendAttendeeMails, titleOf } from "./send-invitations.ts";
import { idOfWritten, storeRequest } from "./store-request.ts";

export type ProposedTime = Times & { comment?: string | undefined };

/** Proposes another time to the organizer: for the event, for the occurrence with this id, or for the whole series. */
export async function proposeTime(
  context: SignedIn,
  eventId: string,
  proposed: ProposedTime,
): Promise<CalendarEvent> {
  await propose(context, await lockTarget(context, eventId), proposed);
  return findEvent(context, eventId);
}

/** The same for the invitation in an email, which is added to the calendar. */
export async function proposeTimeInMail(context: SignedIn, emailId: string, proposed: ProposedTime) {
  const mail = await readInvitationMail(context, emailId);
  if (mail?.kind !== "request") throw new AppError("conflict", t`There is no invitation in this message`);
  const stored = await masterOf(context, mail);
  const problem = problemOf(mail, stored);
  if (problem) throw new AppError("conflict", problem);
  const known = stored && isUpToDate(mail, stored) ? stored : undefined;
  const target = known && (await targetOf(context, known, mail.first.recurrenceId));
  if (target) {
    await propose(context, target, proposed);
    return { eventId: target.event.id };
  }
  const eventId = idOfWritten(await storeRequest(context, mail, stored));
  await restoreEvent(context, eventId);
  const added = await lockTarget(context, eventId);
  await scheduleReminders(context, added.event);
  await propose(context, added, proposed);
  return { eventId };
}

async function propose(
  context: SignedIn,
  target: Target,
  { comment, ...given }: ProposedTime,
): Promise<void> {
  const { event } = target;
  const own = await ownAddresses(context);
  if (event.organizer === null || own.has(event.organizer))
    throw new AppError("conflict", t`You organize this event, so you can move it yourself`);
  if (event.status === "cancelled") throw new AppError("conflict", t`This event is cancelled`);
  const before = occurrenceOf(target);
  const times = applyTimeChange(before, given, "UTC");
  if (+times.startTime === +before.startTime && +times.endTime === +before.endTime)
    throw invalidField("startTime", t`The event already takes place at this time`);
  const invited = ownParticipant(context, own, event.participants);
  // Whoever invites an address alone names it by that address.
  const isNamed = invited.name !== null && invited.name.toLowerCase() !== invited.address;
  const name = isNamed ? invited.name : context.actor.fullName || null;
  const self: Participant = { ...invited, name, status: "tentative" };
  const seconds = Math.floor(context.now.getTime() / 1000);
  const proposal: TimeProposal = {
    ...{ address: self.address, recurrenceId: occurrenceKey(target) },
    ...{ startTime: times.startTime.toISOString(), endTime: times.endTime.toISOString() },
    ...{ isAllDay: event.isAllDay, comment: comment || null, sequence: event.sequence, state: "open" },
    proposedAt: new Date(seconds * 1000).toISOString(),
  };
  const others = event.proposals.filter(
    ({ recurrenceId, sequence }) => recurrenceId !== proposal.recurrenceId && sequence >= event.sequence,
  );
  if (others.length >= MAX_PROPOSALS)
    throw new AppError("conflict", t`There are ${MAX_PROPOSALS} proposals for this series already`);
  await sendCounter(context, {
    event: proposedEvent(target, times),
    organizer: event.organizer,
    self,
    proposal,
  });
  // The answer for the whole stays: of an occurrence only the proposal is stored.
  if (proposal.recurrenceId === null || event.seriesId !== null) await setStatus(context, event, self);
  await setProposals(context, event, [...others, proposal]);
}

/** The complete event as it would be (RFC 5546, 3.2.7); a series moves with its rule and its dates. */
function proposedEvent(target: Target, times: Times): StoredEvent {
  const before = occurrenceOf(target);
  const { rrule } = before;
  if (target.at !== null || !before.isSeries)
    return {
      ...before,
      ...times,
      ...{ recurrenceId: target.at ?? before.recurrenceId, rrule: null, rdates: [], exdates: [] },
    };
  const place = { isAllDay: before.isAllDay, zone: before.zone ?? "UTC" };
  const move = shiftBetween(
    { ...place, startTime: before.startTime },
    { ...place, startTime: times.startTime },
  );
  return {
    ...before,
    ...times,
    rrule: rrule === null ? null : shiftRule(rrule, move),
    rdates: before.rdates.map(move.map),
    exdates: before.exdates.map(move.map),
  };
}

type Counter = { event: StoredEvent; organizer: string; self: Participant; proposal: TimeProposal };

/** COUNTER to the organizer, by mail even where the server sends answers: none of them sends proposals (RFC 6638). */
async function sendCounter(context: SignedIn, { event, organizer, self, proposal }: Counter): Promise<void> {
  const { comment } = proposal;
  const others = event.participants.filter(({ address }) => address !== self.address);
  const { notSentTo } = await sendAttendeeMails(context, {
    from: self.address,
    to: [organizer],
    subject: t`New time proposed: ${titleOf(event)}`,
    body: [t`Another time is proposed:`, describe(event), comment].filter(Boolean).join("\n\n"),
    method: "COUNTER",
    text: writeICalendar([{ ...event, participants: [...others, self], updatedAt: context.now }], {
      ...{ method: "COUNTER", alarms: false, comment },
    }),
  });
  requireSent(notSentTo);
}

export function requireSent(notSentTo: readonly string[]): void {
  if (notSentTo.length > 0)
    throw new AppError(
      "conflict",
      t`No mail can be sent to ${notSentTo.join(", ")}: connect a mail account first`,
    );
}
