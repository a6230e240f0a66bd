import { and, asc, eq, gt, inArray, isNotNull, lt, or, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { derivedId } from "#platform/database/derived-id.ts";
import { WorkError, work } from "#platform/workers/work.ts";
import { eventFields, ownEvents, type StoredEvent } from "../events/read-events.ts";
import { DAY } from "../model.ts";
import { eventOccurrences, events } from "../tables.ts";
import { type Expanded, expandAll, type Series, type Window } from "./expand-series.ts";
import { parseRule } from "./recurrence-rule.ts";

/** Series are materialized for these days around today, at most `MAX_OCCURRENCES` occurrences each (security.md D19). */
const DAYS_BACK = 240;
const DAYS_AHEAD = 730;
const MAX_OCCURRENCES = 1000;
/** The range that is surely materialized, some days shorter because the job runs nightly. */
export const materializedRange = (now: Date) => ({
  since: new Date(now.getTime() - (DAYS_BACK - 10) * DAY),
  until: new Date(now.getTime() + (DAYS_AHEAD - 30) * DAY),
});
/** Limit per request of series to materialize far ahead or back. */
const MAX_SERIES = 1000;

export const expandingSeries = work<typeof expandAll>("calendar.expandSeries", {
  seconds: 2,
  megabytes: 128,
  piecesOfOnePerson: 100,
});

/** Always the same for the same series and start: links and exceptions survive a new expansion. */
export const occurrenceId = (seriesId: string, start: Date): string =>
  derivedId(`${seriesId} ${start.getTime()}`);

/** Replaces the stored occurrences of these series. Throws if a rule cannot be expanded. */
export async function materializeOccurrences(context: SignedIn, ids: readonly string[]): Promise<void> {
  const problems = await expandEvents(context, ids);
  const [problem] = problems.values();
  if (problem !== undefined) throw new AppError("invalid", problem, { fields: { rrule: problem } });
}

/**
 * As `materializeOccurrences`; returns errors by series id instead of throwing, and stores no occurrences for those.
 */
export async function expandEvents(context: SignedIn, ids: readonly string[]): Promise<Map<string, string>> {
  const { db, now } = context;
  const problems = new Map<string, string>();
  if (ids.length === 0) return problems;
  const rows = await db
    .select(eventFields)
    .from(events)
    .where(
      and(eq(events.userId, context.actor.userId), inArray(events.id, [...ids]), eq(events.isSeries, true)),
    );
  const window = {
    from: now.getTime() - DAYS_BACK * DAY,
    until: now.getTime() + DAYS_AHEAD * DAY,
    limit: MAX_OCCURRENCES,
  };
  const expanded = await expand(context, rows.map(seriesOf), window);
  const exceptions = await exceptionsOf(context, ids);
  const made = rows.flatMap((row, index) => {
    const result = expanded[index] ?? NOT_EXPANDED;
    if ("problem" in result) {
      problems.set(row.id, result.problem);
      return [];
    }
    const length = row.endTime.getTime() - row.startTime.getTime();
    return result.starts
      .filter((start) => !exceptions.has(`${row.id} ${start}`))
      .map((start) => ({
        id: occurrenceId(row.id, new Date(start)),
        event_id: row.id,
        start_time: new Date(start).toISOString(),
        end_time: new Date(start + length).toISOString(),
      }));
  });
  await db
    .delete(eventOccurrences)
    .where(
      and(eq(eventOccurrences.userId, context.actor.userId), inArray(eventOccurrences.eventId, [...ids])),
    );
  await db.execute(sql`
    insert into event_occurrences (id, user_id, event_id, start_time, end_time)
    select id, ${context.actor.userId}::uuid, event_id, start_time, end_time
      from jsonb_to_recordset(${JSON.stringify(made)}::jsonb)
           as made (id uuid, event_id uuid, start_time timestamptz, end_time timestamptz)
    on conflict (id) do nothing`);
  await db
    .update(events)
    .set({ expandedFrom: new Date(window.from), expandedUntil: new Date(window.until) })
    .where(
      and(eq(events.userId, context.actor.userId), inArray(events.id, [...ids]), eq(events.isSeries, true)),
    );
  return problems;
}

/**
 * Adds the occurrences of the actor's series in a range far from today to the stored ones. They stay until the series
 * is materialized again. A series that ended before the range adds none.
 */
export async function ensureMaterialized(context: SignedIn, from: Date, to: Date): Promise<number> {
  const { db, actor } = context;
  const rows = await db
    .select(eventFields)
    .from(events)
    .where(
      ownEvents(
        context,
        eq(events.isSeries, true),
        lt(events.startTime, to),
        or(gt(events.expandedFrom, from), lt(events.expandedUntil, to)),
      ),
    )
    .orderBy(asc(events.id))
    .limit(MAX_SERIES);
  const window = { from: from.getTime(), until: to.getTime(), limit: MAX_OCCURRENCES };
  const expanded = await expand(context, rows.map(seriesOf), window);
  const ids = rows.map(({ id }) => id);
  const exceptions = ids.length > 0 ? await exceptionsOf(context, ids) : new Set<string>();
  const made = rows.flatMap((row, index) => {
    const result = expanded[index];
    const starts = result && "starts" in result ? result.starts : [];
    const length = row.endTime.getTime() - row.startTime.getTime();
    return starts
      .filter((start) => !exceptions.has(`${row.id} ${start}`))
      .map((start) => ({
        ...{ id: occurrenceId(row.id, new Date(start)), userId: actor.userId, eventId: row.id },
        startTime: new Date(start),
        endTime: new Date(start + length),
      }));
  });
  for (let at = 0; at < made.length; at += MAX_OCCURRENCES)
    await db
      .insert(eventOccurrences)
      .values(made.slice(at, at + MAX_OCCURRENCES))
      .onConflictDoNothing();
  return made.length;
}

export const seriesOf = (event: StoredEvent): Series => ({
  start: event.startTime.getTime(),
  isAllDay: event.isAllDay,
  zone: event.zone ?? "UTC",
  rrule: event.rrule,
  rdates: event.rdates.map((at) => at.getTime()),
  exdates: event.exdates.map((at) => at.getTime()),
});

/** Common rules are expanded in this process; all others in a worker with limits, against expensive rules. */
export async function expand(
  context: SignedIn,
  series: readonly Series[],
  window: Window,
): Promise<Expanded[]> {
  const results: Expanded[] = [];
  const others: number[] = [];
  series.forEach((one, index) => {
    if (isEveryday(one, window)) results[index] = expandAll({ series: [one], window })[0] ?? { starts: [] };
    else others.push(index);
  });
  for (let at = 0; at < others.length; at += BATCH_SIZE) {
    const batch = others.slice(at, at + BATCH_SIZE);
    const answers = await inWorker(
      context,
      batch.flatMap((index) => series[index] ?? []),
      window,
    );
    batch.forEach((index, place) => {
      results[index] = answers[place] ?? NOT_EXPANDED;
    });
  }
  return results;
}

const BATCH_SIZE = 20;
const TOO_COSTLY = { problem: t`The recurrence rule has too many occurrences` };
const NOT_EXPANDED = { problem: t`The recurrence rule could not be expanded` };

/**
 * If a batch fails, each series is tried alone, so that the others still succeed. Throws `upstream` where it is not the
 * rules' fault: too much waits, or the program is ending.
 */
async function inWorker(context: SignedIn, series: readonly Series[], window: Window): Promise<Expanded[]> {
  try {
    return await context.workers.run(expandingSeries, context.actor.userId, { series, window });
  } catch (error) {
    if (!(error instanceof WorkError)) throw error;
    const { reason } = error;
    if (reason === "busy" || reason === "closed")
      throw new AppError("upstream", t`Too many events are being worked on. Please try again.`);
    if (series.length <= 1) return [reason === "time" || reason === "memory" ? TOO_COSTLY : NOT_EXPANDED];
    const alone: Expanded[] = [];
    for (const one of series) alone.push(...(await inWorker(context, [one], window)));
    return alone;
  }
}

const EVERYDAY = new Set(["FREQ", "INTERVAL", "COUNT", "UNTIL", "BYDAY", "BYMONTHDAY", "BYMONTH", "WKST"]);

function isEveryday({ rrule, start }: Series, { from }: Window): boolean {
  if (rrule === null) return true;
  try {
    const { frequency, parts } = parseRule(rrule);
    const isPlain = frequency !== "HOURLY" && [...parts.keys()].every((part) => EVERYDAY.has(part));
    return isPlain && Number(parts.get("COUNT") ?? 0) <= 500 && start > from - 10 * 365 * DAY;
  } catch {
    // A rule that cannot be parsed goes to the worker, which reports the error.
    return false;
  }
}

/** `series start` of each occurrence that has an exception, in the trash or not. */
async function exceptionsOf({ actor, db }: SignedIn, ids: readonly string[]): Promise<Set<string>> {
  const rows = await db
    .select({ seriesId: events.seriesId, at: events.recurrenceId })
    .from(events)
    .where(
      and(
        eq(events.userId, actor.userId),
        inArray(events.seriesId, [...ids]),
        isNotNull(events.recurrenceId),
      ),
    );
  return new Set(rows.map(({ seriesId, at }) => `${seriesId} ${at?.getTime()}`));
}
