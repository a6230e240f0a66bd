import type { Row } from "../read-commitments.ts";
import { isSameMatter, sharesObject } from "./compare-words.ts";
import type { Finding } from "./list-findings.ts";

type IsMatch = (row: Row, finding: Finding) => boolean;

const hasSamePeople: IsMatch = (row, { party }) => row.party === party;
const hasSameWords: IsMatch = (row, { quote }) => row.quote === quote;
const isInPlace: IsMatch = (row, { sourceOffset }) => row.sourceOffset === sourceOffset;
/** 'Anna to send the figures' of 'Anna to send the figures by Friday' */
const isLonger: IsMatch = ({ quote }, finding) =>
  quote !== null && (finding.quote.startsWith(quote) || quote.startsWith(finding.quote));
const isAboutSame: IsMatch = (row, { what }) => isSameMatter(row.what, what);
/** The person may have put it in other words. */
const wasQuoted: IsMatch = ({ quote }, { what }) => quote !== null && sharesObject(what, quote);

/** The surest first. The same words may be those of somebody who is known only now. */
const MATCHES: readonly (readonly IsMatch[])[] = [
  [hasSameWords, hasSamePeople, isInPlace],
  [hasSameWords, hasSamePeople],
  [hasSameWords, isInPlace],
  [hasSameWords],
  [isInPlace, isLonger],
  [isInPlace, isAboutSame],
  [isAboutSame, hasSamePeople],
  [isInPlace, wasQuoted],
];

/** By the id of what is known: what is found in its place in a text that was changed. Each finding is that of one row. */
export function matchKnown(rows: readonly Row[], findings: readonly Finding[]): ReadonlyMap<string, Finding> {
  const found = new Map<string, Finding>();
  const taken = new Set<Finding>();
  for (const isMatch of MATCHES)
    for (const row of rows) {
      if (found.has(row.id)) continue;
      const match = findings.find(
        (finding) =>
          !taken.has(finding) &&
          finding.sourceId === row.sourceId &&
          finding.kind === row.kind &&
          finding.owedBy === row.owedBy &&
          isMatch.every((each) => each(row, finding)),
      );
      if (!match) continue;
      found.set(row.id, match);
      taken.add(match);
    }
  return found;
}
