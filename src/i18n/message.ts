/**
 * The words of the interface. Their sentences stand in English in the source and translated in the catalogues
 * (`catalogues/*.po`). The build of the pages replaces the calls of these functions by `fill` and `choose`, whose
 * messages it writes in the language of the files. On the server they look the sentence up in the language of whom
 * it is for, and without either they give English (decisions 0145 and 0148).
 */

/** The language of these files (BCP 47). The build replaces it. */
export const LANGUAGE: string = "en";

/** A sentence: t`Archived ${count} emails`. The values are shown as they are: format them first. */
export const t = (texts: TemplateStringsArray, ...values: readonly Value[]): string =>
  words.sentence({ texts, values }, "") ?? joined({ texts, values });

/** A word that means several things, with what tells them apart to a translator: term("Open", "state of a decision"). */
export const term = (text: string, context: string): string =>
  words.sentence({ texts: [text], values: [] }, context) ?? text;

/**
 * The form of a sentence that fits a count. Each form names all that it shows, also the count. What the server says
 * too has forms with values as form`…`.
 */
export const plural = (count: number, forms: Forms): string =>
  words.plural(count, forms) ?? joined(count === 1 ? forms.one : forms.other);

/** One form of a plural, with its values. */
export const form = (texts: TemplateStringsArray, ...values: readonly Value[]): Form => ({ texts, values });

type Value = string | number;
export type Form = { texts: readonly string[]; values: readonly Value[] };
export type Forms = { one: string | Form; other: string | Form };

/** Sentences in the language of whom they are for; null where that is English, or it has none. */
export type Words = {
  sentence(form: Form, context: string): string | null;
  plural(count: number, forms: Forms): string | null;
};

let words: Words = { sentence: () => null, plural: () => null };

/** From now on `t`, `term` and `plural` look their sentences up in these words. */
export function setWords(found: Words): void {
  words = found;
}

const joined = (form: string | Form): string =>
  typeof form === "string"
    ? form
    : form.texts.reduce((sentence, text, at) => `${sentence}${form.values[at - 1]}${text}`);

/** Built from t with values: 'Archived {0} emails' */
export const fill = (message: string, ...values: readonly Value[]): string =>
  message.replace(/\{(\d+)\}/g, (_, index) => `${values[index]}`);

let rules: Intl.PluralRules | undefined;

/** Built from `plural`: the forms by their category in Unicode CLDR. */
export function choose(count: number, forms: Record<string, string>, ...values: readonly Value[]): string {
  rules ??= new Intl.PluralRules(LANGUAGE);
  return fill(forms[rules.select(count)] ?? forms.other ?? "", ...values);
}
