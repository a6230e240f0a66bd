import { detectLanguage, type WrittenLanguage } from "#platform/language/detect-language.ts";
import type { LanguageRules, PersonName } from "../languages/language-rules.ts";
import { parseSalutation } from "../writing/parse-salutation.ts";
import { ownTextOf } from "./own-text.ts";

/** One mail that the author sent: how it greets, closes and speaks. */
export type SentSample = {
  language: WrittenLanguage | "other" | null;
  greeting: string | null;
  closing: string | null;
  words: number;
  text: string;
  /** Empty where only one line stands there. */
  lastLine: string;
};

/** What the author sent: to the same person, to others at the same domain, to anybody; newest first. */
export type SentSamples = {
  person: readonly SentSample[];
  domain: readonly SentSample[];
  all: readonly SentSample[];
};

export const NO_SAMPLES: SentSamples = { person: [], domain: [], all: [] };

/** How a reply is to be written. `isKnown`: the author wrote to this person before. */
export type ReplyStyle = {
  greeting: string;
  closing: string;
  isFormal: boolean;
  isBrief: boolean;
  isKnown: boolean;
};

/** The median of words up to which a person writes briefly. */
const BRIEF = 25;

export function sampleOf(body: string): SentSample {
  const { text, whole } = ownTextOf(body);
  const lines = whole.split("\n").filter(Boolean);
  const salutation = parseSalutation(body);
  const language = detectLanguage(`${text}\n${salutation.closing ?? ""}`);
  return {
    language,
    ...salutation,
    words: text.split(/\s+/).length,
    text: text.slice(0, 2_000),
    lastLine: lines.length > 1 ? (lines.at(-1) ?? "").slice(0, 80) : "",
  };
}

type Partner = {
  name: PersonName | null;
  author: string;
  isFormalMail: boolean;
  /** The sender closes as family and friends do. */
  isWarm: boolean;
  /** The sender calls the author by their first name. */
  isFirstName: boolean;
  /** How the sender greets the author; null where they do not. */
  greeting: string | null;
  /** Every name by which the person may be greeted; empty for the mailbox of a function, which is no person. */
  names: string;
};

/**
 * The author's own greeting and closing to this person, in the language of the mail; else the form of both that they
 * use at this domain, then everywhere, if it is as formal; else the usual form. Of closings to others only the neutral
 * ones are used, never names or telephone numbers below them.
 */
export function styleOf(
  samples: SentSamples,
  rules: LanguageRules,
  { name, author, isFormalMail, isWarm, isFirstName, greeting: sent, names }: Partner,
): ReplyStyle {
  const [person, domain, all] = [samples.person, samples.domain, samples.all].map((each) =>
    each.filter((sample) => isUsableIn(sample, rules.language)),
  ) as [SentSample[], SentSample[], SentSample[]];
  const greeted = sent !== null && isGreetingOf(sent, rules.language) ? sent : null;
  const isFormal = formalityOf(person, rules) ?? isFormalMail;
  const others = [...domain, ...all].filter(
    (sample) => (formalityOf([sample], rules) ?? isFormal) === isFormal,
  );
  const own = person.find(({ greeting }) => greeting !== null && !isToMany(greeting))?.greeting ?? null;
  const form = others
    .map(({ greeting }) => greetingFrom(greeting, name))
    .find((greeting) => greeting !== null);
  const closing = person.find((sample) => sample.closing !== null)?.closing;
  const signed = isFormal
    ? author
    : (signedNameIn([...person, ...others], author) ??
      (isFirstName || person.length > 0 ? author.trim().split(/\s+/)[0] || author : author));
  const neutral = others
    .map((sample) => neutralClosing(sample.closing, author))
    .find((each) => each !== null);
  return {
    greeting:
      ownGreeting(own, name, names) ??
      form ??
      greetingFrom(greeted, name) ??
      rules.phrases.greeting(name, isFormal),
    closing:
      closing ??
      nameOnly(person, author) ??
      `${isWarm && !isFormal ? rules.phrases.warmClosing : (neutral ?? rules.phrases.closing(isFormal))}\n${signed}`,
    isFormal,
    isKnown: person.length > 0,
    isBrief: person.length > 0 && median(person.map(({ words }) => words)) <= BRIEF,
  };
}

/** A mail of few words has no language; its greeting then says whether it is written in another one. */
const isUsableIn = ({ language, greeting }: SentSample, wanted: WrittenLanguage): boolean =>
  language === wanted || (language === null && (greeting === null || isGreetingOf(greeting, wanted)));

/** False for 'Hallo Ben,' over a mail in English; 'Hi' and 'Hey' are greetings everywhere. */
function isGreetingOf(greeting: string, wanted: WrittenLanguage): boolean {
  const languages = Object.entries(GREETS).filter(([, words]) => words.test(greeting));
  return languages.length === 0 || languages.some(([language]) => language === wanted);
}
const GREETS: Record<WrittenLanguage, RegExp> = {
  en: /^(?:hello|dear|good (?:morning|afternoon|evening|day))(?!\p{L})/iu,
  de: /^(?:hallo|moin|servus|liebe[rs]?|sehr geehrte[rs]?|guten (?:morgen|tag|abend))(?!\p{L})/iu,
  fr: /^(?:bonjour|bonsoir|salut|coucou|chère?s?|cher|madame|monsieur|maître)(?!\p{L})/iu,
  es: /^(?:hola|buen[oa]s (?:días|tardes|noches)|querid[oa]s?|estimad[oa]s?)(?!\p{L})/iu,
};

/** 'Ada', with which a person closes who writes no closing; null where they do. */
function nameOnly(samples: readonly SentSample[], author: string): string | null {
  const last = samples.find(({ lastLine }) => lastLine !== "")?.lastLine ?? "";
  const words = wordsOf(last);
  const isName = wordsOf(author).some((name) => words.includes(name));
  return isName && last.split(/\s+/).length <= 2 && !/[?!:;]/.test(last) ? last : null;
}

/** An address is used by several, one after another: the last greeting fits only whom it names. */
function ownGreeting(greeting: string | null, name: PersonName | null, names: string): string | null {
  if (greeting === null) return null;
  const known = new Set(wordsOf(names));
  const greeted = wordsOf(greeting.replace(GREETING_WORDS, ""));
  // 'Maître,' names nobody.
  if (names === "") return greeted.length === 0 && TITLE_ALONE.test(greeting) ? greeting : null;
  return greeted.every((word) => known.has(word)) ? greeting : greetingFrom(greeting, name);
}
const wordsOf = (text: string): string[] => text.toLowerCase().match(/\p{L}{2,}/gu) ?? [];
const TITLE_ALONE = /^(?:maître|docteur|madame|monsieur)[,.]?$/iu;
const GREETING_WORDS =
  /(?<!\p{L})(?:maître|docteur|hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|there|mr|mrs|ms|miss|dr|prof|professor|sir|madam|or|hallo|moin|servus|guten (?:tag|morgen|abend)|liebe[rs]?|sehr|geehrte[rs]?|herr|frau|damen|und|herren|bonjour|bonsoir|salut|coucou|chère?s?|cher|madame|monsieur|mme|hola|buenos|buenas|días|tardes|querid[oa]|estimad[oa]|sra?|señora?)(?!\p{L})/giu;

/** 'Best regards', without what stands below or beside it; null for a closing that is for one person. */
function neutralClosing(closing: string | null, author: string): string | null {
  const line = closing?.split("\n")[0]?.trim() ?? "";
  const names = wordsOf(author);
  const words = line.split(/\s+/).filter((word) => !names.includes(word.replace(/[,.]$/, "").toLowerCase()));
  const text = words.join(" ");
  return NEUTRAL.test(text) ? text : null;
}
const NEUTRAL =
  /^(?:(?:best|kind|warm) (?:regards|wishes)|best|regards|all the best|many thanks|thanks|thank you|(?:yours )?(?:sincerely|faithfully)|cheers|mit (?:freundlichen|besten|herzlichen) gr(?:ü|ue)(?:ß|ss)en|(?:viele|beste|freundliche|schöne|herzliche) gr(?:ü|ue)(?:ß|ss)e|gr(?:ü|ue)(?:ß|ss)e|gru(?:ß|ss)|mfg|vg|(?:bien )?cordialement|bien à (?:vous|toi)|(?:sincères )?salutations|à bientôt|merci|(?:un (?:cordial )?)?saludo|saludos(?: cordiales)?|atentamente|gracias)[,.!]?$/iu;

/** The form of their own name with which the author signs; null where it is not a part of it. */
function signedNameIn(samples: readonly SentSample[], author: string): string | null {
  const names = wordsOf(author);
  for (const { closing } of samples) {
    const line = closing?.split("\n").at(-1)?.trim().replace(/[,.]$/, "") ?? "";
    const words = line.split(/\s+/);
    const found = words.length === 1 ? words : words.slice(-1);
    if (found[0] && names.includes(found[0].toLowerCase()) && words.length <= 3)
      return words.every((word) => names.includes(word.toLowerCase())) ? line : (found[0] ?? null);
  }
  return null;
}

/** Null where nothing shows it. */
function formalityOf(samples: readonly SentSample[], rules: LanguageRules): boolean | null {
  for (const { greeting, text } of samples) {
    if (greeting !== null && TITLED.test(greeting)) return true;
    const [formal, informal] = [rules.formal.test(text), rules.informal.test(text)];
    if (formal !== informal) return formal;
    if (greeting !== null && FIRST_NAME.test(greeting)) return false;
  }
  return null;
}

const TITLED =
  /^(?:sehr |dear (?:mr|mrs|ms|miss|dr|prof)|bonjour (?:mme|m\.|madame|monsieur)|madame|monsieur|maître|docteur|estimad[oa] (?:sra?|señora?)|(?:hallo|guten tag|guten morgen|liebe[r]?) (?:frau|herr))(?![\p{L}])/iu;
const FIRST_NAME =
  /^(?:hi|hey|hello|hallo|liebe[r]?|moin|servus|salut|coucou|chère?|cher|hola|querid[oa]) \p{Lu}/iu;
/** 'Dear all,' */
export const isToMany = (greeting: string) =>
  /\b(?:all|everyone|everybody|team|both|parents|colleagues|friends|tenants|residents|neighbou?rs|guests|partners|mieter\p{L}{0,20}|mitglieder|locataires|vecinos|inquilinos|customers?|clients?|members|alle|zusammen|eltern|kolleg\p{L}{0,20}|kund\p{L}{0,20}|damen|tous|toutes|todos|todas)\b/iu.test(
    greeting,
  );

/** 'Hi Ben,' → 'Hi Anna,'. Null for a form with a title: it cannot know which one fits. */
function greetingFrom(greeting: string | null, name: PersonName | null): string | null {
  if (greeting === null || name === null || isToMany(greeting) || TITLED.test(greeting)) return null;
  if (/^\p{L}\.?$/u.test(name.first)) return null;
  const [, word = "", end = ","] =
    /^(hi|hello|hey|dear|hallo|moin|servus|bonjour|salut|hola|coucou)(?:,? \p{Lu}[\p{L}'’-]*)?( ?[,!:])?$/iu.exec(
      greeting,
    ) ?? [];
  return word === "" ? null : `${word} ${name.first}${end.trim() === "" ? "," : end}`;
}

function median(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
