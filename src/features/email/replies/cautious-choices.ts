import { FIGURE } from "../languages/language-rules.ts";
import { matterOf } from "../languages/matter-phrases.ts";
import { neutralOpening } from "./neutral-reply.ts";
import type { MailReading } from "./read-mail.ts";
import { type Choice, joined, write } from "./reply-choice.ts";
import type { ReplyStyle } from "./reply-style.ts";

const anyOf = (...words: string[]) => new RegExp(`(?<!\\p{L})(?:${words.join("|")})(?!\\p{L})`, "iu");

/** What binds the person with money or a right: of this nothing is agreed to first. */
const BINDING = anyOf(
  "dividends?|discounts?|pa(?:y|id|ys|ying|yments?)|repa(?:y|id)|funding|invest\\p{L}*|half|split|refunds?|credits?|settle\\p{L}*|counter|waive|guarantee|loan|salary|raise|bonus|donat\\p{L}*|sponsor\\p{L}*|buy|purchase|money|authori[sz]\\p{L}*|statements?|publish\\p{L}*|quote (?:you|from you)|on the record|(?:counter)?sign(?! (?:up|in|off|on|out)(?!\\p{L}))|ndas?|non-disclosure|without (?:a |any )?(?:fee|charge|penalty)|fees?|guarantees?|guaranteed|exclusiv\\p{L}*|liab\\p{L}*|indemni\\p{L}*|warrant(?:y|ies)|hire|being let go|lay(?:ing)? off|promot(?:e|ion)|\\d+k|\\d+ ?% off|(?:customer|client|employee|personal|patient) (?:lists?|data|records?)|go ahead with (?:\\p{L}+ ){0,3}(?:order|contract|agreement|deal)|(?:place|approve|confirm|release) (?:\\p{L}+ ){0,2}(?:order|contract|agreement|deal)|let (?:us|me) out|out of (?:the|our|my|this) (?:lease|contract|agreement|deal)|(?:extend|terminate|end|cancel|renew|amend) (?:the|our|my|this) (?:lease|contract|agreement|deal)|work from(?! home (?:today|tomorrow|on))|exceptions?|(?:we|i) order|hiring|(?:reduce|lower|cut|shorten) (?:the|our|your|this|my) (?:invoice|bill|price|rate|rent|fee|notice)|made redundant|dismiss(?:ed|al)?|agree to (?:the|this|our)",
  "rabatt|nachlass|(?:an)?zahlung\\p{L}*|bezahl\\p{L}*|hälfte|halbe|teilen|erstatt\\p{L}*|gutschrift|vergleich|bürgschaft|darlehen|gehalt\\p{L}*|bonus|spende\\p{L}*|kaufen|geld|stellungnahme|veröffentlich\\p{L}*|zitier\\p{L}*|dividende|unterschreib\\p{L}*|unterzeichn\\p{L}*|aus (?:dem|unserem|meinem) (?:miet|arbeits)?vertrag|(?:vertrag|vereinbarung)(?!\\p{L}).{0,40}(?:kündigen|verlängern|auflösen|aufheben|ändern|annehmen|zustimmen)|kürz(?:en|t|st|e)|zusicher\\p{L}*|zusage[n]?|garantier\\p{L}*|garantie|haft(?:en|ung)|reduzier\\p{L}*|ausland|aus \\p{L}+ arbeiten|gekündigt|entlassen (?:wird|werden|wurde)|mit (?:dem vertrag|der vereinbarung) einverstanden|exklusiv\\p{L}*|frei(?:zu)?geb\\p{L}*|freigabe|einstellen|kulanz\\p{L}*|kunden(?:liste|daten)\\p{L}*",
  "remise|rabais|payer|paiement|moitié(?:-moitié)?|cofinancement|financ\\p{L}*|rembours\\p{L}*|avoir|caution|prêt|salaire|prime|don|achet\\p{L}*|argent|déclaration|publier|citer|dividende|supplément|geste(?: commercial)?|signer|signez|contresigner|avenant|garanti\\p{L}*|exclusivité|responsabilité|embauch\\p{L}*|licenci\\p{L}*|sans (?:frais|pénalité)|(?:résilier|prolonger|rompre|modifier) (?:le|notre|mon|ce) (?:contrat|bail)|libérer (?:du|de notre|de mon)|fichier clients?|liste (?:de|des|de nos|de vos) clients|télétravail\\p{L}*|travailler (?:depuis|à distance)|prolongation|réduire|accorder",
  "descuento|rebaja|pag(?:ar|o|os|ue|uen)|mitad|financ\\p{L}*|reembols\\p{L}*|abono|aval|préstamo|sueldo|bono|donar|donación|comprar|dinero|declaración|publicar|dividendo|firm(?:ar|arlo|arla|e|as)|garantiz\\p{L}*|garantía|exclusiv\\p{L}*|responsabilidad|contratar|despedir\\p{L}*|sin (?:penalización|coste|cargo)|(?:rescindir|prorrogar|modificar) (?:el|nuestro|mi) contrato|lista de (?:\\p{L}+ )?clientes|teletrabaj\\p{L}*|trabajar desde(?! casa)|reducir|prórroga|despid\\p{L}*|cláusula",
);
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
/** Whether a sentence asks for money or a right. */
export const binds = (sentence: string): boolean => BINDING.test(sentence) || hasFigure(sentence);
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
    : situations.hold(style.isFormal, due, matterOf(matterText(reading), language));
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
  if (asked.some((sentence) => BINDING.test(sentence)) || isWanted) return "money";
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
