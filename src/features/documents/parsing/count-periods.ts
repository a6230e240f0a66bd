import type { WrittenLanguage } from "#platform/language/detect-language.ts";
import { datesOf } from "./find-dates.ts";

/** The length itself, at the beginning of what is looked at: 'thirty (30) days'. */
const LENGTH_ITSELF = /^\S+(?: \(\d{1,3}\))?[ -](?:calendar |full |vollen |ganzen )?\p{L}+['’]?/u;
/** From what a period counts. */
const FROM =
  /^,? ?(?:(?:netto|net|lang|gültig|valable|válid[ao]) )?(?:of|from|after|following|since|nach|ab|seit|vom|après|à compter d[eu]|à partir d[eu]|suivant|dès|de|del|desde|a partir del?|después del?)(?: (?:the|der|dem|des|la|le|l['’]|el))?(?!\p{L})/iu;
/** The document itself, its day or its arrival. */
const DOCUMENT =
  /^ ?(?:(?:the |written )?(?:above |stated |invoice )?date(?! of (?!this|the (?:letter|notice|invoice|offer|quotation|present)))|(?:this|our) (?:letter|notice|invoice|offer|decision)|(?:its )?receipt(?! of (?!this|the (?:letter|notice|invoice|offer|present)))|service(?! of (?!this))|notification(?! of (?!this))|invoice(?: date)?|(?:dieses |diesem |dieser )?(?:schreibens?|bescheid(?:e?s)?)(?!\p{L})|rechnung(?:sdatum|serhalt|sstellung)?(?!\p{L})|erhalt|zugang|zustellung|bekanntgabe|datum|heute|(?:la )?(?:réception|notification|présente|facture|date)(?!\p{L})|(?:la )?(?:recepción|notificación|presente|factura|fecha)(?!\p{L}))/iu;
/** What the reader is to do, or how long something holds. */
const WANTED =
  /\b(?:pay|payable|payment|due|invoice|reply|respond|object|appeal|return|serve|submit|acknowledge|confirm|provide|send|refer|complain|zahl|fällig|rechnung|antwort|widerspruch|einspruch|überweis|einreich|vorleg|vorzulegen|zusend|pag|règl|régl|payer|répon|parvenir|transmettre|adresser|fournir|recours|factura|respond|recurso|offer|quot\p{L}{1,6}|valid|angebot|gültig|offre|validez|devis|valable|oferta|válid|enviar|remitir|aportar|presentar)/iu;
/** Rules for whatever comes, not for this document: 'Invoices are due net 30 days.' */
const STANDING =
  /\b(?:invoices|claims|in each case|each|every|any|upon|whenever)\b|(?<!\p{L})(?:rechnungen|jeweils|jede[rnms]?|(?:les |des )?factures|chaque|toute|las facturas|cada)(?!\p{L})/iu;
const PERIOD_END =
  /(?:each|every|the|its|any) (?:(?:financial|calendar|fiscal) )?(?:quarter|month|year)(?:[- ]end)?(?!\p{L})|(?:quarter|month|year)[- ]end|(?:quartals|monats|jahres|geschäftsjahres)ende|(?:jede[ns]|des) (?:quartals|monats|geschäftsjahres)|fin de (?:chaque )?(?:trimestre|mois|exercice)|clôture de l['’]exercice|cierre del ejercicio|fin(?:al)? de cada (?:trimestre|mes)/iu;
const RULES =
  /(?<!\p{L})(?:agreement|contract|terms (?:and|of)|policy(?! (?:schedule|no))|minutes|vertrag|\p{L}+vertrag|richtlinie|protokoll|contrat|procès-verbal|compte rendu|contrato|acta de|política)(?!\p{L})/iu;

/** Whether a document is a contract, a policy or minutes: its periods are rules for later. By its first lines. */
export const isRuleBook = (sentences: readonly string[]): boolean =>
  sentences.slice(0, 3).some((sentence) => sentence.length < 90 && RULES.test(sentence));

/** Whether a period counts from the day of the document; `after`: the sentence from the period on. */
export function countsFromDocument(sentence: string, after: string, isStanding: boolean): boolean {
  const rest = after.replace(LENGTH_ITSELF, "");
  const from = FROM.exec(rest)?.[0];
  const isNamed = from !== undefined && DOCUMENT.test(rest.slice(from.length));
  if (from !== undefined && !isNamed) return false;
  if (STANDING.test(sentence) || PERIOD_END.test(sentence)) return false;
  return WANTED.test(sentence) && (isNamed || !isStanding);
}

/** 'within 14 days of 23 November' */
export function afterDate(
  after: string,
  length: Length,
  language: WrittenLanguage,
  document: string,
): string | null {
  const own = LENGTH_ITSELF.exec(after)?.[0].length ?? 0;
  const from = FROM.exec(after.slice(own))?.[0].length ?? 0;
  const at = own + from;
  const found = from === 0 ? undefined : datesOf(after, language, document).find(({ index }) => index >= at);
  if (!found || found.index - at > MAX_DISTANCE) return null;
  // 'of 23 November' has passed already.
  const day =
    !found.hasYear && found.day > shifted(document, { count: 6, unit: "month" }, 1) ? null : found.day;
  const stated = day ?? shifted(found.day, { count: 1, unit: "year" }, -1);
  return shifted(stated, length, 1);
}
/** Characters between 'of' and the date. */
const MAX_DISTANCE = 6;

/** 'within three months after the end of the grant period', whose days another sentence gives. */
export function afterPeriod(
  after: string,
  length: Length,
  sentences: readonly string[],
  language: WrittenLanguage,
  document: string,
): string | null {
  const [, one = "", other = ""] = PERIOD_NAME.exec(after.replace(LENGTH_ITSELF, "")) ?? [];
  const names = [`${one} ${other}`, one, other].map(stemOf).filter((name) => name.length > 5);
  for (const sentence of sentences) {
    const start = sentence.slice(0, MAX_NAME_START).toLowerCase();
    if (!names.some((name) => start.includes(name))) continue;
    const days = datesOf(sentence, language, document).filter(({ hasYear }) => hasYear);
    const last = days.length === 2 ? days[1] : undefined;
    if (last) return shifted(last.day, length, 1);
  }
  return null;
}
const PERIOD_NAME =
  /^ (?:after|of|following|nach|après|después de)(?:l)? (?:the |dem |la |el )?(?:end|ende|ablauf|fin|final) (?:of the |des |der |de la |du |del |de l['’])(\p{L}+)(?: (\p{L}+))?/iu;
/** A period that is named later in a sentence is not what it is about. */
const MAX_NAME_START = 40;
const stemOf = (name: string): string => name.trim().toLowerCase().replace(/e?s$/u, "");

/** 'The option to end the lease on 25 March 2029 is exercisable only upon nine months' notice.' */
export function beforeOption(
  sentence: string,
  after: string,
  length: Length,
  language: WrittenLanguage,
  document: string,
): string | null {
  if (!OPTION.test(sentence) || !NOTICE_BEHIND.test(after)) return null;
  const [only, ...others] = datesOf(sentence, language, document).filter(({ hasYear }) => hasYear);
  return only && others.length === 0 ? shifted(only.day, length, -1) : null;
}
const OPTION =
  /(?<!\p{L})(?:option|break (?:clause|right|date)|to determine|right to|sonderkündigungsrecht|faculté|opción)(?!\p{L})/iu;
const NOTICE_BEHIND = /^[^,.;]{0,40}(?:notice|frist|préavis|preaviso|antelación)/iu;

export type Unit = "day" | "week" | "month" | "year";
/** A length of time, such as three months. */
export type Length = { count: number; unit: Unit };

/** 2027-02-28; `month` from 1. */
export const lastDayOfMonth = (year: number, month: number): string =>
  new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);

/** `length` later or earlier; from the last day of a month by months to the last day of a month. */
export function shifted(day: string, { count, unit }: Length, direction: 1 | -1): string {
  const [year = 0, month = 1, date = 1] = day.split("-").map(Number);
  if (unit === "day" || unit === "week") {
    const days = count * (unit === "week" ? 7 : 1) * direction;
    return new Date(Date.UTC(year, month - 1, date + days)).toISOString().slice(0, 10);
  }
  const months = month + count * (unit === "year" ? 12 : 1) * direction;
  const last = lastDayOfMonth(year, months);
  const isLast = day === lastDayOfMonth(year, month);
  return isLast || date > Number(last.slice(8))
    ? last
    : `${last.slice(0, 8)}${String(date).padStart(2, "0")}`;
}
