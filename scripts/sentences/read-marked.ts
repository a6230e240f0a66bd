import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { type Token, tokensOf } from "#app/assistant/understanding/tokens.ts";

/** A sentence of the corpus: what it asks for, and for each of its words the role that it fills ('' for none). */
export type Marked = { author: string; frame: string; sentence: string; tokens: Token[]; roles: string[] };

const FOLDER = new URL("../../src/app/assistant/understanding/sentences/", import.meta.url);

const files = () =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith(".tsv"))
    .sort();
const textOf = (name: string) => readFileSync(new URL(name, FOLDER), "utf8");

/** Reads `frame<TAB>sentence with {role:words}`, one per line, from every file of the corpus; a file is an author. */
export function readMarked(): Marked[] {
  return files().flatMap((name) =>
    textOf(name)
      .split("\n")
      .filter((line) => line.includes("\t"))
      .map((line) => parseMarked(line, name)),
  );
}

export const corpusHash = (): string =>
  createHash("sha256").update(files().map(textOf).join("")).digest("hex");

export function parseMarked(line: string, author = ""): Marked {
  const [frame = "", marked = ""] = line.split("\t");
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
