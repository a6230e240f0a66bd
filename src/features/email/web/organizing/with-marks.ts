import type { StoredRecord } from "#platform/client/record-source.ts";
import type { EmailOnWire, OpenEmailOnWire } from "../../model.ts";

/** Marks of a received email: whatever else changes may come with another text, folder or state of delivery. */
const MARKS: ReadonlySet<string> = new Set<keyof EmailOnWire>([
  "isRead",
  "isStarred",
  "priority",
  "category",
  "aiSummary",
  "importance",
  "snoozedUntil",
  "remindAt",
  "threadSize",
]);
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * The opened email with its new marks; null if more may have changed than marks. A record without a newer version was
 * announced for what only the opened email has, such as the labels of its server.
 */
export function withMarks(opened: OpenEmailOnWire, records: readonly StoredRecord[]): OpenEmailOnWire | null {
  const record = records.findLast(({ id }) => id === opened.id) as EmailOnWire | undefined;
  if (record?.status !== "received" || opened.bodyState !== "full") return null;
  if (record.version <= opened.version) return null;
  const { version: _, updatedAt: __, ...shown } = record;
  const changed = Object.entries(shown).filter(([key, value]) => !isSame(value, Reflect.get(opened, key)));
  const areMarks = changed.length > 0 && changed.every(([key]) => MARKS.has(key));
  return areMarks ? { ...opened, ...record } : null;
}
