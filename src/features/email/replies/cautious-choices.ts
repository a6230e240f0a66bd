import { FIGURE } from "../languages/language-rules.ts";
import { matterOf } from "../languages/matter-phrases.ts";
import { neutralOpening } from "./neutral-reply.ts";
import { namedHold } from "./plan-sentences.ts";
import type { MailReading } from "./read-mail.ts";
import { type Choice, joined, write } from "./reply-choice.ts";
import type { ReplyStyle } from "./reply-style.ts";
import { givesRight } from "./risky-requests.ts";

const anyOf = (...words: string[]) => new RegExp(`(?<!\\p{L})(?:${words.join("|")})(?!\\p{L})`, "iu");

/** What takes the private time of the person. */
const PRIVATE = anyOf(
  "lunch|dinner|brunch|barbecue|bbq|trip|weekend|christmas|xmas|holidays?|birthday|wedding|stay with (?:us|you)|have (?:mum|mom|dad|her|him|them) for|babysit\\p{L}*",
  "mittagessen|abendessen|grillen|ausflug|wochenende|weihnachten|geburtstag|hochzeit",
  "déjeuner|dîner|barbecue|excursion|week-end|noël|anniversaire|mariage",
  "comida|almuerzo|cena|asado|barbacoa|excursión|fin de semana|navidad|cumpleaños|boda",
);
/** A feast to which the questions of the mail belong. */
const CELEBRATION = anyOf(
  "(?:we(?:['’]re| are) )celebrating|my (?:\\d0th|birthday)",
  "gefeiert|wir feiern|mein geburtstag",
  "(?:on|nous) (?:fête|fêtons)|mon anniversaire",
  "(?:lo )?celebramos|mi cumpleaños",
);
const AGREEING = new Set<Choice["intent"]>(["accept", "answer", "agreeFigure"]);
/** Only a time is chosen, a gap is left or something is refused. */
const hasYes = (text: string): boolean => YES.test(text.replaceAll(/\[[^\][\n]{2,118}\]/g, ""));
const YES =
  /(?<!\p{L})(?:yes|i can|i['’]d love|i['’]m coming|i will|i['’]ll|you will have|i agree|i confirm|gladly|happy to|accept|let['’]s|please go|ja|gerne|klar|ich (?:bringe|sage|komme|kümmere|nehme|stimme|bin|schicke|sende)|annehme|einverstanden|oui|avec plaisir|volontiers|d['’]accord|je (?:vais|viens|vous(?! (?:remercie|prie)(?!\p{L}))|m['’]\p{L}+)|\p{L}+[aei]ré|(?:je |j['’])\p{L}+rai|j['’]accepte|sí|con gusto|encantad[oa]|de acuerdo|me encargo|acepto|claro)(?!\p{L})/iu;

/**
 * The choices with a short neutral one first where the first one would agree to money, a right or private time: that it
 * is looked at, and until when. Agreeing stays one of the others.
 */
export function withoutCommitment(
  choices: readonly Choice[],
  reading: MailReading,
  style: ReplyStyle,
  start: string,
): Choice[] {
  const [first] = choices;
  if (!first || !AGREEING.has(first.intent)) return [...choices];
  const binds = bindingOf(first, reading);
  if (binds === null) return [...choices];
  const { phrases, language } = reading.rules;
  const { situations } = phrases;
  const due = reading.due ?? situations.byDay;
  const isPrivate =
    binds === "private" && reading.news !== "illness" && (reading.kind === null || SOCIAL.has(reading.kind));
  const text = isPrivate
    ? situations.holdInvitation(style.isFormal, due)
    : (namedHold(reading, style) ??
      situations.hold(style.isFormal, due, matterOf(matterText(reading), language)));
  // Both would thank for the mail.
  const isThanked = start === neutralOpening(reading, style) && isPrivate;
  return [
    write("later", isThanked ? text : joined(start, text)),
    ...choices.filter(({ intent }) => intent !== "later"),
  ];
}

/** Kinds in which a feast is more than a date. */
const SOCIAL: ReadonlySet<MailReading["kind"]> = new Set([
  "invitation",
  "news",
  "question",
  "meeting",
  "meeting-choice",
  "meeting-change",
  "request-do",
]);

/** What the sentences with requests name comes before what the others name. */
const matterText = ({ asks, sentences }: MailReading): string =>
  [...asks.map(({ sentence }) => sentence), ...sentences].join(" ");

function bindingOf({ intent, text, detail }: Choice, reading: MailReading): "money" | "private" | null {
  if (intent === "agreeFigure") return "money";
  const { asks, sentences, news, rules } = reading;
  if (!hasYes(text) && !text.includes(rules.phrases.factGap)) return null;
  const isWanted = asks.some(({ kind, sentence }) => kind !== "open" && hasFigure(sentence));
  const asked = asks.map(({ sentence }) => sentence);
  if (asked.some((sentence) => givesRight(sentence)) || isWanted) return "money";
  const isGeneric = text.includes(rules.phrases.promise(true)) || text.includes(rules.phrases.promise(false));
  if (isGeneric && sentences.some(hasFigure)) return "money";
  if (detail !== null) return null;
  if (sentences.some((sentence) => CELEBRATION.test(sentence))) return "private";
  return asked.some((sentence) => PRIVATE.test(sentence)) ||
    (asks.length > 0 &&
      (news === "invitation" || news === "goodNews") &&
      sentences.some((sentence) => PRIVATE.test(sentence)))
    ? "private"
    : null;
}
const hasFigure = (sentence: string) => sentence.search(FIGURE) >= 0;
