import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { eventFields, type StoredEvent } from "../events/read-events.ts";
import type { FileEvent } from "../icalendar/read-icalendar.ts";
import { findOccurrence, mailedException, makeException } from "../series/change-exceptions.ts";
import { fieldsOf, upsertSeries } from "../series/upsert-series.ts";
import { events } from "../tables.ts";
import { setProposals } from "./invited-events.ts";
import {
  isOutdated,
  lockEventsByUid,
  type MailedInvitation,
  mainOf,
  NEWER_VERSION,
} from "./read-invitation-mail.ts";

/**
 * Stores what is mailed, which ends its proposals of other times. Returns what the message is about: the event or
 * series, or each occurrence that it does not name in an older version. One in the trash stays there.
 */
export async function storeRequest(
  context: SignedIn,
  mail: MailedInvitation,
  stored: StoredEvent | undefined,
): Promise<StoredEvent[]> {
  if (mail.first.recurrenceId === null) return [await storeEvents(context, mail.events, stored)];
  const written: StoredEvent[] = [];
  for (const event of mail.events) {
    if (stored?.isSeries) written.push(...(await storeException(context, event, stored)));
    else {
      // Without its series an occurrence is an event of its own.
      const former = mainOf(await lockEventsByUid(context, event.uid), event);
      written.push(await storeEvents(context, [event], former));
    }
  }
  return written;
}

/** Of what was stored for the user to answer. */
export function idOfWritten([first]: readonly StoredEvent[]): string {
  if (!first) throw new AppError("conflict", NEWER_VERSION);
  return first.id;
}

async function storeEvents(
  context: SignedIn,
  mailed: readonly FileEvent[],
  stored: StoredEvent | undefined,
): Promise<StoredEvent> {
  const first = mailed.find(({ recurrenceId }) => recurrenceId === null) ?? mailed[0];
  if (!first) throw new Error("An invitation has an event");
  const { uid } = first;
  const trashed = stored?.isSeries ? await trashedOccurrences(context, stored) : [];
  const replaced = new Map(stored ? [[uid, stored.id]] : []);
  const problems = await upsertSeries(
    context,
    stored?.calendarId ?? null,
    [{ uid, events: mailed }],
    replaced,
  );
  const [problem] = problems.values();
  if (problem !== undefined) throw new AppError("invalid", problem);
  const saved = mainOf(await lockEventsByUid(context, uid), first);
  if (!saved) throw new Error("The accepted event was not stored");
  await setProposals(context, saved, []);
  for (const at of saved.isSeries ? trashed : []) await returnToTrash(context, saved, at);
  return { ...saved, proposals: [] };
}

type Trashed = { recurrenceId: Date | null; deletedAt: Date | null };

const trashedOccurrences = ({ db, actor }: SignedIn, { id }: StoredEvent): Promise<Trashed[]> =>
  db
    .select({ recurrenceId: events.recurrenceId, deletedAt: events.deletedAt })
    .from(events)
    .where(and(eq(events.userId, actor.userId), eq(events.seriesId, id), isNotNull(events.deletedAt)));

/** As it is now: that is what restoring it shows. An occurrence that the series does not have any more is gone. */
async function returnToTrash(
  context: SignedIn,
  series: StoredEvent,
  { recurrenceId: at, deletedAt }: Trashed,
): Promise<void> {
  const found = at && (await findOccurrence(context, series, at));
  if (!found) return;
  const { id } = await makeException(context, found);
  const own = eq(events.userId, context.actor.userId);
  await context.db
    .update(events)
    .set({ deletedAt })
    .where(and(own, eq(events.id, id)));
  await context.db
    .update(events)
    .set({ exdates: sql`array_append(${events.exdates}, ${at}::timestamptz)` })
    .where(and(own, eq(events.id, series.id)));
}

/** Creates or updates an exception of the series; none if the stored one is newer. */
async function storeException(
  context: SignedIn,
  event: FileEvent,
  series: StoredEvent,
): Promise<StoredEvent[]> {
  const at = new Date(event.recurrenceId ?? event.start);
  const {
    recurrenceId: _,
    isSeries: __,
    calendarId: ___,
    createdAt: ____,
    reminderSettings: _____,
    ...fields
  } = fieldsOf(context, series.calendarId, event);
  const exception = await mailedException(context, series, at);
  if (isOutdated(event, exception) && exception.seriesId === series.id && exception.dtstamp !== null)
    return [];
  return context.db
    .update(events)
    .set({
      ...fields,
      ...{ rrule: null, rdates: [], exdates: [], proposals: [], version: sql`${events.version} + 1` },
    })
    .where(and(eq(events.userId, context.actor.userId), eq(events.id, exception.id)))
    .returning(eventFields);
}
