import { randomUUID } from "node:crypto";
import { and, eq, gte, isNull, type SQL, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import { applyTimeChange, givenFields, hasTimeChange } from "../events/apply-time-change.ts";
import { lockEvent, lockSeries, occurrenceOf, type Target } from "../events/event-target.ts";
import { raisedSequence } from "../events/raised-sequence.ts";
import { eventFields, findEvent, type StoredEvent } from "../events/read-events.ts";
import { type CalendarEvent, EventChange, type SeriesJoin } from "../model.ts";
import { eventOccurrences, events } from "../tables.ts";
import { changeExceptions, dropExceptions, moveExceptions, restoreExceptions } from "./change-exceptions.ts";
import { expand, materializeOccurrences, occurrenceId, seriesOf } from "./materialize-occurrences.ts";
import { formatRule, parseRule, withParts } from "./recurrence-rule.ts";
import { endRuleBefore, type RuleShift, shiftBetween, shiftRule } from "./shift-rule.ts";

/** `rdates`: the dates of the series besides those of its rule; only an undo gives them. */
export type DatedChange = EventChange & { rdates?: Date[] | undefined };
type SeriesChange = { target: Target; change: DatedChange; timeZone: string };

/** Changes the whole series; its exceptions keep the fields changed in them, and all else follows the series. */
export async function changeAll(context: SignedIn, { target, change, timeZone }: SeriesChange) {
  const series = target.event.seriesId === null ? target.event : await lockSeries(context, target.event);
  const occurrence = occurrenceOf(target);
  const zone = change.zone ?? series.zone ?? timeZone;
  const moves = hasTimeChange(change) || change.zone !== undefined;
  const daysOf = change.isAllDay && !series.isAllDay && !change.startTime ? zone : timeZone;
  const times = moves ? applyTimeChange(occurrence, change, daysOf) : occurrence;
  const isAllDay = change.isAllDay ?? series.isAllDay;
  const place = { isAllDay: series.isAllDay, zone: series.zone ?? "UTC" };
  const move = moves
    ? shiftBetween(
        { ...place, startTime: occurrence.startTime },
        { isAllDay, zone, startTime: times.startTime },
      )
    : null;
  const map = move ? move.map : (at: Date) => at;
  const startTime = map(series.startTime);
  const length = times.endTime.getTime() - times.startTime.getTime();
  const rrule = change.rrule === undefined ? ruleAfter(series, move) : change.rrule;
  const rdates = change.rdates ?? (losesRule(series, change) ? [] : series.rdates.map(map));
  const exdates = series.exdates.map(map);
  const { rdates: _, rrule: __, ...fields } = givenFields(change);
  const isSeries = rrule !== null || rdates.length > 0 || !ceasesToRepeat(series, change);
  const endTime = new Date(startTime.getTime() + length);
  await context.db
    .update(events)
    .set({
      ...fields,
      ...{ startTime, endTime, isAllDay, zone, rrule, rdates, exdates, isSeries },
      updatedAt: context.now,
      sequence: await raisedSequence(context, series),
      version: sql`${events.version} + 1`,
    })
    .where(ownEvents(context, eq(events.id, series.id)));
  if (isSeries) await changeExceptions(context, series, fields, map);
  else await dropExceptions(context, series.id);
  await materializeOccurrences(context, [series.id]);
  if (!isSeries)
    await context.db
      .delete(eventOccurrences)
      .where(and(eq(eventOccurrences.userId, context.actor.userId), eq(eventOccurrences.eventId, series.id)));
  const after = await findAfterChange(context, series.id, target.at && map(target.at));
  const { version } = await findEvent(context, series.id);
  return { after, undo: { id: series.id, version, ...undoOf(series, change, moves) } };
}

/** The series ends before the occurrence, and a new series continues from there. */
export async function splitSeries(context: SignedIn, series: StoredEvent, at: Date) {
  const length = series.endTime.getTime() - series.startTime.getTime();
  const isEarlier = (date: Date) => date < at;
  const tail: StoredEvent = {
    ...series,
    id: randomUUID(),
    uid: randomUUID(),
    startTime: at,
    endTime: new Date(at.getTime() + length),
    rrule: series.rrule === null ? null : await remainingRule(context, series, at),
    rdates: series.rdates.filter((date) => !isEarlier(date)),
    exdates: series.exdates.filter((date) => !isEarlier(date)),
    ...{ sequence: 0, proposals: [], version: 1, href: null, etag: null, updatedAt: context.now },
  };
  const ownText = sql`(select ${events.remoteIcs} from ${events} where ${events.id} = ${series.id}
    and ${events.userId} = ${context.actor.userId} and ${events.remoteIcs} like 'BEGIN:VCALENDAR%')`;
  await context.db.insert(events).values({ ...tail, remoteIcs: ownText });
  const head = {
    rrule: series.rrule === null ? null : endRuleBefore(series.rrule, at, series.isAllDay),
    rdates: series.rdates.filter(isEarlier),
    exdates: series.exdates.filter(isEarlier),
  };
  await context.db
    .update(events)
    .set({
      ...head,
      updatedAt: context.now,
      sequence: await raisedSequence(context, series),
      version: sql`${events.version} + 1`,
    })
    .where(ownEvents(context, eq(events.id, series.id)));
  await context.db
    .update(events)
    .set({ seriesId: tail.id, uid: tail.uid, version: sql`${events.version} + 1` })
    .where(ownEvents(context, eq(events.seriesId, series.id), gte(events.recurrenceId, at)));
  await materializeOccurrences(context, [series.id, tail.id]);
  const { rrule, rdates, exdates } = series;
  return { tail, undo: { id: series.id, tailId: tail.id, at, rrule, rdates, exdates } satisfies SeriesJoin };
}

/** Undoes a split: the series gets its previous rule and dates back, and the split-off series is deleted. */
export async function joinSeries(context: SignedIn, join: SeriesJoin): Promise<CalendarEvent> {
  const { id, tailId } = join;
  const series = await lockEvent(context, id);
  const [tail] = await context.db
    .select(eventFields)
    .from(events)
    .where(and(eq(events.id, tailId), eq(events.userId, context.actor.userId)))
    .for("update");
  if (!series || !tail) throw notFound(t`Event`);
  const back = shiftBetween(
    { startTime: tail.startTime, isAllDay: tail.isAllDay, zone: tail.zone ?? "UTC" },
    { startTime: join.at ?? tail.startTime, isAllDay: series.isAllDay, zone: series.zone ?? "UTC" },
  );
  await context.db
    .update(events)
    .set({
      rrule: join.rrule,
      rdates: join.rdates ?? withoutRepeats(series.rdates, tail.rdates.map(back.map)),
      exdates: withoutRepeats(join.exdates ?? [], series.exdates, tail.exdates.map(back.map)),
      updatedAt: context.now,
      sequence: await raisedSequence(context, series),
      version: sql`${events.version} + 1`,
    })
    .where(ownEvents(context, eq(events.id, id)));
  // Exceptions that were deleted with the tail, or when it ceased to repeat, are restored with it.
  await restoreExceptions(context, tailId, tail.deletedAt ?? tail.updatedAt);
  await changeExceptions(context, tail, changedFields(tail, series), back.map);
  await moveExceptions(context, tailId, (at) => at, { seriesId: id, uid: series.uid });
  await context.db.delete(events).where(ownEvents(context, eq(events.id, tailId)));
  await materializeOccurrences(context, [id]);
  return findEvent(context, id);
}

const withoutRepeats = (...dates: (readonly Date[])[]): Date[] =>
  [...new Set(dates.flat().map((at) => at.getTime()))].map((at) => new Date(at));

/** The values of the second event for the fields that people can change and that differ in the first. */
const changedFields = (from: StoredEvent, to: StoredEvent): Partial<StoredEvent> =>
  Object.fromEntries(
    Object.entries(to).filter(
      ([name, value]) =>
        name in EventChange.shape &&
        name !== "rrule" &&
        JSON.stringify(value) !== JSON.stringify(from[name as keyof StoredEvent]),
    ),
  );

/** The rest of a rule with a COUNT, from the occurrence on. */
async function remainingRule(context: SignedIn, series: StoredEvent, at: Date): Promise<string> {
  const rule = parseRule(series.rrule ?? "");
  const count = Number(rule.parts.get("COUNT") ?? 0);
  if (count === 0) return formatRule(rule);
  const bare = { ...seriesOf(series), rdates: [], exdates: [] };
  const window = { from: series.startTime.getTime(), until: at.getTime(), limit: count };
  const [before] = await expand(context, [bare], window);
  const past = before && "starts" in before ? before.starts.length : 0;
  return formatRule(withParts(rule, { COUNT: String(Math.max(1, count - past)) }));
}

/** A series can consist of dates without any rule: it ceases only if what makes it repeat is taken away. */
const ceasesToRepeat = (series: StoredEvent, change: DatedChange) =>
  losesRule(series, change) || (series.rdates.length > 0 && change.rdates?.length === 0);

const losesRule = ({ rrule }: StoredEvent, change: DatedChange) => change.rrule === null && rrule !== null;

const ruleAfter = ({ rrule }: StoredEvent, move: RuleShift | null) =>
  rrule === null || !move ? rrule : shiftRule(rrule, move);

const ownEvents = ({ actor }: Pick<SignedIn, "actor">, ...more: SQL[]) =>
  and(eq(events.userId, actor.userId), ...more);

/** The occurrence at its new time, otherwise the series itself. */
async function findAfterChange(context: SignedIn, seriesId: string, at: Date | null): Promise<CalendarEvent> {
  if (!at) return findEvent(context, seriesId);
  const [occurrence] = await context.db
    .select({ id: eventOccurrences.id })
    .from(eventOccurrences)
    .where(
      and(
        eq(eventOccurrences.userId, context.actor.userId),
        eq(eventOccurrences.id, occurrenceId(seriesId, at)),
      ),
    );
  const [exception] = await context.db
    .select({ id: events.id })
    .from(events)
    .where(
      ownEvents(
        context,
        eq(events.seriesId, seriesId),
        eq(events.recurrenceId, at),
        isNull(events.deletedAt),
      ),
    );
  return findEvent(context, exception?.id ?? occurrence?.id ?? seriesId);
}

function undoOf(series: StoredEvent, change: DatedChange, moves: boolean): Record<string, unknown> {
  const placed = moves || change.rrule !== undefined ? PLACED : [];
  const fields = new Set([...Object.keys(givenFields(change)), ...placed]);
  const before = Object.entries(series).filter(
    ([name, value]) => fields.has(name) && !(name === "zone" && value === null),
  );
  return { ...Object.fromEntries(before), scope: "all" };
}

const PLACED = ["startTime", "endTime", "isAllDay", "zone", "rrule", "rdates"];
