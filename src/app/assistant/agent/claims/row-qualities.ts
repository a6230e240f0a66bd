import { dayInZone, wallClock } from "#platform/time/wall-clock.ts";
import type { Clock } from "./claim.ts";
import { keysOfDay } from "./read-dates.ts";
import { plainText, stemOf, tokensOf } from "./tokens.ts";

export type Row = Record<string, unknown>;
export const isRow = (value: unknown): value is Row =>
  typeof value === "object" && value !== null && !Array.isArray(value);
export const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;
export const DAY = /^\d{4}-\d\d-\d\d$/;

/** 'isArchived' says 'archived', 'hasAttachments' says 'attachments'. */
export const flagOf = (name: string): string => plainText(name.replace(/^(?:is|has|can)(?=[A-Z])/, ""));

/** What can be said of a row to count it with others like it: its words, its days, and what follows from them. */
export function qualitiesOf(row: Row, clock: Clock): ReadonlySet<string> {
  const found = new Set<string>();
  for (const [name, value] of Object.entries(row)) {
    if (typeof value === "boolean") found.add(stemOf(value ? flagOf(name) : `un${flagOf(name)}`));
    if (Array.isArray(value) && value.length > 0) found.add(stemOf(plainText(name)));
    if (typeof value !== "string" && !isRow(value) && !Array.isArray(value)) continue;
    const text = typeof value === "string" ? value : JSON.stringify(value).slice(0, 1_000);
    if (DAY.test(text) || INSTANT.test(text))
      for (const key of dayQualities(name, new Date(text), row, clock)) found.add(key);
    else
      for (const { plain, kind } of tokensOf(text.slice(0, 2_000)))
        if (kind === "word") found.add(stemOf(plain));
  }
  if (row.dueDate === null) found.add("undated");
  if (typeof row.status === "string" && !/^(?:completed|done|closed|cancelled|archived)$/.test(row.status))
    found.add("open");
  return found;
}

function dayQualities(name: string, at: Date, row: Row, clock: Clock): string[] {
  if (Number.isNaN(at.getTime()) || /^(?:createdAt|updatedAt|deletedAt)$/.test(name)) return [];
  const { hour } = wallClock(at, clock.timeZone);
  const isOver = at < clock.now;
  const isOverdue = name === "dueDate" && isOver && !/^(?:completed|done)$/.test(String(row.status));
  const isNear = Math.abs(at.getTime() - clock.now.getTime()) < 7.5 * 86_400_000;
  // 'Friday' is one of these days, and not every Friday.
  const days = keysOfDay(dayInZone(at, clock.timeZone), clock).filter(
    (key) => isNear || !key.startsWith("w:"),
  );
  return [
    ...days,
    hour < 12 ? "morn" : hour < 18 ? "afternoon" : "evening",
    ...(isOverdue ? ["overdu", "late"] : []),
    ...(name === "dueDate" ? ["due"] : []),
  ];
}
