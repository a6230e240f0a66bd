import type { ContentRecord } from "./content-record.ts";
import { isEnough, isOther } from "./judge-candidate.ts";
import { isForm } from "./match-concept.ts";
import type { Part } from "./question.ts";
import { type Candidate, candidatesIn, isWhole, type Read, type Vocabulary, weigh } from "./rank-units.ts";
import type { Span } from "./spans.ts";

/** What answers a part of a question: the sentence, and of it the piece that was asked for. */
export type Chosen = { candidate: Candidate; spans: readonly Span[]; also: readonly Candidate[] };

/** Another source that is nearly as good is shown too. */
const CLOSE = 0.07;
export function chooseAnswer(
  part: Part,
  reads: readonly Read[],
  {
    vocabulary,
    timeZone,
    before,
  }: { vocabulary: Vocabulary; timeZone: string; before: ContentRecord | null },
): { chosen: Chosen | null; nearest: Candidate | null; all: readonly Candidate[] } {
  const weighed = weigh(part, reads, vocabulary);
  const all = reads
    .flatMap((read) => candidatesIn(read, part, weighed, timeZone))
    .map((each) => (each.record === before ? { ...each, score: each.score + 0.12 } : each))
    .sort(
      (one, other) =>
        other.score - one.score ||
        other.record.at.getTime() - one.record.at.getTime() ||
        one.place - other.place,
    );
  const nearest = all[0] ?? null;
  const best = all.slice(0, 8).find((candidate) => isEnough(candidate, part));
  if (!best || !nearest || best.score < nearest.score - 0.15) return { chosen: null, nearest, all };
  const near = all.filter((each) => each !== best && isBeside(each, best, part));
  return { chosen: { candidate: best, spans: pickSpans(best, part), also: near.slice(0, 2) }, nearest, all };
}

/** Another sentence that answers nearly as well. */
const isBeside = (each: Candidate, best: Candidate, part: Part): boolean => {
  if (isOther(each, part) || each.kind !== best.kind || each.score < best.score - CLOSE) return false;
  return each.record === best.record ? lineOf(each) !== lineOf(best) : each.coverage >= 0.7;
};

const lineOf = ({ units, place }: Candidate) => units[place]?.line;

const after = (spans: readonly Span[], { end }: Span) => spans.find(({ start }) => start >= end) ?? null;

const BEFORE_END =
  /(?:until|till|to|by|before|ends?(?: on)?|through|expires?(?: on)?|lapses?(?: on)?|due(?: on)?|than|[-–])\s?(?:the )?$/i;
const BEFORE_START = /(?:from|since|starts?(?: on)?|begins?(?: on)?|as of|effective)\s?(?:the )?$/i;

const DENIED = /\b(?:not(?: be)?|no longer|instead of|rather than|and not)(?: the| at| on)? ?$/i;

/** The pieces that are meant: those nearest to the words that were asked for. */
export function pickSpans(candidate: Candidate, part: Part): readonly Span[] {
  const { spans, kind } = candidate;
  if (isWhole(kind) || spans.length < 2) return spans;
  const { text, tokens } = candidate.units[candidate.place] ?? { text: "", tokens: [] };
  const marks = tokens.filter(({ stem }) =>
    part.concepts.some(({ forms }) => forms.some((form) => isForm(form, stem))),
  );
  const rated = spans.map((span) => {
    const gaps = marks.map(({ start, end }) =>
      start >= span.end ? (start - span.end) * 1.2 : span.start - end,
    );
    const before = text.slice(Math.max(0, span.start - 24), span.start);
    const fits = part.side === "end" ? BEFORE_END : part.side === "start" ? BEFORE_START : null;
    const against = part.side === "end" ? BEFORE_START : part.side === "start" ? BEFORE_END : null;
    const distance =
      Math.min(200, ...gaps.filter((gap) => gap >= 0)) + (DENIED.test(before.slice(-24)) ? 150 : 0);
    return { span, distance: distance - (fits?.test(before) ? 80 : 0) + (against?.test(before) ? 40 : 0) };
  });
  const [first, ...others] = rated.sort((one, other) => one.distance - other.distance);
  if (!first) return spans;
  const [, from = ""] = /\bfrom (?:\S+ )?([\d.,']+)/i.exec(text) ?? [];
  const changed =
    from !== "" && first.span.start <= text.indexOf(from) && first.span.end > text.indexOf(from)
      ? after(spans, first.span)
      : null;
  if (
    kind === "money" &&
    changed &&
    !/\b(?:old|original|so far|before|until now|previous)\b/i.test(part.text)
  )
    return [changed];
  // Both days of '18 to 29 January'.
  const same = others.filter(({ span }) => span.start === first.span.start).map(({ span }) => span);
  return [first.span, ...same].sort((one, other) => one.start - other.start);
}
