import { isDeepStrictEqual } from "node:util";
import type { FileEvent } from "../icalendar/read-icalendar.ts";

/** These fields are merged as one: a mix of both sides would be an event that nobody wanted. */
const TIMES = ["start", "end", "isAllDay", "zone", "rrule", "rdates", "exdates"] as const;
/** Every program that writes the event changes these. */
const REVISION_FIELDS = new Set<keyof FileEvent>(["sequence", "dtstamp"]);

/**
 * Three-way merge of an event: a field that only one side changed is taken from that side. Null if both sides changed
 * the same field differently.
 */
export function mergeEvents(
  base: readonly FileEvent[],
  local: readonly FileEvent[],
  remote: readonly FileEvent[],
): FileEvent[] | null {
  const [baseById, localById, remoteById] = [base, local, remote].map(
    (events) => new Map(events.map((event) => [event.recurrenceId, event])),
  );
  if (!baseById || !localById || !remoteById) return null;
  const merged: FileEvent[] = [];
  for (const key of new Set([...localById.keys(), ...remoteById.keys()])) {
    const one = mergeOne(baseById.get(key), localById.get(key), remoteById.get(key));
    if (one === null) return null;
    if (one) merged.push(one);
  }
  return merged;
}

/** Undefined: the event is deleted; null: the user must decide. */
function mergeOne(
  base: FileEvent | undefined,
  local: FileEvent | undefined,
  remote: FileEvent | undefined,
): FileEvent | null | undefined {
  if (!base) return local && remote ? (same(local, remote) ? local : null) : (local ?? remote);
  if (!local) return !remote || same(base, remote) ? undefined : null;
  if (!remote) return same(base, local) ? undefined : null;
  const merged: FileEvent = { ...remote };
  const fields = Object.keys(base).filter((field) => !REVISION_FIELDS.has(field as keyof FileEvent));
  const times = new Set<string>(TIMES);
  const groups = [
    TIMES as readonly string[],
    ...fields.filter((field) => !times.has(field)).map((field) => [field]),
  ];
  for (const group of groups) {
    const [basePart, localPart, remotePart] = [base, local, remote].map((event) => part(event, group));
    if (isDeepStrictEqual(localPart, basePart) || isDeepStrictEqual(localPart, remotePart)) continue;
    if (!isDeepStrictEqual(remotePart, basePart)) return null;
    Object.assign(merged, localPart);
  }
  return { ...merged, sequence: Math.max(local.sequence, remote.sequence) + 1 };
}

const part = (event: FileEvent, fields: readonly string[]) =>
  Object.fromEntries(fields.map((field) => [field, event[field as keyof FileEvent]]));

const same = (one: FileEvent, other: FileEvent) =>
  isDeepStrictEqual({ ...one, sequence: 0, dtstamp: 0 }, { ...other, sequence: 0, dtstamp: 0 });
