import { isDeepStrictEqual } from "node:util";
import type { FileEvent } from "../icalendar/read-icalendar.ts";

/** These fields are merged as one: a mix of both sides would be an event that nobody wanted. */
const TIMES = ["start", "end", "isAllDay", "zone", "rrule", "rdates", "exdates"] as const;
/** Every program that writes the event changes these. */
const MARKS = new Set<keyof FileEvent>(["sequence", "dtstamp"]);

/**
 * Three-way merge of an event: a field that only one side changed is taken from that side. Null if both sides changed
 * the same field differently.
 */
export function mergeEvents(
  before: readonly FileEvent[],
  ours: readonly FileEvent[],
  theirs: readonly FileEvent[],
): FileEvent[] | null {
  const [was, mine, other] = [before, ours, theirs].map(
    (events) => new Map(events.map((event) => [event.recurrenceId, event])),
  );
  if (!was || !mine || !other) return null;
  const merged: FileEvent[] = [];
  for (const key of new Set([...mine.keys(), ...other.keys()])) {
    const one = mergeOne(was.get(key), mine.get(key), other.get(key));
    if (one === null) return null;
    if (one) merged.push(one);
  }
  return merged;
}

/** Undefined: the event is deleted; null: the user must decide. */
function mergeOne(
  before: FileEvent | undefined,
  ours: FileEvent | undefined,
  theirs: FileEvent | undefined,
): FileEvent | null | undefined {
  if (!before) return ours && theirs ? (same(ours, theirs) ? ours : null) : (ours ?? theirs);
  if (!ours) return !theirs || same(before, theirs) ? undefined : null;
  if (!theirs) return same(before, ours) ? undefined : null;
  const merged: FileEvent = { ...theirs };
  const fields = Object.keys(before).filter((field) => !MARKS.has(field as keyof FileEvent));
  const times = new Set<string>(TIMES);
  const groups = [
    TIMES as readonly string[],
    ...fields.filter((field) => !times.has(field)).map((field) => [field]),
  ];
  for (const group of groups) {
    const [was, mine, other] = [before, ours, theirs].map((event) => part(event, group));
    if (isDeepStrictEqual(mine, was) || isDeepStrictEqual(mine, other)) continue;
    if (!isDeepStrictEqual(other, was)) return null;
    Object.assign(merged, mine);
  }
  return { ...merged, sequence: Math.max(ours.sequence, theirs.sequence) + 1 };
}

const part = (event: FileEvent, fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, event[field as keyof FileEvent]]));

const same = (one: FileEvent, other: FileEvent) =>
  isDeepStrictEqual({ ...one, sequence: 0, dtstamp: 0 }, { ...other, sequence: 0, dtstamp: 0 });
