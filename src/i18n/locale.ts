import { LANGUAGE } from "./message.ts";

/**
 * The locale of dates, numbers and lists on the page: its language with the region of the browser, 'de-AT' or 'en-DE'.
 * The browser's own where that is of the same language, because it may say more.
 */
export const LOCALE: string = localeIn(LANGUAGE, Intl.DateTimeFormat().resolvedOptions().locale);

/** As the specification writes English, whatever the region; every other language as `LOCALE`. */
export const STRICT_LOCALE: string = LANGUAGE === "en" ? "en-US" : LOCALE;

let spoken = (): string => STRICT_LOCALE;

/** As `STRICT_LOCALE`; on the server in the language of whom the words are for. */
export const spokenLocale = (): string => spoken();

export function setSpokenLocale(find: () => string): void {
  spoken = find;
}

export function localeIn(language: string, own: string): string {
  const { language: ownLanguage, region } = new Intl.Locale(own);
  if (ownLanguage === language) return own;
  return region ? `${language}-${region}` : language;
}
