import type { Part } from "./question.ts";
import { type Candidate, WHY } from "./rank-units.ts";

/** What cannot be the answer: another time, another name, or the words of somebody else. */
export function isOther({ levels, record, units, isAuthor }: Candidate, part: Part): boolean {
  const isMinutes = record.kind === "document" && /meeting/.test(record.around);
  if (part.isOwnWords && part.authors.length > 0 && !isAuthor && !isMinutes) return true;
  return levels.some(({ concept, level }) => {
    if (concept.isTime && concept.isHard) return level < 0.55;
    return concept.isName && concept.isHard && level < (units.length <= 6 ? 0.3 : 0.45);
  });
}

/** A sentence with less of the question's words does not answer it. */
const LEAST_COVERAGE = 0.6;
/** 'Yes' and 'no' are more easily wrong than a sentence that is shown. */
const LEAST_FOR_YES = 0.72;

/** Whether the sentence has enough of what the question names, in its own words. */
export function isEnough(candidate: Candidate, part: Part): boolean {
  const { coverage, levels, units, place } = candidate;
  const hard = levels.filter(({ concept }) => concept.isHard);
  const strength = hard.reduce((sum, { level }) => sum + strengthOf(level), 0);
  if (
    isOther(candidate, part) ||
    strength < (hard.length > 1 ? LEAST_STRENGTH : Math.min(1, hard.length) * 0.95)
  )
    return false;
  if (hard.some(({ level }) => level < 0.3)) return false;
  const [kind] = part.kinds;
  if (kind === "why" && coverage < 0.8 && !WHY.test(units[place]?.quote ?? "")) return false;
  if (kind !== "yesno") return coverage >= LEAST_COVERAGE;
  const isStated = hard.some(({ concept, level }) => !concept.isName && level >= 0.8);
  return isStated && coverage >= LEAST_FOR_YES;
}

const LEAST_STRENGTH = 1.2;

/** A synonym, or a word beside the sentence, is less than the word itself. */
const strengthOf = (level: number) =>
  level >= 0.95 ? 1 : level >= 0.79 ? 0.7 : level >= 0.6 ? 0.5 : level >= 0.3 ? 0.2 : 0;
