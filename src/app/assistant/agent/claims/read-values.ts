import type { Clock, Value } from "./claim.ts";
import { readDate } from "./read-dates.ts";
import { readFigure } from "./read-figures.ts";
import { readLiterals } from "./read-literals.ts";
import { readTime } from "./read-times.ts";
import type { Token } from "./tokens.ts";

/**
 * The days, times, amounts, addresses and codes of a text, in its order. Takes time in proportion to its length: each
 * sign is part of one value at most.
 */
export function readValues(text: string, tokens: readonly Token[], clock: Clock): Value[] {
  const literals = readLiterals(text);
  const found: Value[] = [...literals];
  let literal = 0;
  for (let at = 0; at < tokens.length; ) {
    const token = tokens[at];
    if (!token) break;
    while ((literals[literal]?.end ?? Number.POSITIVE_INFINITY) <= token.start) literal += 1;
    if ((literals[literal]?.start ?? Number.POSITIVE_INFINITY) <= token.start) {
      at += 1;
      continue;
    }
    const before = tokens[at - 1];
    const isFirst = !before || text.slice(before.end, token.start).includes("\n");
    const read = readDate(tokens, at, clock) ?? readTime(tokens, at) ?? readFigure(tokens, at, isFirst);
    if (read) found.push(read.value);
    at = Math.max(at + 1, read?.next ?? 0);
  }
  return found.sort((one, other) => one.start - other.start);
}
