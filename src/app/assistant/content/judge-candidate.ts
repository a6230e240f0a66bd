import type { Kind, Part } from "./question.ts";
import { type Candidate, isWhole, type Level } from "./rank-units.ts";

const KINDS: readonly Kind[] = ["money", "percent", "number", "duration", "date", "time", "code", "person", "place", "yesno", "why", "text"];

const CURRENCY = /[\u20ac$\u00a3]|EUR|USD|CHF|GBP|euro|cent/i;

/** What cannot be the answer: another time, another name, or the words of somebody else. */
export function isOther({ levels, record, units, isAuthor }: Candidate, part: Part): boolean {
  if (part.isSaid && part.authors.length > 0 && !isAuthor && record.kind !== "document") return true;
  return levels.some(({ concept, level }) => {
    if (concept.isTime && concept.isHard) return level < 0.55;
    return concept.isName && concept.isHard && level < (units.length <= 6 ? 0.3 : 0.45);
  });
}

/** What speaks for and against a sentence as the answer, as numbers. */
export function featuresOf(candidate: Candidate, part: Part, next: Candidate | undefined): number[] {
  const { levels, coverage, score, kind, spans, units, place, isAuthor } = candidate;
  const hard = levels.filter(({ concept }) => concept.isHard);
  const share = (passes: (level: Level) => number) => {
    const total = hard.reduce((sum, { weight }) => sum + weight, 0);
    return total === 0 ? 0 : hard.reduce((sum, each) => sum + each.weight * passes(each), 0) / total;
  };
  const focus = hard.find(({ concept }) => !concept.isName);
  const isMarked = spans.some(({ shown }) => CURRENCY.test(shown));
  return [
    1,
    coverage,
    share(({ level }) => level),
    share(({ level }) => (level >= 0.8 ? 1 : 0)),
    share(({ level }) => (level === 0 ? 1 : 0)),
    share(({ level }) => (level > 0 && level < 0.45 ? 1 : 0)),
    hard.some(({ concept, level }) => concept.isName && level === 0) ? 1 : 0,
    kind === "money" ? (isMarked ? 1 : 0) : 0,
    kind === part.kinds[0] ? 0 : 1,
    units[place]?.isQuoted ? 1 : 0,
    Math.min(5, hard.length) / 5,
    Math.min(0.3, Math.max(-0.3, score - (next?.score ?? 0))),
    Math.min(3, hard.filter(({ count }) => count === 0).length),
    focus ? focus.level : 0.5,
    part.authors.length > 0 ? (isAuthor ? 1 : -1) : 0,
    isWhole(kind) ? 1 : 0,
    Math.min(400, units[place]?.text.length ?? 0) / 400,
    hard.length === 0 ? 1 : 0,
    ...KINDS.map((each) => (each === kind ? 1 : 0)),
  ];
}
