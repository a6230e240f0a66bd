import { and, eq, isNotNull, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import { profiles } from "#platform/auth/tables.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import { defaultCalendar } from "../calendar-settings.ts";
import {
  type CalendarEvent,
  END_AFTER_START,
  type EventChange,
  type NewEvent,
  type Scope,
  toAllDayTimes,
} from "../model.ts";
import { makeException, restoreExceptions } from "../series/change-exceptions.ts";
import { changeAll, type DatedChange, splitSeries } from "../series/change-series.ts";
import { materializeOccurrences, occurrenceId } from "../series/materialize-occurrences.ts";
import { events } from "../tables.ts";
import {
  applyTimeChange,
  givenFields,
  hasTimeChange,
  invalidField,
  validateTimes,
} from "./apply-time-change.ts";
import {
  lockTarget,
  occurrenceOf,
  requireVersion,
  requireWritable,
  scopeOf,
  type Target,
} from "./event-target.ts";
import { raisedSequence } from "./raised-sequence.ts";
import { eventFields, findEvent, ownEvents, type StoredEvent } from "./read-events.ts";

/** How to undo an action: an action of events and its input. */
export type UndoCall = { verb: "update" | "rejoin" | "join" | "restore"; input: Record<string, unknown> };
/** `after`: the event as now shown; `isWide`: other events changed too. */
export type ChangeResult = { after: CalendarEvent; undo: UndoCall; isWide: boolean };

/** `timeZone` decides which days an all-day event covers. For a series, returns the first occurrence. */
export async function insertEvent(context: SignedIn, event: NewEvent, timeZone: string) {
  if (event.endTime <= event.startTime) throw invalidField("endTime", END_AFTER_START);
  const times = validateTimes(event.isAllDay ? toAllDayTimes(event, timeZone) : event);
  const { now } = context;
  const calendarId = event.calendarId === undefined ? await defaultCalendar(context) : event.calendarId;
  await requireWritable(context, calendarId);
  const isSeries = event.rrule !== null;
  const zone = event.zone ?? (isSeries ? await zoneOf(context, timeZone) : null);
  const made = await context.db
    .insert(events)
    .values({
      ...event,
      ...times,
      createdByAi: event.createdByAi || event.createdFrom !== null,
      calendarId,
      isSeries,
      zone,
      userId: context.actor.userId,
      createdAt: now,
      updatedAt: now,
    })
    .returning(eventFields)
    .then(returnedRow);
  if (!isSeries) return { series: made, event: made };
  await materializeOccurrences(context, [made.id]);
  const first = await findEvent(context, occurrenceId(made.id, made.startTime)).catch(() => made);
  return { series: made, event: first };
}

type Change = DatedChange & { id: string; version: number; scope?: Scope | undefined };

/** Throws a conflict with the current event if the change was made on an older version. */
export async function changeEvent(context: SignedIn, input: Change, timeZone: string): Promise<ChangeResult> {
  const { id, version, scope: requestedScope, ...change } = input;
  const target = await lockTarget(context, id);
  requireVersion({ ...occurrenceOf(target), id }, version);
  if (change.rrule !== undefined && change.rrule !== null && change.zone === undefined)
    change.zone = target.event.zone ?? (await zoneOf(context, timeZone));
  const scope = scopeOf(target, requestedScope);
  if (!target.event.isSeries && !target.at) return changeOne(context, target.event, change, timeZone);
  if (scope === "this") return changeThis(context, target, change, timeZone);
  if (scope === "following") return changeFollowing(context, target, change, timeZone);
  const { after, undo } = await changeAll(context, { target, change, timeZone });
  return { after, undo: { verb: "update", input: undo }, isWide: true };
}

async function changeOne(
  context: SignedIn,
  before: StoredEvent,
  change: DatedChange,
  timeZone: string,
): Promise<ChangeResult> {
  const times = hasTimeChange(change) ? applyTimeChange(before, change, timeZone) : {};
  const isSeries = (change.rrule ?? null) !== null || (change.rdates ?? []).length > 0;
  const after = await context.db
    .update(events)
    .set({
      ...givenFields(change),
      ...times,
      isSeries,
      updatedAt: context.now,
      sequence: await raisedSequence(context, before),
      version: sql`${events.version} + 1`,
    })
    .where(ownEvents(context, eq(events.id, before.id)))
    .returning(eventFields)
    .then(returnedRow);
  const { id, version } = after;
  const undo: UndoCall = { verb: "update", input: { id, version, ...undoOf(before, change) } };
  if (!isSeries) return { after, undo, isWide: false };
  // Nothing was changed since it ceased to repeat: this undoes that.
  await restoreExceptions(context, id, before.updatedAt);
  await materializeOccurrences(context, [id]);
  const first = await findEvent(context, occurrenceId(id, after.startTime)).catch(() => after);
  return { after: first, undo, isWide: true };
}

/** A rule belongs to the series: the one occurrence cannot have another. */
async function changeThis(
  context: SignedIn,
  target: Target,
  change: DatedChange,
  timeZone: string,
): Promise<ChangeResult> {
  if (change.rrule !== undefined)
    throw invalidField("rrule", t`A single occurrence cannot have its own recurrence rule`);
  const isNew = target.event.seriesId === null;
  const exception = await makeException(context, target);
  const { after, undo, isWide } = await changeOne(context, exception, change, timeZone);
  return { after, undo: isNew ? { verb: "rejoin", input: { id: exception.id } } : undo, isWide };
}

async function changeFollowing(context: SignedIn, target: Target, change: DatedChange, timeZone: string) {
  const { series, at } = await seriesOfTarget(context, target);
  if (at <= series.startTime) return toChangeResult(await changeAll(context, { target, change, timeZone }));
  const occurrence = occurrenceOf(target);
  const { tail, undo } = await splitSeries(context, series, at);
  const moved = { ...tail, startTime: occurrence.startTime, endTime: occurrence.endTime };
  const isException = target.event.seriesId !== null;
  const newTarget: Target = isException
    ? { event: { ...moved, seriesId: tail.id }, at }
    : { event: tail, at };
  const { after } = await changeAll(context, { target: newTarget, change, timeZone });
  return { after, undo: { verb: "join", input: undo }, isWide: true } satisfies ChangeResult;
}

const toChangeResult = ({ after, undo }: Awaited<ReturnType<typeof changeAll>>): ChangeResult => ({
  after,
  undo: { verb: "update", input: undo },
  isWide: true,
});

async function seriesOfTarget(context: SignedIn, { event, at }: Target) {
  const series = event.seriesId === null ? event : (await lockTarget(context, event.seriesId)).event;
  if (!at) throw new Error("An occurrence cannot be moved to another calendar");
  return { series, at };
}

/** Moves to the trash: the event, one occurrence, it and all later ones, or the series with its exceptions. */
export async function trashEvent(context: SignedIn, id: string, requestedScope: Scope | undefined) {
  const target = await lockTarget(context, id);
  const scope = scopeOf(target, requestedScope);
  if (!target.at) return trashAll(context, target.event.id);
  if (scope === "this") return trashOccurrence(context, target);
  const { series, at } = await seriesOfTarget(context, target);
  if (scope === "all" || at <= series.startTime) return trashAll(context, series.id);
  const { tail, undo } = await splitSeries(context, series, at);
  await trashAll(context, tail.id);
  return {
    undo: { verb: "join", input: undo } satisfies UndoCall,
    deletedId: tail.id,
    seriesId: series.id,
    isWide: true,
  };
}

async function trashAll(context: SignedIn, id: string) {
  await context.db
    .update(events)
    .set({ deletedAt: context.now, version: sql`${events.version} + 1` })
    .where(ownEvents(context, sql`${id}::uuid in (${events.id}, ${events.seriesId})`));
  return {
    undo: { verb: "restore", input: { id } } satisfies UndoCall,
    deletedId: id,
    seriesId: id,
    isWide: true,
  };
}

async function trashOccurrence(context: SignedIn, target: Target) {
  const exception = await makeException(context, target);
  await context.db
    .update(events)
    .set({ deletedAt: context.now, version: sql`${events.version} + 1` })
    .where(and(eq(events.userId, context.actor.userId), eq(events.id, exception.id)));
  await changeExdates(
    context,
    exception,
    sql`array_append(${events.exdates}, ${exception.recurrenceId}::timestamptz)`,
  );
  return {
    undo: { verb: "restore", input: { id: exception.id } } satisfies UndoCall,
    deletedId: exception.id,
    seriesId: exception.seriesId,
    isWide: false,
  };
}

async function changeExdates(
  context: SignedIn,
  exception: Pick<StoredEvent, "seriesId" | "organizer">,
  exdates: ReturnType<typeof sql>,
): Promise<void> {
  const sequence = await raisedSequence(context, exception);
  await context.db
    .update(events)
    .set({ exdates, sequence, version: sql`${events.version} + 1` })
    .where(and(eq(events.userId, context.actor.userId), eq(events.id, exception.seriesId ?? "")));
}

/**
 * A series is restored with the exceptions that were deleted with it. An event that is not in the trash stays as it
 * is.
 */
export async function restoreEvent(context: SignedIn, id: string): Promise<StoredEvent | CalendarEvent> {
  const own = and(eq(events.id, id), eq(events.userId, context.actor.userId), isNotNull(events.deletedAt));
  const [deleted] = await context.db.select(eventFields).from(events).where(own).for("update");
  if (!deleted) return findEvent(context, id);
  await context.db
    .update(events)
    .set({ deletedAt: null, updatedAt: context.now, version: sql`${events.version} + 1` })
    .where(
      and(
        eq(events.userId, context.actor.userId),
        sql`${id}::uuid in (${events.id}, ${events.seriesId})`,
        eq(events.deletedAt, deleted.deletedAt ?? context.now),
      ),
    );
  if (deleted.seriesId !== null)
    await changeExdates(
      context,
      deleted,
      sql`array_remove(${events.exdates}, ${deleted.recurrenceId}::timestamptz)`,
    );
  if (deleted.isSeries) await materializeOccurrences(context, [id]);
  return findEvent(context, id);
}

/** The previous values of the changed fields; all time fields together. */
function undoOf(before: CalendarEvent, change: EventChange): EventChange {
  const times = ["startTime", "endTime", "isAllDay"];
  const fields = Object.keys(givenFields(change)).filter((field) => field !== "zone");
  const changed = new Set(hasTimeChange(change) ? [...fields, ...times] : fields);
  return Object.fromEntries(Object.entries(before).filter(([field]) => changed.has(field)));
}

async function zoneOf({ db, actor }: SignedIn, timeZone: string): Promise<string> {
  if (timeZone !== "UTC") return timeZone;
  const [profile] = await db
    .select({ timeZone: profiles.timeZone })
    .from(profiles)
    .where(eq(profiles.userId, actor.userId));
  return profile?.timeZone ?? timeZone;
}
