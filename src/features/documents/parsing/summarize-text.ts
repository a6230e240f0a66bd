import { BANK_CHANGE, CHANGE, CLAIM, COURTESY, REQUEST, WHEN } from "#platform/language/cue-words.ts";
import { hasLength } from "./find-notice-dates.ts";

/** These many, and up to MAX_SENTENCES where the further ones have a figure, a date, a duty or a change. */
const USUAL_SENTENCES = 3;
const MAX_SENTENCES = 15;
const LEAST_CUES = 1.5;
/** Characters: a share of the text between two bounds. */
const MIN_LENGTH = 850;
const MAX_LENGTH = 1_500;
const SHARE = 0.75;
/** A sentence with those that it refers to. */
const MAX_UNIT = 480;
/** A row of a table, with its columns apart. */
export const ROW = /\t|\S {3,}\S/u;

/** Duties, terms and results, besides the words that mark requests and changes. */
const CUES =
  /\b(?:must|shall|agree(?!ments?\b)|decide|postpone|confidential|approve|authori[sz]e|refuse|reject|appeal|exclu|exclusiv|valid|expir|lapse|fee|salary|interest|pays?\b|payable|due|until|before|deadline|renew|terminat|expire|payment|rent|total|result|conclu|recommend|propose|risk|grow|grew|increase|decrease|percent|notice|liab|warrant)\w*|(?<!\p{L})(?:einspruch|widerspruch|nachzahlung|beschl|verschoben|reporté|aplaza|abgelehnt|gehalt|gültig|recours|acompte|valable|dépôt|recurso|salario|válid|preaviso|miete|kaution|vertrag|laufzeit|kündig|frist|haft|gewähr|zahl|vergütung|loyer|durée|préavis|garantie|paiement|résili|invitons|sous (?:huit|quinze|trente|\d+) jours|indispensable|räum(?:en|t)|geräumt|alquiler|renta|duración|fianza|pago|garantía)/iu;
/** A limit of a rule: it is in the summary where there is room. */
const LIMIT =
  /(?<!\p{L})(?:at least|at most|up to|limited to|no more than|mindestens|höchstens|au moins|au plus|al menos|como máximo)(?!\p{L})/iu;
/** What binds or costs the reader beyond the price: it is never left out for a figure. */
const GRAVE =
  /(?<!\p{L})(?:guarant(?:ee[sd]?|or)|exclu(?:ded|des?|sions?)|release[sd]?|penalt(?:y|ies)|liquidated damages|must not|may not|not (?:be )?(?:opened|refunded|to use|drive)|prior written consent|indemnif\p{L}*|revo(?:ke|cation)|only through|portal only|(?:persönliche )?bürgschaft\p{L}*|ausgeschlossen|vertragsstrafe\p{L}*|haftungsausschluss|verzicht\p{L}*|keine aufschiebende|caution (?:personnelle|solidaire)|exclus?(?:ions?)?|pénalités?|décharge|interdi(?:t|te|ction)|voter par correspondance|aval|garantía personal|excluid[oa]s?|no incluye|penalizaci(?:ón|ones)|renuncia)(?!\p{L})/iu;
/** What a program or a typist adds. */
const FORMULA =
  /^(?:date|datum|fecha|status|author|owner|autor|verfasser)(?: of \p{L}+)?: [^:]{4,60}$|^approved (?:on|by) |(?:meeting|session|sitzung|séance|reunión) (?:was )?(?:closed|ended|opened)|quorum was present|^(?:signature page follows|in attendance|present|apologies|distribution|questions)(?!\p{L})|^(?:lugar y fecha|asistentes|anwesend|présents)(?!\p{L})|minutes of .{3,40} were approved|protokoll .{3,40} genehmigt|(?<!\p{L})(?:levée à|se levanta la sesión|maschinell erstellt|ohne unterschrift gültig|dictated but not signed|we are (?:very )?proud|we take this opportunity|culture of trust|feel at home|wir sind stolz|wir nutzen diese gelegenheit|nous sommes fiers|estamos orgullosos|computer[- ]generated|dob)(?!\p{L})/iu;
/** A cell or a line of a form that has what matters: 'Total: 1,190.00 EUR'. */
const KEY_LINE =
  /^(?:(?:grand |sub)?total|amount|balance|due|payable|invoice|premium|rent|price|deadline|date of|gesamt|rechnungs?|betrag|fällig|zahlbar|miete|summe|frist|montant|net à payer|échéance|facture|loyer|date limite|importe|vencimiento|factura|plazo|iban|total ttc)(?: (?:no|nr|pos)\.)?[^.!?]{0,140}\d/iu;
const FIGURE = /\d/;
/** Money and shares. */
const AMOUNT =
  /\d ?(?:%|€|\$|£|percent|per cent|prozent|pour cent|por ciento|million|mio|mrd|eur|usd|gbp|chf|euros?|pounds?|dollars?|francs?|franken|dólares)(?!\p{L})|[€$£]\d|(?<!\p{L})(?:EUR|USD|GBP|CHF) ?\d/iu;
/** A line of a form: 'Excess: 5,000 pounds', and a task in a list of minutes: '- Raj: forecast by 4 December'. */
const FORM_LINE = /^(?:[-•] )?\p{Lu}[^:.!?\t]{1,40}: [^\t]{1,160}$/u;
/** A line of a programme: '09:30 Arrival and coffee'. */
const AGENDA_LINE = /^\d{1,2}[:.]\d{2}(?: uhr)?(?: ?[–-] ?\d{1,2}[:.]\d{2})? \p{L}.{2,100}$/iu;
/** A heading that names an amount. */
const AMOUNT_LINE = /^\p{Lu}[^.!?:\t]{15,110}$/u;
/** Salutations, and a first line of a letter that says what it is. */
const NOTHING =
  /^(?:dear|hello|sehr geehrte|guten tag|madame|monsieur|bonjour|estimad|kind regards|yours|mit freundlichen|cordialement|atentamente|page \d|seite \d)/iu;
const STOP_WORDS = new Set(
  "the and for with from are was were been its this that these those you they our your not but will would could should have has had than then there here all any can may into also such each per".split(
    " ",
  ),
);

const wordsOf = (sentence: string) =>
  (sentence.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter(
    (word) => word.length > 2 && !STOP_WORDS.has(word),
  );

/** Ranks sentences by how many of the recurring words of the text they contain, and by figures, dates and duties. */
export function summaryOf(all: readonly string[]): string | null {
  const sentences = unitsOf(all);
  const whole = all.reduce((sum, { length }) => sum + length, 0);
  const room = Math.min(MAX_LENGTH, Math.max(MIN_LENGTH, whole * SHARE));
  const words = sentences.map(wordsOf);
  const counts = new Map<string, number>();
  for (const word of words.flatMap((each) => [...new Set(each)]))
    counts.set(word, (counts.get(word) ?? 0) + 1);
  const hasTotal = sentences.some((sentence) => TOTAL_LINE.test(sentence));
  const headline = sentences.findIndex((sentence) => isProse(sentence) && !COURTESY.test(sentence));
  const ranked = sentences
    .map((sentence, place) => ({
      sentence,
      place,
      ...scoreOf(words[place] ?? [], counts, sentence, place, hasTotal),
    }))
    .map((each) => {
      const isHeadline = each.place === headline || DECIDED.test(sentences[each.place - 1] ?? "");
      return isHeadline && each.score > 0
        ? { ...each, score: each.score + HEADLINE, cues: each.cues + LEAST_CUES }
        : each;
    })
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score || one.place - other.place);
  const chosen: typeof ranked = [];
  let length = 0;
  for (const candidate of ranked) {
    if (chosen.length === MAX_SENTENCES) break;
    if (chosen.some(({ sentence }) => sentence === candidate.sentence)) continue;
    if (chosen.length >= USUAL_SENTENCES && candidate.cues < LEAST_CUES) continue;
    if (length + candidate.sentence.length > room) continue;
    chosen.push(candidate);
    length += candidate.sentence.length;
  }
  if (chosen.length === 0) return null;
  return chosen
    .sort((one, other) => one.place - other.place)
    .map(({ sentence }) => sentence.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()))
    .map((sentence) =>
      sentence
        .replace(/^[-•] /u, "")
        .replaceAll("\t", " ")
        .replaceAll(/ {2,}/g, " "),
    )
    .map((sentence) => (/[.!?:;…]["')\]»]?$/.test(sentence) ? sentence : `${sentence}.`))
    .join(" ");
}

/** What a document says first, and what stands below 'Recommendation', is its news: it comes before all other sentences. */
const HEADLINE = 100;
const DECIDED =
  /^(?:\d{1,2}\.? )?(?:recommendations?|decisions?|conclusions?|proposals?|resolutions?|next steps|empfehlung(?:en)?|beschl(?:uss|üsse)|fazit|ergebnis|vorschlag|recommandations?|décisions?|propositions?|recomendaci(?:ón|ones)|decisi(?:ón|ones)|conclusi(?:ón|ones)|propuestas?)[:.]?$/iu;
const isProse = (sentence: string): boolean =>
  sentence.split(/\s+/).length >= MIN_WORDS &&
  /[.!?]["')\]»]?$/.test(sentence) &&
  !ROW.test(sentence) &&
  !NOTHING.test(sentence) &&
  !/(?<!\p{L})\p{Lu}\.$/u.test(sentence) &&
  !FORMULA.test(sentence) &&
  !FORM_LINE.test(sentence);

/** Sentences with the one that they refer to: 'Thereafter it renews' says nothing alone. */
function unitsOf(sentences: readonly string[]): string[] {
  const units: string[] = [];
  for (const sentence of sentences) {
    const previous = units.at(-1) ?? "";
    const isSentence = /[.!?]["')\]»]?$/.test(previous) && previous.split(/\s+/).length > 2;
    // 'Forklift licences. Three run out on 31 December.'
    if (ITEM_HEADING.test(previous)) units[units.length - 1] = `${previous} ${sentence}`;
    else if (!REFERS.test(sentence) || !isSentence || FORMULA.test(previous)) units.push(sentence);
    else if (previous.length + sentence.length <= MAX_UNIT)
      units[units.length - 1] = `${previous} ${sentence}`;
    else units.push(sentence);
  }
  return units;
}
/** The name of a point of minutes: '5. Forklift licences.' */
const ITEM_HEADING = /^\d{1,2}\. \p{Lu}[\p{L}\d'’-]*(?: [\p{L}\d'’-]+){0,3}\.$/u;
/** What begins with something that another sentence names. */
const REFERS =
  /^(?:(?:above|below|beyond|after|darüber|au-delà|por encima) (?:that|this|hinaus|de (?:cela|ese|este))|thereafter|it|he|she|they|this(?! (?:agreement|offer|contract|policy|quotation|document|letter|report|notice|lease|deed)(?!\p{L}))|that|these|those|such|in this (?:case|event|respect)|in that (?:case|event)|otherwise|the (?:deadline|costs?|same|latter|figure|rate|amount|date) (?:is|are|will|of)|time is of the essence|if no .{0,40} (?:that|this) (?:time|period)|danach|dies(?:e[rsmn]?)?|das|er|es|andernfalls|sonst|daraufhin|dabei|hiervon|davon|dadurch|elle|il|ils|elles|cela|ceci|celui-ci|celle-ci|à défaut|ce(?:tte|s)?|passé ce délai|esto|ello|est[eao]s?|dicho|dicha|en caso contrario|de lo contrario)(?!\p{L})/iu;

const TOTAL_LINE =
  /^(?:(?:grand )?total|amount due|gesamt|summe|rechnungsbetrag|net à payer|importe total)(?!\p{L})/iu;
/** One item of several that a total sums up. */
const isItemLine = (line: string): boolean => {
  const at = line.search(/[:\t]/);
  const value = at < 0 ? "" : line.slice(at + 1).replaceAll(CURRENCY, "");
  return at > 0 && at <= 60 && /\d/.test(value) && !/\p{L}/u.test(value);
};
/** A row of a table whose columns are amounts. */
const isPriceRow = (line: string): boolean => ROW.test(line) && AMOUNT.test(line) && !WHEN.test(line);
const CURRENCY = /(?<!\p{L})(?:eur|usd|gbp|chf|euros?|pounds?)(?!\p{L})/giu;
/** Numbers and names of forms that nobody needs in a summary. */
const NUMBER_LINE =
  /^(?:our ref(?:erence)?|your ref(?:erence)?|ref(?:erence)?|policy|aktenzeichen|geschäftszeichen|dossier|contact|kontakt|cliente?|vat(?: no| number| id)?|tax id|tel|phone|fax|page|policy (?:no|number)|order form|customer|bill to|unser zeichen|ihr zeichen|ust-?id|kundennummer|telefon|réf(?:érence)?|siret|tva intracom|n\.?i\.?f|referencia|teléfono)(?!\p{L})[^:]{0,20}:/iu;
/** A day as a heading: 'Thursday, 14 January'. */
export const DAY_LINE =
  /^(?:(?:mon|tues|wednes|thurs|fri|satur|sun)day|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo),? (?:(?:den|le|el) )?(?=[^.!?]{0,30}\d)[^!?:\t]{3,34}$/iu;
/** A heading has fewer words. */
const MIN_WORDS = 5;
/** 'Judgment sum £146,250.' */
const minWordsOf = (sentence: string): number =>
  AMOUNT.test(sentence) ? MIN_WORDS - 2 : CUES.test(sentence) ? MIN_WORDS - 1 : MIN_WORDS;
const NO_SCORE = { score: 0, cues: 0 };

function scoreOf(
  words: readonly string[],
  counts: ReadonlyMap<string, number>,
  sentence: string,
  place: number,
  hasTotal: boolean,
) {
  const isKey = KEY_LINE.test(sentence);
  const isForm =
    FORM_LINE.test(sentence) && (FIGURE.test(sentence) || CUES.test(sentence)) && !NUMBER_LINE.test(sentence);
  const isAmount = AMOUNT_LINE.test(sentence) && AMOUNT.test(sentence);
  const isAgenda = AGENDA_LINE.test(sentence) || DAY_LINE.test(sentence);
  const isItem = hasTotal && !isKey && (isItemLine(sentence) || isPriceRow(sentence));
  const isRow = ROW.test(sentence) && FIGURE.test(sentence) && CUES.test(sentence);
  const isLine = isRow || isKey || isForm || isAmount || isAgenda;
  // Another heading or cell is no sentence.
  if (!isLine && (sentence.split(/\s+/).length < minWordsOf(sentence) || !/[.!?]["')\]»]?$/.test(sentence)))
    return NO_SCORE;
  // 'Not there: A. Lovelace, Kirsty A.'
  if (/(?<!\p{L})\p{Lu}\.$/u.test(sentence)) return NO_SCORE;
  if (isItem || NOTHING.test(sentence) || FORMULA.test(sentence)) return NO_SCORE;
  const weight =
    words.reduce((sum, word) => sum + Math.log(counts.get(word) ?? 1), 0) /
    Math.sqrt(Math.max(1, words.length));
  const cues =
    (BANK_CHANGE.test(sentence) ? 6 : 0) +
    (CLAIM.test(sentence) ? 4 : 0) +
    (CUES.test(sentence) ? 1.5 : 0) +
    (GRAVE.test(sentence) ? 2.5 : 0) +
    (REQUEST.test(sentence) ? 1 : 0) +
    (CHANGE.test(sentence) ? 0.5 : 0) +
    (WHEN.test(sentence) ? 1 : 0) +
    (FIGURE.test(sentence) ? 1 : 0) +
    (AMOUNT.test(sentence) ? 1 : 0) +
    (isKey ? 1.5 : 0) +
    (isForm ? 0.5 : 0) +
    (hasLength(sentence) ? 0.5 : 0) +
    (isAgenda ? 0.5 : 0);
  // Where nothing recurs, the first sentences say what it is.
  return {
    score: weight + cues + (place < 3 ? 1 : 0) + 0.1,
    cues: LIMIT.test(sentence) ? Math.max(cues, LEAST_CUES) : cues,
  };
}
