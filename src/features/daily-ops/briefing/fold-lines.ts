import { type BriefingLine, type BriefingPart, OPENING_PARTS, PART_LABELS } from "../model.ts";

/** What is read before the fold on a full day, with the headings. */
export const MAX_WORDS = 180;

/** So many lines of a part at most; the rest is folded away. Each part gets its first lines before any gets more. */
const MOST: Partial<Record<BriefingPart, number>> = {
  first: 3,
  day: 8,
  change: 3,
  needs: 3,
  owed: 4,
  people: 3,
};
const AT_FIRST: Partial<Record<BriefingPart, number>> = {
  first: 3,
  day: 3,
  change: 1,
  needs: 1,
  owed: 1,
  people: 1,
};

export const countWords = (text: string): number => text.match(/[\p{L}\p{N}]\S*/gu)?.length ?? 0;

export const wordsOf = ({ time = "", text, note = "" }: BriefingLine): number =>
  countWords(`${time} ${text} ${note}`);

/**
 * Marks what stands below the fold: everything but the opening, and of the opening what would exceed the words that a
 * person reads at once. Of a part the last lines are folded first.
 */
export function foldLines(lines: readonly BriefingLine[]): BriefingLine[] {
  const shown = new Set<BriefingLine>();
  let words = 0;
  for (const most of [AT_FIRST, MOST])
    for (const part of OPENING_PARTS) {
      const ofPart = lines.filter((line) => line.part === part);
      const before = ofPart.filter((line) => shown.has(line)).length;
      for (const [at, line] of ofPart.slice(before, most[part]).entries()) {
        const heading = before + at === 0 ? countWords(PART_LABELS[part]) : 0;
        if (words + heading + wordsOf(line) > MAX_WORDS) break;
        shown.add(line);
        words += heading + wordsOf(line);
      }
    }
  return lines.map((line) => ({ ...line, isFolded: !shown.has(line) }));
}
