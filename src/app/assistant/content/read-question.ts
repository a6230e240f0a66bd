import { stemOf, type Token, tokensOf } from "../understanding/tokens.ts";
import type { Concept, Kind, Part, Question } from "./question.ts";
import { KIND_RULES, REQUEST, SMALL, SOFT, YES_NO } from "./question-words.ts";
import { formsOf, PHRASES } from "./word-groups.ts";

/** Whether a word is part of a name of somebody or of a firm that is known. */
type IsName = (stem: string) => boolean;

const WH =
  /\b(?:what|whats|when|whens|where|wheres|who|whos|whom|whose|which|why|how|until when|by when|since when)\b/;
const CLAUSE =
  /(?<=[?!;.]) | - |: |, (?=(?:and |but |then )?(?:what|when|where|who|which|why|how|until|by when|since)\b)/i;
const JOINED =
  / (?:and|plus|&) (?=(?:(?:from|until|till|by|since|at|to|in|for|on|about) )?(?:what|whats|when|where|who|whom|whose|which|why|how)\b)/i;

export function readQuestion(sentence: string, isName: IsName): Question {
  const text = rewritten(sentence.trim());
  const pieces = text
    .split(CLAUSE)
    .flatMap((piece) => piece.split(JOINED))
    .flatMap(listed)
    .map((piece) => piece.trim())
    .filter((piece) => piece !== "");
  const read = pieces.map((piece) => readPiece(piece, isName));
  const asking = read.filter(({ isAsking }) => isAsking);
  const asked = asking.length > 0 ? asking : read.slice(-1);
  const rest = read
    .filter((piece) => !asked.includes(piece))
    .flatMap(({ text, concepts }) => concepts.map((concept) => ({ ...concept, isTopic: isTopic(text) })));
  const topics = read.filter((piece) => !asked.includes(piece)).map((piece) => piece.text);
  const parts = asked.slice(0, 4).map((piece) => ({
    ...partOf(piece, asked, rest),
    asked: wordingOf(sentence.trim(), piece, { topics, count: asked.length }),
  }));
  return {
    parts,
    isPointing: POINTING.test(text) && !parts.some(({ concepts }) => concepts.some(({ isName: is }) => is)),
  };
}

/** Whether the words ask for something. */
export const isQuestion = (sentence: string): boolean => {
  const lower = sentence.trim().toLowerCase();
  return lower.endsWith("?") || YES_NO.test(lower) || WH.test(lower) || kindsOf(lower) !== null;
};

const POINTING =
  /\b(?:it|its|that|this|these|those|they|them|she|he|her|his|him|there|the rest)\b|^and\b|^(?:what|how) about\b/i;
const SOURCE =
  /^show me the (?:message|mail|e-?mail|document)[.?]*$|\bwhere (?:does|did|do|is) (?:it|that|he|she|they|this)(?: say| state| stand| written| come from| from)*\b|^source\b|\bwhich (?:e-?mail|mail|document|file|message) (?:is|was) (?:that|it|this)\b/;

/** 'Where does it say that?' */
export const isSourceQuestion = (sentence: string): boolean => SOURCE.test(sentence.trim().toLowerCase());

const rewritten = (sentence: string) =>
  PHRASES.reduce(
    (text, [pattern, plain]) => text.replace(new RegExp(pattern.source, "gi"), plain),
    sentence.replaceAll(/[\u2018\u2019]/g, "'").replaceAll(/\s+/g, " "),
  );

/** 'Amount and due date of the invoice' is two questions about the invoice. */
function listed(piece: string): string[] {
  const segments = piece.split(/, (?:and )?| (?:and|plus|&|\+) /i);
  if (segments.length < 2 || segments.length > 4) return [piece];
  const isEach = segments.every((segment) => kindsOf(segment) !== null);
  return isEach ? segments : [piece];
}

/** 'Gruber penalty - how much?' names its topic; 'I am at the counter, ...' only where somebody is. */
const isTopic = (text: string) =>
  text.split(/\s+/).length <= 5 && !/\b(?:i|we|i'm|i've|we're|we've|they|you)\b/i.test(text);

type Piece = {
  text: string;
  kinds: readonly Kind[];
  isAsking: boolean;
  concepts: Concept[];
  side: Part["side"];
  authors: string[];
  isOwnWords: boolean;
};

function readPiece(text: string, isName: IsName): Piece {
  const lower = text.toLowerCase();
  const kinds = kindsOf(text);
  const bare = lower.replace(/^(?:and|but|so|ok|then|please|also)[, ]+/, "");
  const isYesNo = YES_NO.test(bare) && !WH.test(bare);
  return {
    text,
    kinds: REQUEST.test(lower) ? ["request"] : isYesNo ? ["yesno"] : (kinds ?? ["text"]),
    isAsking: kinds !== null || isYesNo || WH.test(lower) || text.endsWith("?"),
    concepts: conceptsOf(text, isName),
    side: sideOf(lower),
    authors: authorsOf(text),
    isOwnWords: OWN_WORDS.test(lower),
  };
}

function kindsOf(text: string): readonly Kind[] | null {
  const lower = text.toLowerCase();
  const question = WH.exec(lower)?.[0];
  // 'Who charges …' asks for a person, whatever else it names.
  if (question && /^(?:who|whos|whom|whose)$/.test(question)) return ["person"];
  if (question === "why") return ["why"];
  if (question === "where" || question === "wheres") return ["place"];
  if (question === "when") return ["date", "time"];
  return KIND_RULES.find(([pattern]) => pattern.test(lower))?.[1] ?? null;
}

const END =
  /\b(?:until|till|by when|expir|lapse|end|ends|ending|deadline|due|latest|last day|valid|cancel|good|stop|back)/;
const START =
  /\b(?:start|starts|begin|begins|from when|since when|first day|first working|since|commence|effective)/;

const sideOf = (lower: string): Part["side"] =>
  START.test(lower) ? "start" : END.test(lower) ? "end" : null;

const SAYING =
  "say|said|want|ask|asked|write|wrote|need|think|suggest|propose|request|prefer|mention|tell|told|offer|quote|charge|demand|recommend|advise|promise|require|expect";
const OWN_WORDS =
  /\bwhat (?:did|does|has) .{1,40}\b(?:say|said|write|wrote|written|reply|replied|answer|answered)\b/;
const AUTHOR = new RegExp(
  `\\b(?:did|does|do|has|had|is)\\s+(?:the\\s+)?((?:[\\p{L}.&'-]+\\s+){1,3}?)(?:${SAYING})\\w*\\b`,
  "iu",
);
const FROM = /\b(?:according to|per|by|from|what) (?:the )?((?:\p{Lu}[\p{L}&'-]*\s?){1,3})/u;

/** 'What did Marcus say': the names of whose words are asked for. */
function authorsOf(text: string): string[] {
  const [, writer = ""] = AUTHOR.exec(text) ?? [];
  const [, from = ""] = FROM.exec(text) ?? [];
  return `${writer} ${from}`
    .toLowerCase()
    .split(/\s+/)
    .map((word) => stemOf(word))
    .filter((stem) => stem.length > 1 && !SMALL.has(stem));
}

function conceptsOf(text: string, isName: IsName): Concept[] {
  const concepts: Concept[] = [];
  for (const token of tokensOf(text)) {
    if (token.shape === "mark" || SMALL.has(token.stem) || SMALL.has(token.word)) continue;
    if (concepts.some(({ stem }) => stem === token.stem)) continue;
    concepts.push(conceptOf(token, token.start === 0, isName));
  }
  return concepts.slice(0, 14);
}

const TIME = /^(?:(?:19|20)\d\d|q[1-4]|lastyear|nextyear|lastquarter|first quarter)$/;
const TIME_FORMS: Readonly<Record<string, readonly string[]>> = {
  lastyear: ["lastyear", "prior", "previous", "ago"],
  nextyear: ["nextyear", "next"],
};

function conceptOf({ word, stem, shape }: Token, isFirst: boolean, isName: IsName): Concept {
  const known = isName(stem);
  const isTime = TIME.test(word) || shape === "month";
  const isSoft = SOFT.has(stem) && !known && !isTime;
  const name = known || (shape === "name" && !isFirst && !isSoft);
  return {
    ...{ stem, word, forms: TIME_FORMS[word] ?? formsOf(stem), isName: name && !isTime, isTime },
    weight: isSoft ? 0.3 : name ? 1.2 : 1,
    isHard: !isSoft,
  };
}

const PRONOUN = /\b(?:it|its|that|this|they|them|their|she|her|he|him|his|those|these|there|else)\b/i;

/** One question of several with what the sentence says besides; the sentence where it names nothing itself. */
function wordingOf(
  sentence: string,
  { text, concepts }: Piece,
  { topics, count }: { topics: readonly string[]; count: number },
): string {
  const isBare = !concepts.some(({ isHard }) => isHard) || PRONOUN.test(text);
  return count < 2 || (isBare && topics.length === 0) ? sentence : [...topics, text].join(", ");
}

/** The question with what the others of the sentence say about its subject. */
function partOf(
  piece: Piece,
  asked: readonly Piece[],
  rest: readonly (Concept & { isTopic: boolean })[],
): Omit<Part, "asked"> {
  const own = piece.concepts;
  const isBare = !own.some(({ isHard }) => isHard);
  const isPointing = PRONOUN.test(piece.text);
  const others = asked.filter((other) => other !== piece).flatMap(({ concepts }) => concepts);
  const shared = others
    .filter((concept) => isBare || isPointing || concept.isName)
    .map((concept) => (isBare ? concept : { ...concept, weight: concept.weight * 0.5, isHard: false }));
  const background = rest.map((concept) => ({
    ...concept,
    weight: concept.isTopic ? concept.weight : 0.25,
    isHard: concept.isTopic && concept.isHard,
  }));
  const concepts = [...own, ...shared, ...background].filter(
    ({ stem }, index, all) => all.findIndex((each) => each.stem === stem) === index,
  );
  return {
    text: piece.text,
    kinds: piece.kinds,
    concepts,
    side: piece.side,
    authors: piece.authors,
    isOwnWords: piece.isOwnWords,
  };
}
