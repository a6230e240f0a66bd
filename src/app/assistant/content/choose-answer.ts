import type { ContentRecord } from "./content-record.ts";
import { isOther } from "./judge-candidate.ts";
import { isForm } from "./match-concept.ts";
import type { Part } from "./question.ts";
import { type Candidate, candidatesIn, isWhole, type Read, type Vocabulary, weigh } from "./rank-units.ts";
import { isSameLine, type Rated, rateCandidates } from "./rate-candidates.ts";
import { sureness } from "./reader/judge.ts";
import type { Span } from "./spans.ts";

/** What answers a part of a question: the sentence, of it the piece that was asked for, and what answers nearly as well. */
export type Chosen = {
  candidate: Candidate;
  spans: readonly Span[];
  also: readonly Candidate[];
  isSure: boolean;
};

/** What was found for a part: the answer, if something may be one, and the likeliest sentences, of different lines. */
export type Found = { chosen: Chosen | null; near: readonly Judged[] };
export type Judged = { candidate: Candidate; span: Span | null; sure: number };

/** From this probability on it is given as the answer; of yes and no, which are more easily wrong, from the second. */
const SURE = 0.84;
const SURE_OF_YES = 0.9;
/** From this probability on it may be the answer. */
const LIKELY = 0.35;
/** Another line that is nearly as likely is shown too. */
const CLOSE = 0.75;
const MOST_NEAR = 8;
/** The record that answered the part before is likelier by so much. */
const BEFORE = 1;

export function chooseAnswer(
  part: Part,
  reads: readonly Read[],
  {
    vocabulary,
    timeZone,
    before,
  }: { vocabulary: Vocabulary; timeZone: string; before: ContentRecord | null },
): Found {
  const weighed = weigh(part, reads, vocabulary);
  const all = reads.flatMap((read) => candidatesIn(read, part, weighed, timeZone));
  const ranked = all
    .filter(({ fits }) => fits)
    .toSorted(
      (one, other) =>
        other.score - one.score ||
        other.record.at.getTime() - one.record.at.getTime() ||
        one.place - other.place,
    );
  const judged = rateCandidates(part, ranked, all)
    .map((rated) => judge(rated, before))
    .sort((one, other) => other.sure - one.sure);
  const near = differentLines(judged).slice(0, MOST_NEAR);
  const [best] = near;
  // A name or a year that nothing has: what is found is about another one.
  const isElsewhere = weighed.some(
    ({ concept: { isHard, isName, isTime }, count }) => isHard && (isName || isTime) && count === 0,
  );
  if (!best || best.sure < LIKELY || isElsewhere) return { chosen: null, near };
  const also = near
    .slice(1)
    .filter(({ candidate, sure }) => sure >= CLOSE * best.sure && !isOther(candidate, part))
    .map(({ candidate }) => candidate);
  const isSure = best.sure >= (part.kinds[0] === "yesno" ? SURE_OF_YES : SURE);
  return {
    chosen: { candidate: best.candidate, spans: answerIn(best, part), also: also.slice(0, 2), isSure },
    near,
  };
}

const judge = ({ candidate, span, features }: Rated, before: ContentRecord | null): Judged => ({
  ...{ candidate, span },
  sure: sureness(features, candidate.record === before ? BEFORE : 0),
});

function differentLines(judged: readonly Judged[]): Judged[] {
  const found: Judged[] = [];
  for (const each of judged)
    if (!found.some(({ candidate }) => isSameLine(candidate, each.candidate))) found.push(each);
  return found;
}

/** The pieces of the kind that was asked for, of them those that the reader means; else what it means. */
function answerIn({ candidate, span }: Judged, part: Part): readonly Span[] {
  const { spans } = candidate;
  const meant = spans.filter(({ start, end }) => span !== null && start < span.end && end > span.start);
  if (meant.length > 0) return meant;
  if (spans.length > 0) return pickSpans(candidate, part);
  const [asked = "text"] = part.kinds;
  const isNamed = asked === "person" || asked === "place" || !isWhole(asked);
  return isNamed && span !== null ? [span] : [];
}

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
