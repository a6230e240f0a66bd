/**
 * The words of the interface. Their sentences stand in English in the source and translated in the catalogues
 * (`catalogues/*.po`). Without a build these functions give English; a build replaces their calls by `fill` and
 * `choose`, whose messages it writes in the language of the files (decision 0145).
 */

/** The language of these files (BCP 47). The build replaces it. */
export const LANGUAGE: string = "en";

/** A sentence: t`Archived ${count} emails`. The values are shown as they are: format them first. */
export const t = (texts: TemplateStringsArray, ...values: readonly Value[]): string =>
  texts.reduce((sentence, text, at) => `${sentence}${values[at - 1]}${text}`);

/** A word that means several things, with what tells them apart to a translator: term("Open", "state of a decision"). */
export const term = (text: string, _context: string): string => text;

/** The form of a sentence that fits a count. Each form names all that it shows, also the count. */
export const plural = (count: number, forms: { one: string; other: string }): string =>
  count === 1 ? forms.one : forms.other;

type Value = string | number;

/** Built from t with values: 'Archived {0} emails' */
export const fill = (message: string, ...values: readonly Value[]): string =>
  message.replace(/\{(\d+)\}/g, (_, index) => `${values[index]}`);

let rules: Intl.PluralRules | undefined;

/** Built from `plural`: the forms by their category in Unicode CLDR. */
export function choose(count: number, forms: Record<string, string>, ...values: readonly Value[]): string {
  rules ??= new Intl.PluralRules(LANGUAGE);
  return fill(forms[rules.select(count)] ?? forms.other ?? "", ...values);
}
