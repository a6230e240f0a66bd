import { roleFeatures } from "./role-features.ts";
import type { Token } from "./tokens.ts";

/** How much a feature of a word speaks for each role; undefined for one that is not known. */
export type RoleWeights = (feature: string) => Readonly<Record<string, number>> | undefined;

/** How much something else speaks for a role of the word at a place. */
export type RoleHints = (at: number, tag: string) => number;

/** The most likely role of each word ('' for none, 'B-when', 'I-when'), by Viterbi's way through all of them. */
export function bestRoles(
  weights: RoleWeights,
  tokens: readonly Token[],
  frame: string,
  roles: readonly string[],
  hints: RoleHints = () => 0,
): string[] {
  const tags = ["", ...roles.flatMap((role) => [`B-${role}`, `I-${role}`])];
  let scores = new Map<string, number>([["^", 0]]);
  const ways: Map<string, string>[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const rows = roleFeatures(tokens, at, frame).map(weights);
    const next = new Map<string, number>();
    const from = new Map<string, string>();
    for (const tag of tags) {
      let own = hints(at, tag);
      for (const row of rows) own += row?.[tag] ?? 0;
      for (const [before, score] of scores) {
        if (tag.startsWith("I-") && before.slice(2) !== tag.slice(2)) continue;
        const whole = score + own + (weights(`> ${before}`)?.[tag] ?? 0);
        if (whole > (next.get(tag) ?? Number.NEGATIVE_INFINITY)) {
          next.set(tag, whole);
          from.set(tag, before);
        }
      }
    }
    scores = next;
    ways.push(from);
  }
  let [best = ""] = [...scores].reduce((one, other) => (other[1] > one[1] ? other : one), ["", -Infinity]);
  const found: string[] = [];
  for (let at = tokens.length - 1; at >= 0; at -= 1) {
    found[at] = best;
    best = ways[at]?.get(best) ?? "";
  }
  return found;
}
