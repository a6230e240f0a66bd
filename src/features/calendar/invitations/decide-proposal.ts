import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { lockTarget, occurrenceOf, type Target } from "../events/event-target.ts";
import { findEvent, type StoredEvent } from "../events/read-events.ts";
import { scheduleReminders } from "../events/schedule-reminders.ts";
import { changeEvent } from "../events/write-events.ts";
import { writeICalendar } from "../icalendar/write-icalendar.ts";
import { type CalendarEvent, currentProposals, type TimeProposal } from "../model.ts";
import { occurrenceId } from "../series/materialize-occurrences.ts";
import { setProposals } from "./invited-events.ts";
import { ownAddresses } from "./own-addresses.ts";
import { requireSent } from "./propose-time.ts";
import { describe, sendAttendeeMails, sendInvitations, titleOf } from "./send-invitations.ts";

/** The proposal as its reader saw it: one that was replaced in the meantime is not accepted by mistake. */
export type NamedProposal = { eventId: string; address: string; startTime: Date; endTime: Date };

/** Moves the event, or the occurrence, to the proposed time and sends the new version to everybody invited. */
export async function acceptProposal(context: SignedIn, named: NamedProposal) {
  const { target, proposal } = await lockProposal(context, named);
  const { event } = target;
  await setProposals(
    context,
    event,
    event.proposals.filter((one) => one !== proposal),
  );
  const at = proposal.recurrenceId;
  const id = at === null || event.seriesId !== null ? event.id : occurrenceId(event.id, new Date(at));
  const { version } = await findEvent(context, id);
  const isAllDay = proposal.isAllDay === event.isAllDay ? {} : { isAllDay: proposal.isAllDay };
  const times = { startTime: new Date(proposal.startTime), endTime: new Date(proposal.endTime) };
  const { after, undo, isWide } = await changeEvent(context, { id, version, ...times, ...isAllDay }, "UTC");
  await scheduleReminders(context, after);
  const sent = await sendInvitations(context, at === null ? event.id : after.id);
  const { version: sentVersion } = await findEvent(context, at === null ? event.id : after.id);
  context.undoWith({
    capability: `events.${undo.verb}`,
    input: { ...undo.input, ...("version" in undo.input && { version: sentVersion }) },
  });
  if (isWide) context.announce({ resource: "events", ids: [] });
  return { ...sent, eventId: after.id };
}

/** DECLINECOUNTER to the attendee who proposed it (RFC 5546, 3.2.8), with the event, which stays as it is. */
export async function declineProposal(context: SignedIn, named: NamedProposal): Promise<CalendarEvent> {
  const { target, proposal } = await lockProposal(context, named);
  const { event } = target;
  const own = await ownAddresses(context);
  const organizer = event.organizer ?? own.usual;
  const declined: StoredEvent = {
    ...(proposal.recurrenceId === null
      ? event
      : { ...occurrenceOf(target), recurrenceId: target.at, rrule: null, rdates: [], exdates: [] }),
    ...{ organizer, updatedAt: context.now },
  };
  const { notSentTo } = await sendAttendeeMails(context, {
    from: organizer,
    to: [proposal.address],
    subject: t`Proposal declined: ${titleOf(event)}`,
    body: [t`The organizer did not accept your proposal. The event stays as it is:`, describe(declined)].join(
      "\n\n",
    ),
    method: "DECLINECOUNTER",
    text: writeICalendar([declined], { method: "DECLINECOUNTER", alarms: false }),
  });
  requireSent(notSentTo);
  await setProposals(
    context,
    event,
    event.proposals.map((one) => (one === proposal ? { ...one, state: "declined" } : one)),
  );
  context.announce({ resource: "events", ids: [] });
  return findEvent(context, named.eventId);
}

/** Throws unless it can still be decided. */
async function lockProposal(
  context: SignedIn,
  { eventId, address, startTime, endTime }: NamedProposal,
): Promise<{ target: Target; proposal: TimeProposal }> {
  const target = await lockTarget(context, eventId);
  const { event, at } = target;
  const own = await ownAddresses(context);
  if (event.organizer !== null && !own.has(event.organizer))
    throw new AppError("forbidden", t`Only ${event.organizer} can decide about this proposal`);
  const proposal = currentProposals({ ...event, recurrenceId: at }).find(
    (one) =>
      one.state === "open" &&
      one.address === address.toLowerCase() &&
      one.startTime === startTime.toISOString() &&
      one.endTime === endTime.toISOString() &&
      event.participants.some((known) => known.address === one.address),
  );
  if (!proposal) throw new AppError("conflict", t`This proposal was changed or answered in the meantime`);
  const isWhole = proposal.recurrenceId === null && event.seriesId === null;
  return { target: isWhole ? { event, at: null } : target, proposal };
}
