/** The languages of the interface (BCP 47), each by its own name. The first is that of the sources. */
export const LANGUAGE_NAMES = { en: "English", de: "Deutsch", fr: "Français", es: "Español" } as const;

export type Language = keyof typeof LANGUAGE_NAMES;

export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as [Language, ...Language[]];
