import { AsyncLocalStorage } from "node:async_hooks";
import type { Language } from "#i18n/languages.ts";
import { setSpokenLocale } from "#i18n/locale.ts";
import { setWords, type Words } from "#i18n/message.ts";
import { wordsIn } from "./catalogue.ts";

/** English outside. */
const languages = new AsyncLocalStorage<Language>();

/** What `run` says, also later in what it starts, is in this language (decision 0148). */
export const inLanguage = <T>(language: Language, run: () => T): T => languages.run(language, run);

/** The language of what is said now. */
export const currentLanguage = (): Language => languages.getStore() ?? "en";

const read = new Map<Language, Words>();

function currentWords(): Words | null {
  const language = languages.getStore();
  if (language === undefined || language === "en") return null;
  const words = read.get(language) ?? wordsIn(language);
  read.set(language, words);
  return words;
}

/** English as the specification writes it. */
setSpokenLocale(() => {
  const language = currentLanguage();
  return language === "en" ? "en-US" : language;
});

setWords({
  sentence: (form, context) => currentWords()?.sentence(form, context) ?? null,
  plural: (count, forms) => currentWords()?.plural(count, forms) ?? null,
});

/** Each value of a table as `translated`. */
export const translatedValues = <K extends string>(table: Record<K, string>) =>
  Object.fromEntries(Object.entries<string>(table).map(([name, text]) => [name, translated(text)])) as Record<
    K,
    string
  >;

/** A sentence that was written before its reader was known, in the current language if the catalogue has it. */
export const translated = (sentence: string): string =>
  currentWords()?.sentence({ texts: [sentence], values: [] }, "") ?? sentence;
