import "../require-node-24.mjs";
import { writeFileSync } from "node:fs";
import type { Token } from "#app/assistant/understanding/tokens.ts";
import { readLines } from "../sentences/read-marked.ts";

// Writes the marked sentences as lines of JSON, for `train.py`: `node scripts/encoder/write-examples.ts FILE`.

const [target] = process.argv.slice(2);
if (!target) throw new Error("Usage: node scripts/encoder/write-examples.ts FILE");

/** The words with '\u2581' for the space before, as the encoder's vocabulary has them. */
const wordsOf = (tokens: readonly Token[]) =>
  tokens.map(({ text, start }, at) =>
    at === 0 || start > (tokens[at - 1]?.end ?? 0) ? `\u2581${text}` : text,
  );

const examples = readLines().flatMap(({ author, tokens, starts, requests }) => {
  const begins = tokens.map((_, at) => (starts.includes(at) ? 1 : 0));
  const whole = { author, words: wordsOf(tokens), begins };
  if (requests.length === 1) return [{ ...whole, frame: requests[0]?.frame, roles: requests[0]?.roles }];
  const parts = requests.map(({ frame, roles, tokens: own }) => ({
    author,
    words: wordsOf(own),
    frame,
    roles,
  }));
  return [whole, ...parts];
});
writeFileSync(target, examples.map((example) => `${JSON.stringify(example)}\n`).join(""));
console.log(`${examples.length} examples`);
