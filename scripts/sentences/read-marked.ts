import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { isJoiner, possibleStarts } from "#app/assistant/understanding/part-features.ts";
import { type Token, tokensOf } from "#app/assistant/understanding/tokens.ts";

/** A request of the corpus: what it asks for, and for each of its words the role that it fills ('' for none). */
export type Marked = { author: string; frame: string; sentence: string; tokens: Token[]; roles: string[] };

/** A whole line: its requests, and the words at which all but the first of them begin. */
export type MarkedLine = { author: string; tokens: Token[]; starts: number[]; requests: Marked[] };

const FOLDER = new URL("../../src/app/assistant/understanding/sentences/", import.meta.url);

const files = () =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith(".tsv"))
    .sort();
const textOf = (name: string) => readFileSync(new URL(name, FOLDER), "utf8");

/**
 * Reads `frame<TAB>sentence with {role:words}`, one per line, from every file of the corpus; a file is an author. A
 * sentence of several requests has ` || ` between them, and their frames with ` + ` between them.
 */
export function readLines(): MarkedLine[] {
  return files().flatMap((name) =>
    textOf(name)
      .split("\n")
      .filter((line) => line.includes("\t"))
      .map((line) => parseLine(line, name)),
  );
}

export const readMarked = (): Marked[] => readLines().flatMap(({ requests }) => requests);

export const corpusHash = (): string =>
  createHash("sha256").update(files().map(textOf).join("")).digest("hex");

export function parseLine(line: string, author = ""): MarkedLine {
  const [names = "", marked = ""] = line.split("\t");
  const frames = names.split(" + ");
  const parts = marked.split(" || ");
  const plain = parts.map((part) => part.replaceAll(/\{\w+:([^{}]*)\}/g, "$1").trim());
  const tokens = tokensOf(plain.join(" "));
  const possible = possibleStarts(tokens);
  const starts: number[] = [];
  let length = 0;
  for (const part of plain.slice(0, -1)) {
    length += part.length + 1;
    const at = possible.find((each) => (tokens[each]?.start ?? 0) >= length);
    if (at !== undefined) starts.push(at);
  }
  const requests = frames.map((frame, index) =>
    parseMarked(frame, cutOut(parts[index] ?? "", index, parts.length), author),
  );
  return { author, tokens, starts, requests };
}

function parseMarked(frame: string, marked: string, author: string): Marked {
  const spans: { role: string; start: number; end: number }[] = [];
  let sentence = "";
  let at = 0;
  for (const { 0: whole, 1: role = "", 2: words = "", index } of marked.matchAll(/\{(\w+):([^{}]*)\}/g)) {
    sentence += marked.slice(at, index);
    spans.push({ role, start: sentence.length, end: sentence.length + words.length });
    sentence += words;
    at = index + whole.length;
  }
  sentence += marked.slice(at);
  const tokens = tokensOf(sentence);
  const roles = tokens.map((token) => {
    const span = spans.find(({ start, end }) => token.start >= start && token.start < end);
    if (!span) return "";
    const isFirst = !tokens.some(({ start }) => start >= span.start && start < token.start);
    return `${isFirst ? "B" : "I"}-${span.role}`;
  });
  return { author, frame, sentence, tokens, roles };
}

/** As the request at `index` is cut out of a sentence of `count`: without what joins it to those beside it. */
function cutOut(part: string, index: number, count: number): string {
  const [before = ""] = part.split("{");
  const words = tokensOf(before);
  const first = index === 0 ? words[0] : words.find((token) => !isJoiner(token));
  const start = first?.start ?? before.length;
  const cut = part.slice(start).trim();
  return index === count - 1 ? cut : cut.replace(/(?<![\s,;.])[\s,;.]+$/, "");
}
