import type { Token } from "../../understanding/tokens.ts";
import { lexicalStems } from "./lexical-stems.ts";

/** Of a question's rare words how much stands in a passage, above it, and in its record: from 0 to 1. */
export type Shares = readonly [own: number, context: number, record: number];

type Text = { tokens: readonly Token[]; context: readonly Token[]; record: unknown };

/** The shares of every passage; a word is the rarer the fewer of these records have it. */
export function lexicalShares(question: readonly Token[], passages: readonly Text[]): Shares[] {
  const asked = lexicalStems(question);
  const stems = passages.map(({ tokens, context }) => ({
    own: new Set(lexicalStems(tokens)),
    context: new Set(lexicalStems(context)),
  }));
  const records = new Map<unknown, Set<string>>();
  for (const [at, { record }] of passages.entries()) {
    const words = records.get(record) ?? new Set<string>();
    for (const stem of [...(stems[at]?.own ?? []), ...(stems[at]?.context ?? [])]) words.add(stem);
    records.set(record, words);
  }
  const all = Math.max(2, records.size);
  const weights = asked.map((stem) => {
    const count = [...records.values()].filter((words) => words.has(stem)).length;
    return count === 0 ? 1 : Math.log(1 + all / count) / Math.log(1 + all);
  });
  const total = weights.reduce((sum, each) => sum + each, 0) || 1;
  const shareOf = (words: ReadonlySet<string>) =>
    asked.reduce((sum, stem, at) => sum + (words.has(stem) ? (weights[at] ?? 0) : 0), 0) / total;
  return passages.map(({ record }, at) => [
    shareOf(stems[at]?.own ?? new Set()),
    shareOf(stems[at]?.context ?? new Set()),
    shareOf(records.get(record) ?? new Set()),
  ]);
}
