import type { WrittenLanguage } from "#platform/language/detect-language.ts";
import type { SituationPhrases } from "./situation-phrases.ts";

/** How a name is written in a greeting; the family name is empty where only one is known. */
export type PersonName = {
  first: string;
  last: string;
  /** Known where the name stands with a title; null elsewhere. */
  title: "woman" | "man" | null;
};

/** What is answered: a task, a question for yes or no, one that only the person can answer, or a wish without a question. */
export type AskKind = "request" | "yesNo" | "open" | "indirect";

/** What a request is answered with; `also` where it is not the first of several. */
export type Promise = { promise: string; also: string; refusal: string };

/** Phrases that are the same whatever a mail asks, by formality. */
export type Phrases = {
  greeting(name: PersonName | null, isFormal: boolean): string;
  closing(isFormal: boolean): string;
  /** To people who close like that. */
  warmClosing: string;
  /** Before a formal answer. */
  opening: string;
  /** For a request that is not repeated in other words. */
  promise(isFormal: boolean): string;
  refusal(isFormal: boolean): string;
  /** Before the answer to a question, by its topic or its number from 1; 0 where it is the only one. */
  aboutTopic(topic: string): string;
  aboutNumber(number: number): string;
  acceptTime(time: string, isFormal: boolean): string;
  declineTimes(isFormal: boolean): string;
  proposeTimes(times: readonly string[], isFormal: boolean): string;
  acceptFigure(figure: string, isFormal: boolean): string;
  declineFigure(figure: string, isFormal: boolean): string;
  acceptInvitation(isFormal: boolean): string;
  declineInvitation(isFormal: boolean): string;
  /** `due`: until when. */
  later(isFormal: boolean, due: string): string;
  askBack(isFormal: boolean): string;
  welcome(isFormal: boolean): string;
  thanksForNews(isFormal: boolean): string;
  getWell(isFormal: boolean): string;
  condolences(isFormal: boolean): string;
  congratulations(isFormal: boolean): string;
  sorryForTrouble(isFormal: boolean): string;
  sorryToSeeLeave(isFormal: boolean): string;
  noProblem(isFormal: boolean): string;
  /** For congratulations to the author. */
  thanksForCongratulations(isFormal: boolean): string;
  /** With a gap: what somebody unknown wants to hear is not stated in their words. */
  factGap: string;
  confirmGap(isFormal: boolean): string;
  verifyBank(isFormal: boolean): string;
  refuseBank(isFormal: boolean): string;
  /** To a request for money, secrets or papers; it promises nothing. */
  verifyRequest(isFormal: boolean): string;
  refuseRequest(isFormal: boolean): string;
  examineClaim(isFormal: boolean): string;
  disputeClaim(isFormal: boolean): string;
  situations: SituationPhrases;
  followUp(subject: string, isFormal: boolean): string;
};

/** How one language is read, and what is written in it. All patterns are for one sentence at a time. */
export type LanguageRules = {
  language: WrittenLanguage;
  phrases: Phrases;
  /** 'How are you?', and offers of help: nothing to be answered. */
  courtesy: RegExp;
  /** Null for a sentence that requests nothing. */
  promiseOf(sentence: string, isFormal: boolean): Promise | null;
  /** Whether a question asks for more than yes or no. */
  isOpen(sentence: string): boolean;
  yesOrNo(sentence: string, isYes: boolean, isFormal: boolean): string;
  /** A whole answer for each way that a question offers; empty where it offers none. */
  alternatives(sentence: string, isFormal: boolean): string[];
  /** A sentence with a gap in brackets that answers an open question. */
  gapFor(sentence: string, isFormal: boolean): string;
  /** The thing that is asked about, in the words of the mail, as the answer names it; null where it is not sure. */
  topicOf(sentence: string, isFormal: boolean): string | null;
  time: RegExp;
  /** A sentence whose times are proposals, and one whose times are not. */
  proposal: RegExp;
  deadline: RegExp;
  asksForTime: RegExp;
  figureProposal: RegExp;
  invitation: RegExp;
  thanks: RegExp;
  illness: RegExp;
  death: RegExp;
  goodNews: RegExp;
  leaving: RegExp;
  complaint: RegExp;
  apology: RegExp;
  formal: RegExp;
  informal: RegExp;
};

/** Amounts and percentages, in any of the languages. */
export const FIGURE =
  /(?:(?:€|\$|£|EUR|USD|GBP|CHF)\s?\d[\d.,'’]{0,14}(?:\s?(?:k|m|million))?(?!\p{L})|(?<![\d.,])\d{1,3}(?:[ \u00a0\u202f.,'’]?\d{3}){0,3}(?:[.,]\d{1,2})?\s?(?:€|\$|£|%|EUR|USD|GBP|CHF|euros?|dollars?|pounds?|francs?|franken|dólares|prozent|percent|por ciento|pour cent)(?!\p{L}))/giu;

/** The part of a sentence up to its end marks, without a reason or thanks behind a comma. */
export const bareSentence = (sentence: string): string =>
  sentence
    .replace(/^(?:[-*•–]|\d{1,2}[.)])\s+/, "")
    .replace(/(?<![?.!…\s])[?.!…\s]+$/, "")
    .trim();

export const capital = (text: string): string => text.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());

/** The text before the first match. */
export function partBefore(text: string, pattern: RegExp): string {
  const at = text.search(pattern);
  return at < 0 ? text : text.slice(0, at);
}

export const fullName = ({ first, last }: PersonName): string => [first, last].filter(Boolean).join(" ");

/** 'E. Whitcombe' → 'Whitcombe' */
export const familyName = (last: string): string => last.replace(/^(?:\p{Lu}\. ?)+/u, "");
