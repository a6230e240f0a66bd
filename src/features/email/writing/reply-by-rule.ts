import type { WrittenLanguage } from "#platform/language/detect-language.ts";
import { parsePerson } from "../address-model.ts";
import type { MailModel } from "../kinds/trained-mails.ts";
import { isFirstName } from "../languages/first-names.ts";
import { capital, fullName, type LanguageRules, type PersonName } from "../languages/language-rules.ts";
import { choicesFor, framed } from "../replies/build-reply.ts";
import { type NoReply, readMail } from "../replies/read-mail.ts";
import type { Choice } from "../replies/reply-choice.ts";
import { NO_SAMPLES, type SentSamples, styleOf } from "../replies/reply-style.ts";

export type AnsweredMail = {
  subject: string;
  sender: string;
  /** Empty unless the author wrote the mail: then whom it went to. */
  recipient?: string;
  body: string;
};

export type ReplyOptions = {
  /** What the author sent before. */
  samples?: SentSamples;
  /** Free times of the author's calendar, as they are written in the language of the mail. */
  freeTimes?(language: WrittenLanguage): readonly string[];
  /** Known from the headers: a list or a program sent it. */
  isAutomatic?: boolean;
  /** What was learned from labelled mails; else what the program ships with. */
  model?: MailModel;
};

/** A finished reply for one intent; `gap`: where the first blank stands that the person fills, by its first and last character. */
export type ReplyChoice = Choice & { body: string; gap: { start: number; end: number } | null };

export type Replies = { language: WrittenLanguage | null; choices: ReplyChoice[]; none: NoReply | null };

/** All replies that fit a mail, the best one first; none, with the reason, where there is nothing to answer. */
export function repliesTo(mail: AnsweredMail, author: string, options: ReplyOptions = {}): Replies {
  const { samples = NO_SAMPLES, freeTimes, isAutomatic = false } = options;
  const likely = samples.person
    .map(({ language }) => language)
    .find((language) => language !== null && language !== "other");
  const isOwn = (mail.recipient ?? "") !== "";
  const reading = readMail(isOwn ? { ...mail, sender: "" } : mail, {
    isAutomatic: isAutomatic && !isOwn,
    likely: likely as WrittenLanguage | undefined,
    isKnown: isOwn || samples.person.length > 0,
    model: options.model,
  });
  if (typeof reading === "string") return { language: null, choices: [], none: reading };
  const { rules } = reading;
  const known = nameOf(isOwn ? (mail.recipient ?? "") : mail.sender, isOwn ? "" : reading.signedBy);
  // Who signs with the first name and uses that of the reader is called by it.
  const isCasual = !isOwn && callsByFirstName(mail.body, author) && reading.signedBy === known?.first;
  const name = known !== null && isCasual && rules.language === "en" ? { ...known, last: "" } : known;
  const isKin = name !== null && KIN.test(name.first);
  const style = styleOf(samples, rules, {
    name,
    author,
    names: namesOf(isOwn ? (mail.recipient ?? "") : mail.sender, isOwn ? "" : reading.signedBy, name),
    isFormalMail: reading.isFormal && !isKin,
    isWarm: (reading.isWarm || isKin) && !isOwn,
    isFirstName:
      !isOwn &&
      (isKin ||
        callsByFirstName(mail.body, author) ||
        reading.isToMany ||
        (!reading.isFormal && reading.isWarm && reading.signedBy === name?.first)),
    greeting: isOwn ? null : reading.greeting,
  });
  const choices = isOwn
    ? [
        {
          intent: "ask" as const,
          detail: null,
          text: rules.phrases.followUp(topicOf(mail.subject), style.isFormal),
        },
      ]
    : choicesFor(reading, style, freeTimes?.(rules.language) ?? []);
  return {
    language: rules.language,
    choices: choices.map((choice) =>
      withGap({ ...choice, body: framed(choice.text, style, rules.language) }),
    ),
    none: null,
  };
}

/**
 * The best-fitting reply; with a prompt, the author's own words between greeting and closing, or the intent that it
 * names. Empty where there is nothing to answer.
 */
export function replyByRule(
  mail: AnsweredMail,
  prompt: string,
  author: string,
  options: ReplyOptions = {},
): string {
  const instruction = prompt.trim();
  const { choices } = repliesTo(mail, author, options);
  if (instruction === "") return choices[0]?.body ?? "";
  const wanted = PROMPTS.find(([words]) => words.test(instruction))?.[1];
  const chosen = choices.find(({ intent }) => intent === wanted);
  if (chosen) return chosen.body;
  return framedPrompt(mail, instruction, author, options);
}

const PROMPTS: readonly (readonly [RegExp, Choice["intent"]])[] = [
  [
    /^(?:please )?(?:accept|agree|say yes|confirm|zusagen|annehmen|accepter|aceptar)(?: (?:it|this|politely|the invitation))?\.?$/i,
    "accept",
  ],
  [
    /^(?:please )?(?:decline|refuse|say no|turn (?:it|this) down|absagen|ablehnen|refuser|rechazar)(?: (?:it|this|politely|the invitation))?\.?$/i,
    "decline",
  ],
  [/^(?:please )?(?:later|ask for (?:more )?time|später|plus tard|más tarde)\.?$/i, "later"],
  [/^(?:please )?(?:say )?(?:thanks?|thank (?:him|her|them|you)|danken|remercier|agradecer)\.?$/i, "thank"],
];

function framedPrompt(
  mail: AnsweredMail,
  instruction: string,
  author: string,
  options: ReplyOptions,
): string {
  const likely = (options.samples ?? NO_SAMPLES).person[0]?.language;
  const person = mail.recipient || mail.sender;
  const reading = readMail(
    { ...mail, sender: "", subject: "" },
    { likely: likely === "other" || !likely ? "en" : likely, isKnown: true },
  );
  const rules: LanguageRules = typeof reading === "string" ? readingOfPrompt(instruction) : reading.rules;
  const signedBy = typeof reading === "string" || mail.recipient ? "" : reading.signedBy;
  const isFormalMail = typeof reading !== "string" && reading.isFormal;
  const greeting = typeof reading === "string" || mail.recipient ? null : reading.greeting;
  const name = nameOf(person, signedBy);
  const style = styleOf(options.samples ?? NO_SAMPLES, rules, {
    name,
    names: namesOf(person, signedBy, name),
    author,
    isFormalMail,
    isWarm: false,
    isFirstName: false,
    greeting,
  });
  return framed(instruction, style, rules.language);
}

/** The rules of the language in which the author writes, for a mail that cannot be read. */
function readingOfPrompt(instruction: string): LanguageRules {
  const reading = readMail({ subject: "", sender: "", body: instruction });
  const english = readMail({ subject: "", sender: "", body: "Thank you" });
  if (typeof reading !== "string") return reading.rules;
  if (typeof english !== "string") return english.rules;
  throw new Error("English is always read");
}

const topicOf = (subject: string) =>
  subject
    .replace(/^(?:(?:re|fwd?|aw|wg|tr|rv)\s*:\s*)+/i, "")
    .trim()
    .replace(/(?<![\s.,;:!?])[\s.,;:!?]+$/, "");

/** The name in the signature, else of the address; null where neither is a person's. */
export function nameOf(person: string, signedBy: string): PersonName | null {
  const { name, address } = parsePerson(person);
  // The firm signs with its name.
  const isFirm = FUNCTIONS.test(address) && signedBy !== "" && signedBy.toLowerCase() === name.toLowerCase();
  const signed = isFirm || INITIALS.test(signedBy) ? null : partsOf(withoutFirm(signedBy, name));
  // A mailbox of a firm has the name of the firm.
  // 'Dr Elena Fox <reception@…>' is a person.
  const isFunction = FUNCTIONS.test(address) && !TITLES.test(name);
  const written = isFunction
    ? null
    : partsOf(name.includes(",") ? name.split(",").reverse().join(" ") : name);
  // 'Clara' below the mail of Clara Voss: the family name is known from the address; 'Im Auftrag' is nobody.
  if (signed && written && /^\p{Lu}\./u.test(signed.first)) return written;
  if (signed && written && !isSamePerson(signed, written)) return written;
  if (signed && written) return chosenName(signed, written);
  if (signed ?? written) return signed ?? written;
  const local = (address.split("@")[0] ?? "").replace(/\+.*/s, "");
  if (FUNCTIONS.test(local) || local === "" || /\d{3}/.test(local)) return null;
  const [first = "", last = ""] = local.split(/[._-]/).filter((part) => part.length > 1);
  // 'acme@acme.example' is no person.
  const isName = /[._-]/.test(local) || isFirstName(first);
  return !isName || !/^\p{L}+$/u.test(first)
    ? null
    : { first: capital(first), last: /^\p{L}+$/u.test(last) ? capital(last) : "", title: null };
}

/** 'RT' */
const INITIALS = /^\p{Lu}{1,4}\.?$/u;
/** 'Salina' below the mail of Marlene Dubrowski is a town: who signs shares the beginning of a name, or writes both. */
function isSamePerson(signed: PersonName, written: PersonName): boolean {
  if (signed.last !== "" || signed.title) return true;
  const start = plainStart(signed.first);
  return fullName(written)
    .split(/[\s-]+/)
    .some((word) => plainStart(word).slice(0, 1) === start.slice(0, 1));
}
const plainStart = (word: string): string => word.normalize("NFD").toLowerCase().slice(0, 3);

/** 'Hi Ada', 'Morning Ada' */
const callsByFirstName = (body: string, author: string): boolean => {
  const first = author.trim().split(/\s+/)[0]?.toLowerCase() ?? "";
  const start = body.trimStart().slice(0, 80).split("\n")[0]?.toLowerCase() ?? "";
  return first !== "" && new Set(start.match(/\p{L}+/gu)).has(first);
};

/** By which the person may be greeted; empty for the mailbox of a function. */
function namesOf(person: string, signedBy: string, known: PersonName | null): string {
  const { name, address } = parsePerson(person);
  return FUNCTIONS.test(address) && !TITLES.test(name)
    ? ""
    : `${signedBy} ${name} ${known ? fullName(known) : ""} `;
}

/** 'Nico von Fitness Nord' of 'Fitness Nord' is Nico. */
function withoutFirm(signedBy: string, name: string): string {
  const [, person = "", firm = ""] = /^(\p{Lu}\p{L}+) (?:von|from|at|of|de|bei) (.+)$/u.exec(signedBy) ?? [];
  return firm !== "" && name.toLowerCase().includes(firm.toLowerCase()) ? person : signedBy;
}

function chosenName(signed: PersonName, written: PersonName): PersonName {
  const ofWritten = fullName(written).toLowerCase().split(/\s+/);
  const title = signed.title ?? written.title;
  if (signed.last !== "") return { ...signed, title };
  // 'Javi' of Javier Ortega is how he wants to be called; 'Menzel' of Klaus Menzel is his family name.
  return ofWritten.slice(1).includes(signed.first.toLowerCase())
    ? written
    : { first: signed.first, last: written.last, title };
}

/** Mailboxes of a function or a firm. */
const FUNCTIONS =
  /^(?:info|contact|kontakt|hello|office|sales|support|team|admin|service|mail|post|billing|accounts?|hr|jobs|press|board|events?|help|booking|reservations?|buchhaltung|rechnung|sekretariat|accueil|compta|ventas|anonymous|anonym|recepción|reception|reservas|citas|poststelle|facturation|praxis|anfrage|orders?|invoices?|rechnungen|pedidos|hola|care|customers?|marketing|desk|helpdesk|it|shop|store|security|legal|finance|payroll|payments?|notice|im|i\.a|par)(?![\p{L}])/iu;

const TITLES = /^(?:(?:sir|dame|dr|prof|mr|mrs|ms|frau|herr|mme|m|sr|sra|lic|ing|dipl\.-ing)\.? )+/iu;

function partsOf(line: string): PersonName | null {
  const titles = TITLES.exec(line.trim())?.[0] ?? "";
  const title = /mrs|ms|frau|mme|sra/i.test(titles)
    ? "woman"
    : /mr|herr|\bm\b|sr/i.test(titles)
      ? "man"
      : null;
  // 'Mr Osei' has no first name.
  if (title && /^\p{Lu}[\p{L}'’-]+$/u.test(line.trim().slice(titles.length)))
    return { first: line.trim().slice(titles.length), last: line.trim().slice(titles.length), title };
  const words = line.trim().replace(TITLES, "").split(/\s+/).filter(Boolean);
  if (words.length === 0 || words.length > 4 || !words.every((word) => /^[\p{L}.'’-]+$/u.test(word)))
    return null;
  const [first = "", ...others] = words;
  // 'D. Mkhize' is greeted like that.
  if (/^\p{Lu}\.$/u.test(first) && others.length > 0 && !NO_PERSON.test(line))
    return { first: words.join(" "), last: "", title };
  if (!/^\p{Lu}\p{L}/u.test(first) || FUNCTIONS.test(first) || NO_PERSON.test(line)) return null;
  // 'Aunt Philippa' is one name.
  if (KIN.test(first) && others.length > 0) return { first: [first, ...others].join(" "), last: "", title };
  return { first, last: others.join(" "), title };
}
const KIN =
  /^(?:mum|mom|mummy|mother|dad|daddy|father|gran|granny|grandma|grandpa|grandad|aunt|auntie|uncle|mama|papa|mutti|vati|oma|opa|tante|onkel|maman|mamie|papi|papy|oncle|mamá|papá|abuel[oa]|tía|tío)(?!\p{L})/iu;
const NO_PERSON =
  /(?<!\p{L})(?:surgery|imprimerie|étude|cabinet|kanzlei|praxis|gestoría|imprenta|bank|plc|llp|school|council|licensing|hotel|clinic|hospital|syndic|mairie|ayuntamiento|amt|stadt|\p{L}{0,20}team|ihre?|your|votre|the|gmbh|ltd|inc|ag|group|department|abteilung|office|service|support)(?!\p{L})/iu;

function withGap(choice: Choice & { body: string }): ReplyChoice {
  const start = choice.body.search(/\[[^\][\n]{2,118}\]/);
  return { ...choice, gap: start < 0 ? null : { start, end: choice.body.indexOf("]", start) + 1 } };
}
