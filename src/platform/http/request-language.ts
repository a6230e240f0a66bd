import type { Context, MiddlewareHandler } from "hono";
import { detectFromHeader } from "hono/language";
import { LANGUAGES, type Language } from "#i18n/languages.ts";
import { currentLanguage, inLanguage } from "#platform/language/in-language.ts";
import type { Edge } from "./edge.ts";

/** Of the known languages the one that a request asks for most (RFC 9110, 12.5.4); English if for none of them. */
export function requestedLanguage(context: Context): Language {
  const wanted = detectFromHeader(context, BY_HEADER);
  return LANGUAGES.find((language) => language === wanted) ?? "en";
}

const BY_HEADER = {
  ...{ lookupFromHeaderKey: "accept-language", supportedLanguages: LANGUAGES, ignoreCase: true },
  ...{ order: [], lookupQueryString: "", lookupCookie: "", lookupFromPathIndex: 0, caches: false as const },
  fallbackLanguage: "en",
};

/** Answers in the language that the person has chosen, else in the one that the request asks for: as pages do. */
export const speakTheirLanguage: MiddlewareHandler<Edge> = (context, next) => {
  const language = context.var.actor?.language ?? requestedLanguage(context);
  return language === currentLanguage() ? next() : inLanguage(language, next);
};
