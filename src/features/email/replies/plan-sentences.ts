import type { Ask } from "../asks/find-asks.ts";
import { choicesIn, earlierChoices } from "../asks/find-options.ts";
import type { Point } from "../asks/list-points.ts";
import { matterIn } from "../asks/name-matters.ts";
import { FIGURE } from "../languages/language-rules.ts";
import { PLANS } from "../languages/plan-phrases.ts";
import { optionsIn } from "./answer-asks.ts";
import type { MailReading } from "./read-mail.ts";
import { joined } from "./reply-choice.ts";
import type { ReplyStyle } from "./reply-style.ts";
import { givesRight, isRisky } from "./risky-requests.ts";
import { thanksFor } from "./thank-for.ts";

/** These many matters are named in a sentence. */
const MAX_NAMED = 3;
const MAX_GAP = 60;

/** An ask with what is known about it. */
type Plan = { ask: Ask; matter: string | null; options: string[]; isSent: boolean };

/** A sentence or two as a person writes them: what is sent, what is chosen, and until when the others are answered. */
export function plannedText(asks: readonly Ask[], reading: MailReading, style: ReplyStyle): string {
  const plans = asks.map((ask) => planOf(ask, reading));
  const sent = plans.filter(({ isSent }) => isSent).slice(0, 1);
  const chosen = plans.filter(({ options }) => options.length > 0).slice(0, 1);
  const others = plans.filter((plan) => !sent.includes(plan) && !chosen.includes(plan));
  const { isFormal } = style;
  const phrases = PLANS[reading.rules.language];
  const due = dueOf(reading);
  const sentences = [
    ...sent.map(({ matter }) => phrases.send(matter ?? "", due, isFormal)),
    ...chosen.map(({ options, matter }) => phrases.choose(`[${options.join(" / ")}]`, matter, isFormal)),
  ];
  if (others.length === 0) return joined(...sentences);
  return joined(...sentences, followText(others, reading, style, sentences.length > 0));
}

/** Whether an answer of its own stands in it, beside the promise of one. */
export const isAnswered = (asks: readonly Ask[], reading: MailReading): boolean =>
  asks.some((ask) => {
    const { isSent, options } = planOf(ask, reading);
    return isSent || options.length > 0;
  });

/** Beside a time or an invitation only what has a name is spoken of. */
export function besidesText(asks: readonly Ask[], reading: MailReading, style: ReplyStyle): string {
  const named = asks.filter((ask) => {
    const { matter, options } = planOf(ask, reading);
    return matter !== null || options.length > 0;
  });
  return named.length === 0 ? "" : plannedText(named, reading, style);
}

/** An answer is promised until the day that the mail names, by the name of its matters. */
export const holdFor = (asks: readonly Ask[], reading: MailReading, style: ReplyStyle): string =>
  followText(
    asks.map((ask) => planOf(ask, reading)),
    reading,
    style,
    false,
  );

/** The same; null where no matter has a name. */
export const namedHold = (reading: MailReading, style: ReplyStyle): string | null =>
  reading.asks.every((ask) => planOf(ask, reading).matter === null)
    ? null
    : holdFor(reading.asks, reading, style);

/** The same for what a mail counts in a sentence. */
export function holdForPoints(
  points: readonly Point[],
  { rules, due }: MailReading,
  { isFormal }: ReplyStyle,
): string {
  const { language, phrases } = rules;
  const until = due ?? phrases.situations.byDay;
  const names = points.map(({ label }) => label);
  if (language === "fr" || language === "es" || names.includes("")) return phrases.later(isFormal, until);
  const things = names.map((name) => (language === "en" ? `the ${uncapitalized(name)}` : name));
  return PLANS[language].follow(PLANS[language].list(things, false, isFormal), until, isFormal);
}
/** 'NDA' and 'November' stay. */
const uncapitalized = (name: string): string =>
  /^\p{Lu}\p{Lu}/u.test(name) || CALENDAR.test(name)
    ? name
    : `${name.slice(0, 1).toLowerCase()}${name.slice(1)}`;

const CALENDAR =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|january|february|march|april|may|june|july|august|september|october|november|december)(?!\p{L})/iu;

const dueOf = ({ due, rules }: MailReading): string => due ?? rules.phrases.situations.byDay;

function followText(
  plans: readonly Plan[],
  reading: MailReading,
  { isFormal }: ReplyStyle,
  isToo: boolean,
): string {
  const { rules } = reading;
  const phrases = PLANS[rules.language];
  // 'Thank you for the draft' has named it.
  const thanked = thanksFor(reading.sentences, rules, isFormal);
  const matters = [...new Set(plans.flatMap(({ matter }) => matter ?? []))];
  const others = matters.filter((matter) => !thanked.includes(matter));
  const named = others.length > 0 ? others : matters;
  if (named.length === 0 && isToo) return phrases.followToo(phrases.list([], true, isFormal), isFormal);
  // Who names less than half of it has not read it.
  if (named.length * 2 < plans.length || named.length === 0)
    return rules.phrases.later(isFormal, dueOf(reading));
  const isOpen = plans.some(({ matter }) => matter === null) || named.length > MAX_NAMED;
  const things = phrases.list(named.slice(0, MAX_NAMED), isOpen, isFormal);
  return isToo ? phrases.followToo(things, isFormal) : phrases.follow(things, dueOf(reading), isFormal);
}

function planOf(ask: Ask, { rules, sentences }: MailReading): Plan {
  const { sentence, kind } = ask;
  const { language } = rules;
  const known = kind === "open" || kind === "yesNo" ? optionsIn(sentence) : [];
  const own = known.length > 1 ? known : choicesIn(sentence);
  const offered = own.length > 1 ? own : earlierChoices(sentence, sentences);
  const isOffered = offered.length > 1 && `[${offered.join(" / ")}]`.length <= MAX_GAP;
  const at = sentences.findIndex((each) => each.includes(sentence.replace(/\?$/, "")));
  // 'Is that figure still acceptable?' means what stands before.
  const before = at > 0 && REFERS.test(sentence) ? (sentences[at - 1] ?? "") : "";
  const found = SENT[language].exec(sentence);
  const behind = found ? sentence.slice(found.index + found[0].length) : "";
  const object = found ? matterIn(behind.split(OBJECT_END)[0] ?? "", language) : null;
  const matter =
    object ?? matterIn(sentence, language) ?? (before === "" ? null : matterIn(before, language)) ?? null;
  const isSafe =
    !givesRight(sentence) &&
    sentence.search(FIGURE) < 0 &&
    !isRisky(sentence, true) &&
    !SIGNED.test(sentence);
  const isSent = object !== null && isSafe && language !== "de";
  return { ask, matter, options: isOffered ? offered : [], isSent: isSent && !isOffered };
}
/** The thing stands right behind the verb. */
const OBJECT_END =
  /[,;:.(]| (?:by|to|so|for|before|until|on|in|avant|d['’]ici|pour|afin|antes|para|hasta)(?!\p{L})/iu;
const REFERS =
  /(?<!\p{L})(?:this|that|it|they|these|those|one|ok(?:ay)?|agree|das|dies|es|sie|ok|einverstanden|cela|ça|d['’]accord|esto|eso|de acuerdo)(?!\p{L})/iu;
/** Papers that bind. */
const SIGNED =
  /(?<!\p{L})(?:sign\p{L}*|countersign\p{L}*|unterschr\p{L}*|unterz\p{L}*|firm(?:ad\p{L}*|ar|e))(?!\p{L})/iu;
/** The reader is to send something. */
const SENT: Readonly<Record<MailReading["rules"]["language"], RegExp>> = {
  en: /(?<!\p{L})(?:send (?:me|us|over)|let (?:me|us) have|get (?:me|us)|(?:(?:i|we)(?:['’]d| would| will|['’]ll)?(?: still| also)? |^)need|provide (?:me|us)(?: with)?|share(?: with (?:me|us))?) (?=(?:the|your|our|a copy|an) )/iu,
  de: /(?!)/u,
  fr: /(?:(?:nous|m['’]|me) (?:envoyer|transmettre|faire parvenir|communiquer)|envoie-moi|envoyez-(?:moi|nous))(?: (?:avant|d['’]ici|pour) (?:le |la )?[\p{L}\d]{1,12}(?: \p{L}{3,9})?)? (?=l|d|vo|un)/iu,
  es: /(?<!\p{L})(?:env[ií](?:ar|e|a)(?:me|nos)|mánd(?:a|e)(?:me|nos)|me env[ií]e[ns]?|necesit(?:o|amos))(?: también)? (?=el |l[ao]s? |un)/iu,
};
