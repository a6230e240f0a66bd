/** The languages of the interface (BCP 47), each by its own name. The first is that of the sources. */
export const LANGUAGE_NAMES = { en: "English", de: "Deutsch", fr: "Français", es: "Español" } as const;

export type Language = keyof typeof LANGUAGE_NAMES;

/** In which direction its lines run: `<html dir>`. */
export const DIRECTIONS: Record<Language, "ltr" | "rtl"> = { en: "ltr", de: "ltr", fr: "ltr", es: "ltr" };

export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as [Language, ...Language[]];
