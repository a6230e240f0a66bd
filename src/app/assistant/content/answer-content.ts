import { joinWords } from "../format-answer.ts";
import type { Answer, Turn } from "../intent.ts";
import type { Card } from "../model.ts";
import { stemOf } from "../understanding/tokens.ts";
import { type Chosen, chooseAnswer, type Found, type Judged } from "./choose-answer.ts";
import type { ContentRecord } from "./content-record.ts";
import { corrected } from "./correct-words.ts";
import { contactRecord, dayOf, findContacts, findContent, type Known } from "./find-content.ts";
import { findShown } from "./find-shown.ts";
import { answersYes } from "./polarity.ts";
import type { Part, Question } from "./question.ts";
import type { Candidate, Read } from "./rank-units.ts";
import { readRecord, vocabularyOf } from "./rank-units.ts";
import { isQuestion, isSourceQuestion, readQuestion } from "./read-question.ts";

const MAX_QUOTE = 420;
const MOST_CARDS = 6;

/** The answer that is written in the person's mail, documents, messages and plans; a question where nothing is named. */
export async function answerContent(turn: Turn): Promise<Answer> {
  const { previousCards } = turn;
  if (isSourceQuestion(turn.sentence) && previousCards.length > 0)
    return { text: "It is written here.", cards: previousCards.slice(0, MOST_CARDS) };
  const found = await searchContent(turn);
  return found === null ? { text: "Which one do you mean?", isQuestion: true } : compose(turn, found);
}

/** The same for a question that nothing else understood; null where it is none, or nothing answers it. */
export async function findInContent(turn: Turn): Promise<Answer | null> {
  if (isSourceQuestion(turn.sentence) && turn.previousCards.length > 0) return answerContent(turn);
  if (!isQuestion(turn.sentence)) return null;
  const found = await searchContent(turn);
  const isSure = found?.every(
    ({ part, chosen }) =>
      chosen !== null && part.kinds[0] !== "yesno" && (part.kinds[0] !== "text" || chosen.isSure),
  );
  return found && isSure ? compose(turn, found) : null;
}

/** Something is to be done, even if it is said as a question. */
const ASKS_TO_DO =
  /\b(?:(?:can|could|would|will|might) (?:you|we|i)|(?:set|move|put|make|mark|tick|change|push|pull|add|send|draft|write|block|cancel|give|star|archive|share|take|drop) )/i;

/** The same where what a question names was found nowhere else: also what is only near; null if nothing is. */
export async function findNearInContent(turn: Turn): Promise<Answer | null> {
  if (!isQuestion(turn.sentence) || ASKS_TO_DO.test(turn.sentence)) return null;
  const found = await searchContent(turn);
  const hasNear = found?.some(
    ({ chosen, near }) =>
      chosen?.isSure ||
      near.some(({ candidate, sure }) => candidate.fits && candidate.coverage >= COVERED && sure >= NEAR),
  );
  return found && hasNear ? compose(turn, found) : null;
}

/** What was found for each part of the question; null where the question names nothing. */
export async function searchContent(turn: Turn): Promise<Result[] | null> {
  const known = await findContacts(turn);
  const names = new Set(
    known.flatMap(({ contactName }) => contactName.toLowerCase().split(/\s+/).map(stemOf)),
  );
  const question = readQuestion(turn.sentence, (stem) => names.has(stem));
  const isAbout = question.parts.some(({ concepts }) => concepts.some(({ isHard }) => isHard));
  const isFollowing = turn.previousCards.length > 0 && (question.isPointing || !isAbout);
  if (!isAbout && !isFollowing) return null;
  const previous = isFollowing ? (await findShown(turn, known)).map(readRecord) : [];
  const found = isAbout || previous.length === 0 ? await recordsFor(turn, question, known) : [];
  const isNew = ({ id }: ContentRecord) => !previous.some(({ record }) => record.id === id);
  const reads = [...previous, ...found.filter(isNew).map(readRecord)];
  // What is quoted may have been written by anybody.
  if (reads.length > 0) turn.context.reading?.taint();
  const among = previous.length > 0 ? previous : reads;
  const first = answerParts(turn, question, among);
  return among === reads || !isAbout || first.some(({ chosen }) => chosen !== null)
    ? first
    : answerParts(turn, question, reads);
}

async function recordsFor(
  turn: Turn,
  { parts }: Question,
  known: readonly Known[],
): Promise<ContentRecord[]> {
  const concepts = parts.flatMap((part) => part.concepts);
  const unique = concepts.filter(
    ({ stem, forms }, index) =>
      concepts.findIndex((each) => each.stem === stem) === index && forms.length > 0,
  );
  const chosen = unique.toSorted((one, other) => other.weight - one.weight).slice(0, 8);
  const named = known.filter((contact) => {
    const words =
      `${contact.contactName} ${contact.organization ?? ""} ${contact.relationship} ${contact.note ?? ""}`
        .toLowerCase()
        .split(/[^\p{L}\p{N}]+/u)
        .map(stemOf);
    return chosen.some(({ stem }) => words.includes(stem));
  });
  const addresses = named.slice(0, 8).flatMap(({ contactEmail }) => (contactEmail ? [contactEmail] : []));
  const words = chosen.map(({ forms }) =>
    forms.filter((form) => /^[\p{L}\p{N} ]{2,}$/u.test(form)).slice(0, 5),
  );
  const found = await findContent(
    turn,
    [...words, addresses.map(plainWordsOf).filter(Boolean)].filter(({ length }) => length > 0),
    known,
  );
  return [...found, ...named.slice(0, 8).map((contact) => contactRecord(contact, turn.context.now))];
}

/** 'erik x test' of an address: the words by which full text finds it. */
const plainWordsOf = (address: string): string =>
  address
    .toLowerCase()
    .normalize("NFKD")
    .replaceAll(/[^a-z0-9]+/g, " ")
    .trim();

type Result = Found & { part: Part };

/** A later part is about the same record where that has it. */
function answerParts(turn: Turn, { parts }: Question, reads: readonly Read[]): Result[] {
  const results: Result[] = [];
  const vocabulary = vocabularyOf(reads);
  for (const written of parts) {
    const part = { ...written, concepts: corrected(written.concepts, vocabulary) };
    const before = results.find(({ chosen }) => chosen !== null)?.chosen?.candidate.record ?? null;
    results.push({ part, ...chooseAnswer(part, reads, { vocabulary, timeZone: turn.timeZone, before }) });
  }
  return results;
}

function compose(turn: Turn, results: readonly Result[]): Answer {
  const found = results.filter(({ chosen }) => chosen !== null);
  if (found.length === 0) return notFound(turn, results);
  const lines = results.map(({ part, chosen, near }) =>
    chosen ? lineOf(turn, part, chosen, near) : `I did not find ${describe(part)}.`,
  );
  const used = found.flatMap(({ chosen, near }) => (chosen ? shownOf(chosen, near) : []));
  return { text: [...new Set(lines)].join("\n"), cards: cardsOf(used) };
}

const UNSURE = "I am not sure. This is near:";
const MOST_NEAR = 3;
/** Sentences that answer less likely are not near. */
const NEAR = 0.03;
/** With so much of the question's words something near is better than to say that there is no such record. */
const COVERED = 0.4;
const MAX_NEAR_QUOTE = 240;

/** What is shown: the answer with what is as good, or where it is not sure the nearest. */
const shownOf = ({ candidate, also, isSure }: Chosen, near: readonly Judged[]): Candidate[] =>
  isSure ? [candidate, ...also] : nearest(near);

const nearest = (near: readonly Judged[]): Candidate[] =>
  near
    .filter(({ sure }) => sure >= NEAR)
    .slice(0, MOST_NEAR)
    .map(({ candidate }) => candidate);

const nearLines = (turn: Turn, candidates: readonly Candidate[]): string[] =>
  candidates.map((each) => {
    const quote = quoteOf(each);
    const short = quote.length > MAX_NEAR_QUOTE ? `${quote.slice(0, MAX_NEAR_QUOTE)}…` : quote;
    return `"${short}" (${sourceOf(turn, each.record)})`;
  });

const describe = ({ concepts }: Part) => {
  const words = concepts.filter(({ isHard }) => isHard).map(({ word }) => word);
  return words.length > 0 ? `'${words.join(" ")}'` : "the other part";
};

function cardsOf(candidates: readonly Candidate[]): Card[] {
  const cards = candidates.map(({ record }) => record.card);
  return cards
    .filter(({ id }, index) => cards.findIndex((each) => each.id === id) === index)
    .slice(0, MOST_CARDS);
}

/** '84,000 euros: "We can do phase two for 84,000 euros." (Ingrid Solberg, 'Offer for phase two', Tue, Nov 17)' */
function lineOf(turn: Turn, part: Part, chosen: Chosen, near: readonly Judged[]): string {
  if (!chosen.isSure) return [UNSURE, ...nearLines(turn, nearest(near))].join("\n");
  const { candidate, spans, also } = chosen;
  const quote = quoteOf(candidate);
  const line = `${headOf(turn, part, candidate, spans)}"${quote}" (${sourceOf(turn, candidate.record)})`;
  const others = also.map((each) => `Also: "${quoteOf(each)}" (${sourceOf(turn, each.record)})`);
  return [line, ...others.filter((each) => !each.includes(quote))].join("\n");
}

function headOf(turn: Turn, part: Part, { kind, units, place }: Candidate, spans: Chosen["spans"]): string {
  if (part.kinds[0] === "yesno") {
    const answer = answersYes(turn.sentence, units[place]?.text ?? "");
    return answer === null ? "" : answer ? "Yes: " : "No: ";
  }
  if (kind === "text" || spans.length === 0) return "";
  return `${joinWords([...new Set(spans.map(({ shown }) => shown))])}: `;
}

/** The sentence, with the others of its line where those fit. */
function quoteOf({ units, place }: Candidate): string {
  const unit = units[place];
  if (!unit) return "";
  let text = unit.quote;
  for (let distance = 1; distance <= 4; distance += 1)
    for (const at of [place + distance, place - distance]) {
      const other = units[at];
      if (other?.line !== unit.line || text.includes(other.quote)) continue;
      const joined = at > place ? `${text} ${other.quote}` : `${other.quote} ${text}`;
      if (joined.length <= MAX_QUOTE) text = joined;
    }
  return text.length > MAX_QUOTE ? `${text.slice(0, MAX_QUOTE)}…` : text;
}

const sourceOf = ({ timeZone }: Turn, { author, title, at, kind }: ContentRecord) =>
  [author?.name, title && `'${title}'`, kind === "task" || kind === "contact" ? null : dayOf(at, timeZone)]
    .filter(Boolean)
    .join(", ");

/** Says so, and shows the nearest that there is. */
function notFound(turn: Turn, results: readonly Result[]): Answer {
  const near = nearest(results.flatMap((each) => each.near).toSorted((one, other) => other.sure - one.sure));
  const text = "I did not find that in your mail, documents or messages.";
  if (near.length === 0) return { text };
  return { text: [`${text} The nearest:`, ...nearLines(turn, near)].join("\n"), cards: cardsOf(near) };
}
