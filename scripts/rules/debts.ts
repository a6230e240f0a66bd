import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Rule } from "./rule.ts";

/**
 * Violations older than their rule: rule → path → how many. The numbers only go down. `node scripts/check-rules.ts
 * --lower` writes what is left, and follows files that moved; it refuses where a rule has more than before.
 */
export type Debts = Readonly<Record<string, Readonly<Record<string, number>>>>;

export const DEBTS_FILE = join(import.meta.dirname, "debts.json");

export const readDebts = (): Debts => JSON.parse(readFileSync(DEBTS_FILE, "utf8"));

export function lowerDebts(
  before: Debts,
  rules: readonly Rule[],
  found: readonly { rule: string; path: string }[],
): string {
  const after: Record<string, Record<string, number>> = {};
  for (const { name, exceptions = {} } of rules) {
    const counts: Record<string, number> = {};
    for (const { path } of found.filter(({ rule }) => rule === name)) counts[path] = (counts[path] ?? 0) + 1;
    const remaining = Object.entries(counts)
      .map(([path, count]) => [path, count - (exceptions[path]?.count ?? 0)] as const)
      .filter(([, count]) => count > 0)
      .toSorted(([a], [b]) => (a < b ? -1 : 1));
    if (sum(remaining.map(([, count]) => count)) > sum(Object.values(before[name] ?? {})))
      throw new Error(`${name}: there are more than before: mend the new ones`);
    if (remaining.length > 0) after[name] = Object.fromEntries(remaining);
  }
  return `${JSON.stringify(after, null, 2)}\n`;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
