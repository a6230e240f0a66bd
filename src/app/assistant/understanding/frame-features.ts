import type { Token } from "./tokens.ts";

/** What of a sentence tells which frame it is, each as a short name. */
export function frameFeatures(tokens: readonly Token[]): string[] {
  const found = new Set<string>(["bias"]);
  const plain = tokens.map(plainOf);
  for (const [index, token] of tokens.entries()) {
    const here = plain[index] ?? "";
    const next = plain[index + 1] ?? "$";
    found.add(`w ${here}`).add(`b ${here} ${next}`);
    if (token.shape === "word" || token.shape === "name") {
      found.add(`s ${token.stem}`);
      if (token.word.length > 4) found.add(`p ${token.word.slice(0, 4)}`);
    }
  }
  const words = plain.filter((each) => /^[a-z<]/.test(each) && !COURTESY.has(each));
  found.add(`1 ${words[0]}`).add(`2 ${words[0]} ${words[1]}`).add(`3 ${words[0]} ${words[1]} ${words[2]}`);
  found.add(`e ${words.at(-1)}`).add(`f ${words.at(-2)} ${words.at(-1)}`);
  for (const shape of new Set(tokens.map(({ shape: each }) => each))) found.add(`h ${shape}`);
  if (tokens.at(-1)?.text === "?") found.add("asks");
  const size = words.length;
  found.add(size < 4 ? "short" : size < 8 ? "middle" : size < 14 ? "long" : "longest");
  return [...found];
}

const COURTESY = new Set(
  "please pls hey hi hello ok okay so well now oh right and also just kindly can could would will you".split(
    " ",
  ),
);

/** Names, numbers and times stand for each other. */
function plainOf({ word, shape }: Token, index: number): string {
  if (shape === "word" || shape === "mark" || shape === "day-word") return word;
  if (shape === "name") return index === 0 ? word : "<name>";
  return `<${shape}>`;
}
