import type { Token } from "../extraction/read-tokens.ts";

/** 'by then', 'before then', 'that morning': the date is one that was named before. */
export function refersBack(tokens: readonly Token[]): boolean {
  return tokens.some(({ word }, at) => {
    const before = tokens[at - 1]?.word ?? "";
    if (word === "then") return /^(?:by|before|until|till|for)$/.test(before);
    return before === "that" && PART.test(word) && !/^(?:all|is|was)$/.test(tokens[at - 2]?.word ?? "");
  });
}
const PART = /^(?:morning|afternoon|evening|night|day|weekend|date)$/;
