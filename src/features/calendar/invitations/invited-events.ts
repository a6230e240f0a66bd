import { and, eq, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { notify, type Words } from "#platform/notify/notify.ts";
import type { Target } from "../events/event-target.ts";
import type { StoredEvent } from "../events/read-events.ts";
import type { Participant, TimeProposal } from "../model.ts";
import { findOccurrence } from "../series/change-exceptions.ts";
import { events } from "../tables.ts";
import type { OwnAddresses } from "./own-addresses.ts";
import { lockEventsByUid, type MailedInvitation, mainOf } from "./read-invitation-mail.ts";

export async function masterOf(
  context: SignedIn,
  { first }: MailedInvitation,
): Promise<StoredEvent | undefined> {
  return mainOf(await lockEventsByUid(context, first.uid), first);
}

/** What a message is about: the event, or one occurrence, which must be there. */
export async function targetOf(
  context: SignedIn,
  stored: StoredEvent,
  recurrenceId: number | null,
): Promise<Target | null> {
  if (recurrenceId === null || !stored.isSeries) return { event: stored, at: null };
  return findOccurrence(context, stored, new Date(recurrenceId));
}

/** The participant as invited: organizers accept answers only from invited addresses. */
export const ownParticipant = (
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

export async function setStatus(
  { actor, db, now }: SignedIn,
  event: StoredEvent,
  one: Participant,
): Promise<void> {
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

/** Which occurrence of the event a proposal is about; null: the whole of it. */
export const occurrenceKey = ({ event, at }: Target): string | null =>
  at !== null && (event.isSeries || event.seriesId !== null) ? at.toISOString() : null;

export const setProposals = ({ actor, db, now }: SignedIn, event: StoredEvent, proposals: TimeProposal[]) =>
  db
    .update(events)
    .set({ proposals, updatedAt: now, version: sql`${events.version} + 1` })
    .where(and(eq(events.userId, actor.userId), eq(events.id, event.id)));

export const notifyUser = (context: SignedIn, event: StoredEvent, message: Words) =>
  notify(context, {
    userIds: [context.actor.userId],
    title: () => event.title || t`(No title)`,
    message,
    type: "event",
    contextData: { invitationId: event.id },
    href: `/calendar?event=${event.id}`,
  });
