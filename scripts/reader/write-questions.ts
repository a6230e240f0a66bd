import "../require-node-24.mjs";
import { writeFileSync } from "node:fs";
import { lexicalStems } from "#app/assistant/content/reader/lexical-stems.ts";
import { type Unit, unitsOf } from "#app/assistant/content/split-text.ts";
import { type Token, tokensOf } from "#app/assistant/understanding/tokens.ts";
import { keyOf, momentOf, type Place, readSource, readWorld, type Source } from "./read-world.ts";

// Writes records and questions about them as lines of JSON, one for each world, for `train.py`:
// `node scripts/reader/write-questions.ts FILE WORLD.json ...`

const [target, ...files] = process.argv.slice(2);
if (!target || files.length === 0)
  throw new Error("Usage: node scripts/reader/write-questions.ts FILE WORLD.json ...");

const wordsOf = (tokens: readonly Token[]) =>
  tokens.map(({ text, start }, at) =>
    at === 0 || start > (tokens[at - 1]?.end ?? 0) ? `\u2581${text}` : text,
  );

const plain = (text: string) =>
  text
    .replace(/\s+/g, " ")
    .replace(/(^|\s)>\s?/g, "$1")
    .trim();

type WrittenUnit = { record: number; line: number; isQuoted: boolean; isSignature: boolean; at: string } & {
  text: string;
  quote: string;
  context: string[];
  words: string[];
  places: [number, number][];
  stems: string[];
  contextStems: string[];
};

function unitsIn(records: readonly Source[]): WrittenUnit[] {
  return records.flatMap((record, index) => {
    const { title, author, text } = readSource(record);
    const at = momentOf(record);
    return unitsOf(text).map((unit: Unit) => {
      const context = tokensOf([author, title, unit.heading].filter(Boolean).join(" | "));
      return {
        ...{ record: index, line: unit.line, isQuoted: unit.isQuoted, isSignature: unit.isSignature, at },
        ...{ text: unit.text, quote: unit.quote },
        context: wordsOf(context),
        words: wordsOf(unit.tokens),
        places: unit.tokens.map(({ start, end }) => [start, end] as [number, number]),
        stems: lexicalStems(unit.tokens),
        contextStems: lexicalStems(context),
      };
    });
  });
}

type Gold = { unit: number; start: number; end: number };

/** The units of a quote, and in each the words of the answer; -1 where it is not in them. */
function goldOf(
  records: readonly Source[],
  units: readonly WrittenUnit[],
  { record, quote, answer }: Place,
): Gold[] {
  const own = units.flatMap((unit, at) => (records[unit.record]?.id === record ? [{ unit, at }] : []));
  const whole = plain(quote).toLowerCase();
  const among = own.filter(({ unit }) => {
    const part = plain(unit.quote).toLowerCase();
    return part.length > 1 && (whole.includes(part) || part.includes(whole));
  });
  const found = among.flatMap(({ unit, at }) => {
    const span = spanOf(unit, answer);
    return span ? [{ unit: at, ...span }] : [];
  });
  if (found.length > 0) return found;
  const longest = Math.max(0, ...among.map(({ unit }) => unit.text.length));
  const rest = among.filter(({ unit }) => unit.text.length >= Math.min(30, longest));
  return rest.map(({ at }) => ({ unit: at, start: -1, end: -1 }));
}

function spanOf({ text, places }: WrittenUnit, answer: string): { start: number; end: number } | null {
  if (answer === "yes" || answer === "no") return null;
  const at = text.toLowerCase().indexOf(plain(answer).toLowerCase());
  if (at < 0) return null;
  const stop = at + plain(answer).length;
  const start = places.findIndex(([, end]) => end > at);
  const end = places.findLastIndex(([from]) => from < stop);
  return start >= 0 && end >= start ? { start, end } : null;
}

const lines = files.map((file) => {
  const { name, records, questions } = readWorld(file);
  const units = unitsIn(records);
  let lost = 0;
  const asked = questions.map((question) => {
    const gold = (question.in ?? []).flatMap((place) => goldOf(records, units, place));
    if (question.in && gold.length === 0) lost += 1;
    const { expect, sources, wrong } = question;
    const tokens = tokensOf(question.q);
    return {
      q: question.q,
      words: wordsOf(tokens),
      stems: lexicalStems(tokens),
      gold,
      expect,
      sources,
      wrong,
    };
  });
  console.log(`${name}: ${units.length} units, ${asked.length} questions, ${lost} not found again`);
  return JSON.stringify({ name, ids: records.map(keyOf), units, questions: asked });
});
writeFileSync(target, `${lines.join("\n")}\n`);
