import type { Part } from "./question.ts";
import type { Candidate } from "./rank-units.ts";

/** What cannot be the answer: another time, another name, or the words of somebody else. */
export function isOther({ levels, record, units, isAuthor }: Candidate, part: Part): boolean {
  if (part.isSaid && part.authors.length > 0 && !isAuthor && record.kind !== "document") return true;
  return levels.some(({ concept, level }) => {
    if (concept.isTime && concept.isHard) return level < 0.55;
    return concept.isName && concept.isHard && level < (units.length <= 6 ? 0.3 : 0.45);
  });
}

/** A sentence with less of the question's words does not answer it. */
const LEAST_COVERAGE = 0.6;
/** 'Yes' and 'no' are more easily wrong than a sentence that is shown. */
const LEAST_FOR_YES = 0.72;

/** Whether nothing that the question names is far from the sentence. */
export function isEnough(candidate: Candidate, part: Part): boolean {
  const { coverage, levels } = candidate;
  if (isOther(candidate, part) || levels.some(({ concept, level }) => concept.isHard && level < 0.3)) return false;
  if (part.kinds[0] !== "yesno") return coverage >= LEAST_COVERAGE;
  const isStated = levels.some(({ concept, level }) => concept.isHard && !concept.isName && level >= 0.8);
  return isStated && coverage >= LEAST_FOR_YES;
}
