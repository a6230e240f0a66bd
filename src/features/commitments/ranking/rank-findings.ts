import { CERTAIN } from "../commitment-model.ts";
import { isToAnyone } from "../extraction/find-asks.ts";
import { isCourtesy } from "../extraction/find-questions.ts";
import { isJoke, lastWithdrawal } from "../extraction/gather-promises.ts";
import {
  type Addressees,
  type Finding,
  type OpenAsk,
  quoteOf,
  type ReadMessage,
} from "../extraction/read-messages.ts";
import { type Candidate, describeCandidate } from "./describe-candidate.ts";
import { describeMessage } from "./describe-message.ts";
import { clauseAt, findClauses } from "./find-clauses.ts";
import { findingOf } from "./finding-of-candidate.ts";

export type Judged = Pick<Finding, "kind" | "by" | "to" | "offset" | "quote"> & {
  messageId: string;
  sentence: number;
  isLight: boolean;
};
/** How probable it is that a candidate with these features is right, and from which probability on it is found. */
export type Ranking = {
  probabilityOf: (candidate: Judged, features: readonly string[]) => number;
  thresholds: Readonly<Record<Kind, number>>;
};

export type RankedFinding = Finding & { confidence: number };
type Kind = Finding["kind"];
type Ranked = { candidate: Placed; probability: number; isLight: boolean };

/** Of this probability it is found where it stands beside another of the same promise. */
const WEAK = 0.25;
/** Candidates of one finding: neighbours are no independent evidence. */
const MAX_PARTS = 3;
/** Parts that are weak alone are proposed together, never open at once. */
const MAX_JOINED = CERTAIN - 0.01;
/** Of a longer message only so many sentences are read beside what rules find, and of that only so many. */
const MAX_SENTENCES = 200;

/** What rules found and what else may be one, if it is probable enough; in the order of the text. */
export function rankFindings(
  kind: Kind,
  read: ReadMessage,
  open: readonly OpenAsk[],
  found: readonly Finding[],
  concernsReader: (to: Addressees) => boolean,
  { probabilityOf, thresholds }: Ranking,
): RankedFinding[] {
  const { message, addressees } = read;
  const ruled = ruledIn(read, found.slice(0, MAX_SENTENCES));
  const candidates = [...ruled, ...widerIn(kind, read, found)].toSorted(
    (one, other) => one.offset - other.offset,
  );
  const described = describeMessage(read, open);
  const ranked = candidates.flatMap((candidate): Ranked[] => {
    const { sentence, offset, quote, finding } = candidate;
    const to = finding ? finding.to : (addressees[sentence] ?? null);
    if (!concernsReader(to)) return [];
    const { features, isLight } = describeCandidate(described, candidate);
    const place = { messageId: message.id, sentence, offset, quote };
    const probability = probabilityOf({ ...place, kind, by: message.author, to, isLight }, features);
    return probability >= Math.min(WEAK, thresholds[kind]) ? [{ candidate, probability, isLight }] : [];
  });
  return groupsOf(ranked).flatMap((group) => joined(kind, read, open, group, thresholds[kind]));
}

/** 'Of course. You will have it on Monday': an agreement and what it agrees to are one. */
function groupsOf(ranked: readonly Ranked[]): Ranked[][] {
  const groups: Ranked[][] = [];
  let before: Ranked | undefined;
  for (const each of ranked) {
    const last = groups.at(-1);
    const isOfSame =
      each.candidate.finding !== undefined && each.candidate.finding === before?.candidate.finding;
    if (!before || !last || !(isOfSame || isBeside(last, before, each))) groups.push([each]);
    else if (isOfSame || last.length < MAX_PARTS) last.push(each);
    before = each;
  }
  return groups;
}

const isBeside = (group: readonly Ranked[], before: Ranked, each: Ranked): boolean =>
  each.candidate.sentence - before.candidate.sentence <= 1 &&
  (each.isLight || group.every(({ isLight }) => isLight));

/** A finding starts where one part would be found alone, so that its place does not depend on a courtesy before it. */
function joined(
  kind: Kind,
  read: ReadMessage,
  open: readonly OpenAsk[],
  group: readonly Ranked[],
  threshold: number,
): RankedFinding[] {
  const doubt = group.reduce((product, { probability }) => product * (1 - probability), 1);
  const best = Math.max(...group.map(({ probability }) => probability));
  const isFound = best >= threshold;
  const confidence = isFound ? best : Math.min(1 - doubt, MAX_JOINED);
  if (confidence < threshold) return [];
  const parts = group.map(({ candidate, isLight, probability }) => ({
    isLight,
    opens: !isFound || !isLight || probability >= threshold,
    finding: candidate.finding ?? findingOf(kind, read, open, candidate),
  }));
  const first = parts.find(({ opens }) => opens)?.finding;
  const main = parts.find(({ isLight }) => !isLight)?.finding ?? first;
  if (!main || !first) throw new Error("a group has at least one candidate");
  const { offset } = first;
  const end = Math.max(...parts.map(({ finding }) => finding.offset + finding.quote.length));
  const due = main.due ?? parts.find(({ finding }) => finding.due)?.finding.due ?? null;
  return [{ ...main, offset, quote: read.message.text.slice(offset, end), due, confidence }];
}

type Placed = Candidate & { offset: number; quote: string; finding?: Finding };

/** What rules found, once for each sentence of its quote. */
function ruledIn({ sentences }: ReadMessage, found: readonly Finding[]): Placed[] {
  return found.flatMap((finding) => {
    const { offset, quote, rule } = finding;
    const end = offset + quote.length;
    return sentences.flatMap(({ tokens }, sentence): Placed[] => {
      if ((tokens.at(-1)?.end ?? 0) <= offset || (tokens[0]?.start ?? end) >= end) return [];
      const from = Math.max(
        0,
        tokens.findIndex((token) => token.end > offset),
      );
      const to = tokens.findLastIndex((token) => token.start < end) + 1;
      const words = tokens.map(({ word }) => word);
      const clause = clauseAt(words, from, Math.max(to, from + 1));
      return [
        { sentence, clause, rule, offset: Math.max(offset, tokens[0]?.start ?? offset), quote, finding },
      ];
    });
  });
}

/** All other clauses that are not taken back, and no courtesies. */
function widerIn(kind: Kind, { sentences, message }: ReadMessage, found: readonly Finding[]): Placed[] {
  const withdrawn = kind === "promise" ? lastWithdrawal(sentences) : null;
  const isGroup = message.recipients.length > 1;
  return sentences.slice(0, MAX_SENTENCES).flatMap(({ tokens }, sentence) => {
    const words = tokens.map(({ word }) => word);
    if (isJoke(sentences[sentence + 1]) || sentence < (withdrawn?.sentence ?? 0)) return [];
    if (kind === "request" && (isCourtesy(words) || (isGroup && isToAnyone(words)))) return [];
    return findClauses(words).flatMap((clause): Placed[] => {
      if (sentence === withdrawn?.sentence && clause.start < withdrawn.token) return [];
      const place = quoteOf(message.text, tokens.slice(clause.start, clause.end));
      return found.some((each) => overlaps(each, place))
        ? []
        : [{ sentence, clause, rule: "none", ...place }];
    });
  });
}

type Place = Pick<Finding, "offset" | "quote">;
const overlaps = (one: Place, other: Place): boolean =>
  one.offset < other.offset + other.quote.length && other.offset < one.offset + one.quote.length;
