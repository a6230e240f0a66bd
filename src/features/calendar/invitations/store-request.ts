import { and, eq, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { StoredEvent } from "../events/read-events.ts";
import { mailedException } from "../series/change-exceptions.ts";
import { fieldsOf, upsertSeries } from "../series/upsert-series.ts";
import { events } from "../tables.ts";
import { masterOf, setProposals } from "./invited-events.ts";
import { isOutdated, type MailedInvitation } from "./read-invitation-mail.ts";

/** Stores the event as mailed, which ends its proposals of other times. Returns the id of the event or occurrence. */
export async function storeRequest(
  context: SignedIn,
  mail: MailedInvitation,
  stored: StoredEvent | undefined,
): Promise<string> {
  // A single occurrence: creates or updates an exception of the series.
  if (stored?.isSeries && mail.first.recurrenceId !== null) return storeOccurrences(context, mail, stored);
  const { uid } = mail.first;
  const group = { uid, events: mail.events };
  const replaced = new Map(stored ? [[uid, stored.id]] : []);
  const problems = await upsertSeries(context, stored?.calendarId ?? null, [group], replaced);
  const [problem] = problems.values();
  if (problem !== undefined) throw new AppError("invalid", problem);
  const saved = await masterOf(context, mail);
  if (!saved) throw new Error("The accepted event was not stored");
  await setProposals(context, saved, []);
  return saved.id;
}

async function storeOccurrences(
  context: SignedIn,
  mail: MailedInvitation,
  stored: StoredEvent,
): Promise<string> {
  let first: string | undefined;
  for (const event of mail.events) {
    const at = new Date(event.recurrenceId ?? event.start);
    const {
      recurrenceId: _,
      isSeries: __,
      calendarId: ___,
      createdAt: ____,
      reminderSettings: _____,
      ...fields
    } = fieldsOf(context, stored.calendarId, event);
    const exception = await mailedException(context, stored, at);
    first ??= exception.id;
    if (isOutdated(event, exception) && exception.seriesId === stored.id && exception.dtstamp !== null)
      continue;
    await context.db
      .update(events)
      .set({
        ...fields,
        ...{ rrule: null, rdates: [], exdates: [], proposals: [], version: sql`${events.version} + 1` },
      })
      .where(and(eq(events.userId, context.actor.userId), eq(events.id, exception.id)));
  }
  return first ?? stored.id;
}
