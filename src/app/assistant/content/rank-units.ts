import { stemOf } from "../understanding/tokens.ts";
import type { ContentRecord } from "./content-record.ts";
import { isForm } from "./match-concept.ts";
import type { Concept, Kind, Part } from "./question.ts";
import { type Span, spansIn } from "./spans.ts";
import { type Unit, unitsOf } from "./split-text.ts";

/** A sentence that may answer. */
export type Candidate = {
  record: ContentRecord;
  units: readonly Unit[];
  place: number;
  /** Pieces of the first kind that the sentence has, nearest to the words first. */
  spans: readonly Span[];
  kind: Kind;
  /** How much of the question it has, from 0 to 1. */
  coverage: number;
  score: number;
  /** Of each word of the question how near it is: 1 in the sentence, 0 nowhere in the record. */
  levels: readonly Level[];
  isAuthor: boolean;
  /** By its words alone it may answer: enough of the question, and a piece of the kind that is asked for. */
  fits: boolean;
};

export type Level = Weighed & { level: number };

/** A record, with the words of its parts. */
export type Read = {
  record: ContentRecord;
  units: readonly Unit[];
  title: string[];
  who: string[];
  vocabulary: Set<string>;
};

const stemsIn = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map(stemOf);

export function readRecord(record: ContentRecord): Read {
  const units = unitsOf(record.text);
  const title = stemsIn(record.title);
  const who = stemsIn(`${record.author?.words ?? ""} ${record.around}`);
  const vocabulary = new Set([...title, ...who]);
  for (const { tokens } of units) for (const { stem } of tokens) vocabulary.add(stem);
  return { record, units, title, who, vocabulary };
}

/** The words of all records, and those that name who wrote them. */
export type Vocabulary = { stems: ReadonlySet<string>; who: ReadonlySet<string> };

export const vocabularyOf = (reads: readonly Read[]): Vocabulary => ({
  stems: new Set(reads.flatMap(({ vocabulary }) => [...vocabulary])),
  who: new Set(reads.flatMap(({ who }) => who)),
});

/** Of the words of all records those that stand for the concept; a synonym counts a little less. */
function fitsOf({ forms }: Concept, { stems, who }: Vocabulary): Map<string, number> {
  const found = new Map<string, number>();
  const [own = ""] = forms;
  for (const stem of stems)
    for (const form of forms)
      if (isForm(form, stem)) {
        found.set(stem, form === own ? 1 : Math.max(0.85, found.get(stem) ?? 0));
        if (form === own) break;
      }
  // 'The bank' is in 'grantbank.test'.
  if (own.length >= 4)
    for (const stem of who) if (stem.includes(own) && !found.has(stem)) found.set(stem, 0.9);
  return found;
}

const bestOf = (stems: Iterable<string>, fits: ReadonlyMap<string, number>): number => {
  let best = 0;
  for (const stem of stems) best = Math.max(best, fits.get(stem) ?? 0);
  return best;
};

export type Weighed = {
  concept: Concept;
  weight: number;
  /** Of all records how many have it. */
  count: number;
  /** The words that stand for it. */
  fits: ReadonlyMap<string, number>;
};

/** Weights by how rare the words are among the records that were found. */
export function weigh(part: Part, records: readonly Read[], vocabulary: Vocabulary): Weighed[] {
  const all = Math.max(2, records.length);
  return part.concepts.map((concept) => {
    const fits = fitsOf(concept, vocabulary);
    const count = records.filter((read) => isIn(read, fits)).length;
    const rarity = Math.log(1 + all / Math.max(1, count)) / Math.log(1 + all);
    return { concept, count, fits, weight: concept.weight * (0.5 + 0.5 * rarity) };
  });
}

function isIn({ vocabulary }: Read, fits: ReadonlyMap<string, number>): boolean {
  for (const stem of fits.keys()) if (vocabulary.has(stem)) return true;
  return false;
}

/** Sentences with less of the question do not answer it by their words alone. */
const LEAST = 0.3;

/** All sentences of a record with what of the part of the question they have. */
export function candidatesIn(
  read: Read,
  part: Part,
  weighed: readonly Weighed[],
  timeZone: string,
): Candidate[] {
  const { record, units } = read;
  const fits = weighed.map((each) => each.fits);
  const inUnits = fits.map((fit) =>
    units.map(({ tokens }) =>
      bestOf(
        tokens.map(({ stem }) => stem),
        fit,
      ),
    ),
  );
  const around = fits.map((fit) => ({
    title: bestOf(read.title, fit),
    who: bestOf(read.who, fit),
    any: isIn(read, fit) ? 1 : 0,
  }));
  const total = weighed.reduce((sum, { weight }) => sum + weight, 0) || 1;
  const isAuthor = isBy(part, read);
  return units.map((unit, place) => {
    const headings = stemsIn(unit.heading);
    const levels = weighed.map((_, index) =>
      levelAt(units, place, inUnits[index] ?? [], around[index], bestOf(headings, fits[index] ?? new Map())),
    );
    const coverage =
      levels.reduce((sum, level, index) => sum + level * (weighed[index]?.weight ?? 0), 0) / total;
    const typed = typedSpans(unit, part, record, timeZone);
    return {
      ...{ record, units, place, coverage, isAuthor },
      ...(typed ?? { spans: [], kind: part.kinds[0] ?? "text" }),
      score: coverage + bonusOf(unit, part, record, isAuthor),
      levels: weighed.map((each, index) => ({ ...each, level: levels[index] ?? 0 })),
      fits:
        typed !== null &&
        coverage >= LEAST &&
        levels.some((level) => level >= 0.79) &&
        (!unit.isSignature || part.kinds.some((kind) => kind === "phone" || kind === "address")) &&
        !isEmpty(unit, part, record),
    };
  });
}

type Around = { title: number; who: number; any: number };

/** How near a word is to a sentence: in it, above it, beside it, in the title, in the record. */
function levelAt(
  units: readonly Unit[],
  place: number,
  found: readonly number[],
  around: Around | undefined,
  heading: number,
): number {
  const own = found[place] ?? 0;
  if (own > 0) return own;
  const here = units[place];
  const beside = (distance: number) => {
    for (const each of [place - distance, place + distance]) {
      const unit = units[each];
      if ((found[each] ?? 0) === 0 || unit?.paragraph !== here?.paragraph) continue;
      return (unit?.line === here?.line ? 0.72 : 0.6) - 0.08 * (distance - 1);
    }
    return 0;
  };
  return Math.max(
    heading * 0.85,
    beside(1),
    beside(2),
    beside(3),
    (around?.title ?? 0) * 0.75,
    (around?.who ?? 0) * 0.8,
    (around?.any ?? 0) * (units.length <= 14 ? 0.4 : 0.2),
  );
}

/** A greeting, a heading or a sentence without anybody, where somebody is asked for. */
function isEmpty(
  { text, quote, tokens }: Unit,
  { kinds, concepts }: Part,
  { author }: ContentRecord,
): boolean {
  const [kind] = kinds;
  if (
    kind !== undefined &&
    isWhole(kind) &&
    /^(?:dear|hi|hello|hallo|good morning|morning)\b[^.:]{0,60},?$/i.test(text)
  )
    return true;
  if (kind === "request" && !ASKING.test(text)) return true;
  if (kind === "yesno" || kind === "why" || kind === "request") return tokens.length < 4;
  if (kind !== "person") return false;
  const isNamed = [...quote.matchAll(/(?<=[\p{L},;(:&-] ?)\p{Lu}\p{Ll}+|^\p{Lu}\p{Ll}+/gu)].some(
    ({ 0: word }) => !concepts.some(({ stem }) => isForm(stem, stemOf(word.toLowerCase()))),
  );
  return !isNamed && author === null;
}

/** The pieces of the kind that is asked for; null where the sentence has none. */
function typedSpans(
  unit: Unit,
  { kinds }: Part,
  record: ContentRecord,
  timeZone: string,
): { spans: Span[]; kind: Kind } | null {
  for (const kind of kinds) {
    if (isWhole(kind)) return { spans: [], kind };
    const spans = spansIn(unit.text, kind, record.at, timeZone);
    if (spans.length > 0) return { spans, kind };
  }
  return null;
}

/** Kinds that a sentence answers as a whole. */
export const isWhole = (kind: Kind): boolean => /^(?:yesno|why|request|text|person|place)$/.test(kind);

const ASKING =
  /\?|\b(?:please|could you|can you|would you|need|needs|want|wants|require|expect|asks?|miss|bring|send me|let me know|tell me|insist|would like)\b/i;
/** What introduces a reason. */
export const WHY =
  /\b(?:because|since|due to|reason|as we|so that|owing|therefore|cause[ds]?|comes from|broke|this is why)\b/i;

/** Whether somebody wrote it whose words are asked for. */
const isBy = ({ authors }: Part, { who }: Read): boolean =>
  authors.some((name) => who.some((stem) => isForm(name, stem)));

function bonusOf({ text, isQuoted }: Unit, part: Part, record: ContentRecord, isAuthor: boolean): number {
  const [kind] = part.kinds;
  return (
    (isQuoted ? -0.12 : 0) +
    (isAuthor ? 0.08 : 0) +
    (kind === "why" && WHY.test(text) ? 0.12 : 0) +
    (kind === "place" && /\b(?:at|in)\b|where:/i.test(text) ? 0.04 : 0) +
    (record.kind === "contact" ? -0.05 : 0) +
    (text.length > 300 ? -0.05 : 0)
  );
}
