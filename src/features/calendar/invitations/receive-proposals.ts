import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { formatFullDate, formatTimesAndZone } from "#platform/time/format-in-zone.ts";
import { occurrenceOf, type Target } from "../events/event-target.ts";
import type { StoredEvent } from "../events/read-events.ts";
import { timeZoneOfActor } from "../icalendar/import-icalendar.ts";
import type { FileEvent } from "../icalendar/read-icalendar.ts";
import { MAX_PROPOSALS, type TimeProposal } from "../model.ts";
import { notifyUser, occurrenceKey, setProposals, setStatus, targetOf } from "./invited-events.ts";
import { ownAddresses } from "./own-addresses.ts";
import type { MailedInvitation } from "./read-invitation-mail.ts";

/** Stores another time that an attendee proposes (RFC 5546, 3.2.7). A message for an older version changes nothing. */
export async function applyCounter(
  context: SignedIn,
  mail: MailedInvitation,
  stored: StoredEvent,
): Promise<void> {
  const target = await counteredTarget(context, mail, stored);
  if (!target) return;
  const { event } = target;
  const known = event.participants.find(({ address }) => address === mail.sender);
  const proposal = proposalIn(context, mail, target);
  const former = event.proposals.find((one) => isFromSame(one, proposal));
  if (!known || (former && !isNewer(proposal, former))) return;
  const others = event.proposals.filter((one) => one !== former && one.sequence >= event.sequence);
  if (others.length >= MAX_PROPOSALS) return;
  await setProposals(context, event, [...others, proposal]);
  const self = mail.first.participants.find(({ address }) => address === mail.sender);
  const name = known.name ?? self?.name ?? null;
  // Of an occurrence by the rule only the proposal is stored: the answer for the whole stays.
  const isWhole = proposal.recurrenceId === null || event.seriesId !== null;
  if (isWhole && (self?.status === "tentative" || self?.status === "declined"))
    await setStatus(context, event, { ...known, name, status: self.status });
  announceProposals(context);
  const zone = await timeZoneOfActor(context);
  await notifyUser(context, event, () => {
    const time = describeProposal(proposal, zone);
    return t`${name ?? mail.sender} proposes ${time}`;
  });
}

/** Also to a page that shows the message already, from before the calendar processed it. */
function announceProposals(context: SignedIn): void {
  context.announce({ resource: "events", ids: [] });
  context.announce({ resource: "eventInvitations", ids: [] });
}

/** The event or occurrence for which a time can be proposed to the actor; null if this message changes nothing. */
async function counteredTarget(
  context: SignedIn,
  { first }: Pick<MailedInvitation, "first">,
  stored: StoredEvent,
): Promise<Target | null> {
  const isOwn = stored.organizer === null || (await ownAddresses(context)).has(stored.organizer);
  const target = isOwn ? await targetOf(context, stored, first.recurrenceId) : null;
  if (!target || target.event.status === "cancelled" || first.sequence < target.event.sequence) return null;
  return target;
}

function proposalIn(
  { now }: Pick<SignedIn, "now">,
  { first, sender, comment }: MailedInvitation,
  target: Target,
): TimeProposal {
  const { startTime, endTime } = occurrenceOf(target);
  // Without an end that is after its start, the event has the same length as before.
  const end = first.end > first.start ? first.end : first.start + endTime.getTime() - startTime.getTime();
  return {
    address: sender,
    recurrenceId: occurrenceKey(target),
    startTime: new Date(first.start).toISOString(),
    endTime: new Date(end).toISOString(),
    isAllDay: first.isAllDay,
    comment,
    sequence: target.event.sequence,
    state: "open",
    proposedAt: new Date(Math.min(first.dtstamp ?? now.getTime(), now.getTime())).toISOString(),
  };
}

const isFromSame = (one: TimeProposal, other: TimeProposal): boolean =>
  one.address === other.address && one.recurrenceId === other.recurrenceId;

/** A time stamp has whole seconds: of the same one is newer what differs. */
function isNewer(proposal: TimeProposal, former: TimeProposal): boolean {
  if (proposal.proposedAt !== former.proposedAt) return proposal.proposedAt > former.proposedAt;
  return (
    proposal.startTime !== former.startTime ||
    proposal.endTime !== former.endTime ||
    proposal.comment !== former.comment
  );
}

function describeProposal({ startTime, endTime, isAllDay }: TimeProposal, zone: string): string {
  if (isAllDay) return formatFullDate(new Date(startTime), "UTC");
  return formatTimesAndZone(new Date(startTime), new Date(endTime), zone);
}

/** The organizer declined what the actor proposed (RFC 5546, 3.2.8). */
export async function applyDeclineCounter(
  context: SignedIn,
  { first }: MailedInvitation,
  stored: StoredEvent,
): Promise<void> {
  const target = await targetOf(context, stored, first.recurrenceId);
  const declined = target ? await declinedBy(context, first, target) : [];
  if (!target || declined.length === 0) return;
  const proposals = target.event.proposals.map((one) =>
    declined.includes(one) ? { ...one, state: "declined" as const } : one,
  );
  await setProposals(context, target.event, proposals);
  announceProposals(context);
  await notifyUser(context, target.event, () => t`The organizer did not accept your proposal`);
}

/** The actor's open proposals that the message is about. */
async function declinedBy(context: SignedIn, first: FileEvent, target: Target): Promise<TimeProposal[]> {
  const own = await ownAddresses(context);
  return target.event.proposals.filter(
    (one) =>
      own.has(one.address) &&
      one.state === "open" &&
      one.recurrenceId === occurrenceKey(target) &&
      // Some programs send none.
      (first.sequence === 0 || first.sequence >= one.sequence) &&
      (first.dtstamp === null || first.dtstamp >= Date.parse(one.proposedAt)),
  );
}

/** An attendee who answers after a proposal does not propose it any more. Returns the target as it is then. */
export async function withdrawProposals(
  context: SignedIn,
  target: Target,
  { dtstamp }: FileEvent,
  address: string,
): Promise<Target> {
  const { event, at } = target;
  const recurrenceId = occurrenceKey(target);
  const isWithdrawn = (one: TimeProposal) =>
    one.address === address &&
    one.recurrenceId === recurrenceId &&
    one.state !== "withdrawn" &&
    (dtstamp ?? 0) > Date.parse(one.proposedAt);
  if (!event.proposals.some(isWithdrawn)) return target;
  const proposals = event.proposals.map((one) =>
    isWithdrawn(one) ? { ...one, state: "withdrawn" as const } : one,
  );
  await setProposals(context, event, proposals);
  return { event: { ...event, proposals }, at };
}
