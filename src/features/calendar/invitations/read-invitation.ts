import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { findEvent, type StoredEvent } from "../events/read-events.ts";
import { type CalendarEvent, currentProposals, type TimeProposal } from "../model.ts";
import { occurrenceId } from "../series/materialize-occurrences.ts";
import { type OwnAddresses, ownAddresses } from "./own-addresses.ts";
import {
  findStored,
  isUpToDate,
  type MailedInvitation,
  mainOf,
  problemOf,
  readInvitationMail,
} from "./read-invitation-mail.ts";

/** What a mail's calendar part says, and what the calendar has of it. */
export async function readInvitation(context: SignedIn, emailId: string) {
  const mail = await readInvitationMail(context, emailId).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "invalid") return null;
    throw error;
  });
  if (!mail) return { invitation: null };
  const { kind, first } = mail;
  const rows = await findStored(context, first.uid);
  const stored = mainOf(rows, first);
  const own = await ownAddresses(context);
  const self = stored?.participants.find(({ address }) => own.has(address));
  const event = stored ? await namedEvent(context, mail, { rows, stored }) : null;
  const proposal = event && proposalOf(mail, event, own);
  return {
    invitation: {
      kind,
      title: first.title || (kind === "declinecounter" ? (event?.title ?? "") : ""),
      startTime: new Date(first.start),
      endTime: new Date(first.end),
      isAllDay: first.isAllDay,
      location: first.location,
      rrule: first.rrule,
      organizer: first.organizer,
      participants: first.participants,
      eventId: stored?.id ?? null,
      answer: self?.status ?? null,
      problem: problemOf(mail, stored),
      isProven: mail.senderCheck === "passed",
      isUnapplied: stored !== undefined && isUnapplied(mail, stored, { event, proposal }),
      comment: mail.comment,
      proposal: event && proposal && { ...proposal, eventId: event.id },
      current: kind === "counter" || kind === "declinecounter" ? event : null,
    },
  };
}

type Stored = { rows: StoredEvent[]; stored: StoredEvent };

/** The event that the message is about, or the occurrence; null where the series has none at that time. */
async function namedEvent(
  context: SignedIn,
  { first: { recurrenceId } }: MailedInvitation,
  { rows, stored }: Stored,
): Promise<CalendarEvent | null> {
  if (recurrenceId === null || !stored.isSeries) return stored;
  const exception = rows.find((row) => row.seriesId !== null && row.recurrenceId?.getTime() === recurrenceId);
  if (exception) return exception;
  return findEvent(context, occurrenceId(stored.id, new Date(recurrenceId))).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  });
}

type ShownProposal = Omit<TimeProposal, "state"> & {
  state: TimeProposal["state"] | "accepted" | "replaced" | "outdated";
};

/** The proposal that a message makes, with what became of it; of an invitation and of a refusal the reader's own. */
function proposalOf(mail: MailedInvitation, event: CalendarEvent, own: OwnAddresses): ShownProposal | null {
  const { kind, first, sender, comment } = mail;
  if (kind !== "counter") return currentProposals(event).find(({ address }) => own.has(address)) ?? null;
  const [startTime, endTime] = [new Date(first.start).toISOString(), new Date(first.end).toISOString()];
  const recurrenceId = event.seriesId === null ? null : (event.recurrenceId?.toISOString() ?? null);
  const known = currentProposals(event).find(
    (one) => one.address === sender && one.recurrenceId === recurrenceId,
  );
  if (known?.startTime === startTime && (known.endTime === endTime || first.end <= first.start)) return known;
  const isReplaced = known !== undefined && Date.parse(known.proposedAt) >= (first.dtstamp ?? 0);
  if (!isReplaced && first.sequence >= event.sequence) return null;
  const isAccepted = event.startTime.toISOString() === startTime;
  return {
    ...{ address: sender, startTime, endTime, isAllDay: first.isAllDay, comment, sequence: first.sequence },
    recurrenceId,
    state: isReplaced ? "replaced" : isAccepted ? "accepted" : "outdated",
    proposedAt: new Date(first.dtstamp ?? 0).toISOString(),
  };
}

function isUnapplied(
  mail: MailedInvitation,
  stored: StoredEvent,
  { event, proposal }: { event: CalendarEvent | null; proposal: ShownProposal | null },
): boolean {
  if (mail.kind === "counter")
    return (
      event !== null &&
      proposal === null &&
      event.status !== "cancelled" &&
      event.participants.some(({ address }) => address === mail.sender)
    );
  if (mail.kind === "declinecounter") return proposal?.state === "open";
  return !isUpToDate(mail, stored);
}
