import { tokensOf } from "../understanding/tokens.ts";
import { isEnough, isOther } from "./judge-candidate.ts";
import type { Kind, Part } from "./question.ts";
import { type Candidate, isWhole } from "./rank-units.ts";
import { type PassageReading, readPassages } from "./reader/read-passages.ts";
import type { Span } from "./spans.ts";

/** A candidate that was read closely. */
export type Rated = {
  candidate: Candidate;
  /** What speaks for and against it, as `FEATURES` names them. */
  features: readonly number[];
  /** The words of it that were asked for, as the reader sees it. */
  span: Span | null;
};

export const FEATURES = [
  "likely",
  "none",
  "ahead",
  "coverage",
  "score",
  "first",
  "fits",
  "typed",
  "touches",
  "other",
  "enough",
  "author",
  "amount",
  "day",
  "sentence",
  "yesno",
  "code",
  "quoted",
  "latest",
] as const;

/** So many passages are read for a part of a question, and so many more that the rules prefer. */
const MOST = 32;
const MOST_BY_RULE = 6;
/** Of more, in large documents, only those with the most of the question's words are searched: half the time. */
const MOST_SEARCHED = 2_000;
/** Among so many the newest counts as the latest word. */
const LIKELIEST = 5;

/** `ranked`: those that the rules take, best first; `found`: every sentence of what was found. */
export function rateCandidates(
  part: Part,
  ranked: readonly Candidate[],
  found: readonly Candidate[],
): Rated[] {
  const all =
    found.length <= MOST_SEARCHED
      ? found
      : found.toSorted((one, other) => other.coverage - one.coverage).slice(0, MOST_SEARCHED);
  const places = new Map(all.map((candidate, at) => [candidate, at]));
  const contexts = new Map<string, ReturnType<typeof tokensOf>>();
  const passages = all.map(({ record, units, place }) => {
    const unit = units[place];
    const context = [record.author?.name, record.title, unit?.heading].filter(Boolean).join(" | ");
    const tokens = contexts.get(context) ?? tokensOf(context);
    contexts.set(context, tokens);
    return {
      ...{ tokens: unit?.tokens ?? [], context: tokens, record },
      ...{ isQuoted: unit?.isQuoted ?? false, isSignature: unit?.isSignature ?? false },
    };
  });
  const also = ranked.slice(0, MOST_BY_RULE).flatMap((candidate) => places.get(candidate) ?? []);
  const { passages: read, none } = readPassages(part.asked, passages, { most: MOST, also });
  const scores = read.map(({ score }) => score);
  const highest = Math.max(none, ...scores);
  const total =
    highest + Math.log([none, ...scores].reduce((sum, score) => sum + Math.exp(score - highest), 0));
  const newest = Math.max(...read.slice(0, LIKELIEST).map(({ at }) => all[at]?.record.at.getTime() ?? 0));
  return read.flatMap((reading) => {
    const candidate = all[reading.at];
    if (!candidate) return [];
    const rivals = read.filter(({ at }) => !isSameLine(all[at], candidate)).map(({ score }) => score);
    const reads = {
      likely: reading.score - total,
      none: none - total,
      ahead: clipped(reading.score - Math.max(none, ...rivals)),
    };
    const span = spanOf(candidate, reading);
    const isLatest = candidate.record.at.getTime() >= newest;
    const besides = { span, isFirst: candidate === ranked[0], isLatest };
    return [{ candidate, span, features: featuresOf(part, candidate, reads, besides) }];
  });
}

const clipped = (value: number) => Math.max(-8, Math.min(8, value));

export const isSameLine = (one: Candidate | undefined, other: Candidate): boolean =>
  one?.record === other.record && one.units[one.place]?.line === other.units[other.place]?.line;

const AMOUNTS: readonly Kind[] = ["money", "percent", "number", "duration"];
const DAYS: readonly Kind[] = ["date", "time"];
const CODES: readonly Kind[] = ["code", "phone", "address"];

function featuresOf(
  part: Part,
  candidate: Candidate,
  { likely, none, ahead }: Record<"likely" | "none" | "ahead", number>,
  { span, isFirst, isLatest }: { span: Span | null; isFirst: boolean; isLatest: boolean },
): number[] {
  const [kind = "text"] = part.kinds;
  const { coverage, score, fits, spans, isAuthor, units, place } = candidate;
  const touches = spans.some(({ start, end }) => span !== null && span.start < end && span.end > start);
  const isYesNo = kind === "yesno";
  const flags = [
    ...[isFirst, fits, spans.length > 0, touches, isOther(candidate, part), isEnough(candidate, part)],
    ...[isAuthor, AMOUNTS.includes(kind), DAYS.includes(kind), isWhole(kind) && !isYesNo, isYesNo],
    ...[CODES.includes(kind), units[place]?.isQuoted ?? false, isLatest],
  ];
  return [Math.max(-12, likely), Math.max(-12, none), ahead, coverage, score, ...flags.map(Number)];
}

function spanOf({ units, place, kind }: Candidate, { span }: PassageReading): Span | null {
  const unit = units[place];
  const [first, last] = [unit?.tokens[span?.first ?? -1], unit?.tokens[span?.last ?? -1]];
  if (!unit || !first || !last) return null;
  return { kind, shown: unit.text.slice(first.start, last.end), start: first.start, end: last.end };
}
