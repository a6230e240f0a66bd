import type { Token } from "./tokens.ts";

const JOINERS = new Set("and then also plus oh & next afterwards after that".split(" "));
/** Whether it only joins what is before it with what is after it. */
export const isJoiner = ({ word, shape }: Token) => shape === "mark" || JOINERS.has(word);

/** The words at which a new request could begin: all but the first, without what joins requests. */
export const possibleStarts = (tokens: readonly Token[]): number[] =>
  tokens.flatMap((token, at) => (at > 0 && !isJoiner(token) ? [at] : []));

/** Where the request that begins with the word at `at` begins together with 'and', 'then', commas before it. */
export function joinedStart(tokens: readonly Token[], at: number): number {
  let start = at;
  while (start > 0 && isJoiner(tokens[start - 1] as Token)) start -= 1;
  return start;
}

/** What of the words around `at` tells whether another request begins there, each as a short name. */
export function partFeatures(tokens: readonly Token[], at: number): string[] {
  const start = joinedStart(tokens, at);
  const joined = tokens
    .slice(start, at)
    .map(({ word }) => word)
    .join(" ");
  const of = (index: number) => plainOf(tokens[index]);
  const [here, next, after] = [of(at), of(at + 1), of(at + 2)];
  const [before, earlier] = [of(start - 1), of(start - 2)];
  const shape = tokens[at]?.shape ?? "$";
  return [
    "bias",
    `j ${joined}`,
    `w ${here}`,
    `s ${tokens[at]?.stem}`,
    `n ${next}`,
    `wn ${here} ${next}`,
    `wna ${here} ${next} ${after}`,
    `b ${before}`,
    `eb ${earlier} ${before}`,
    `h ${shape}`,
    `jw ${joined}|${here}`,
    `jwn ${joined}|${here} ${next}`,
    `jh ${joined}|${shape}`,
    `bjw ${before}|${joined}|${here}`,
    `bj ${before}|${joined}`,
    `jn ${joined}|${next}`,
    `hjh ${tokens[start - 1]?.shape}|${joined}|${shape}`,
    `o ${of(0)}|${joined}`,
    `ow ${of(0)}|${here}`,
    `p ${Math.min(start, 6)}`,
    `jp ${joined}|${Math.min(start, 4)}`,
    `l ${Math.min(tokens.length - at, 5)}|${joined}`,
  ];
}

function plainOf(token: Token | undefined): string {
  if (!token) return "$";
  return token.shape === "word" || token.shape === "mark" || token.shape === "day-word"
    ? token.word
    : `<${token.shape}>`;
}
