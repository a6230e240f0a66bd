import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compileMessage } from "../../src/i18n/compile-message.ts";
import {
  catalogueFile,
  messagesOfSources,
  readCatalogue,
  TRANSLATIONS,
  writtenCatalogue,
} from "./catalogues.ts";

const messages = messagesOfSources();

test.each(TRANSLATIONS)("the catalogue %s has every message of the sources and no other", (language) => {
  const translations = readCatalogue(language);
  const written = writtenCatalogue(language, messages.values(), translations);
  expect(readFileSync(catalogueFile(language), "utf8") === written, "run `npm run messages`").toBe(true);
  const missing = [...messages.values()].filter(({ key }) => !translations.has(key)).map(({ icu }) => icu);
  expect(missing).toEqual([]);
});

test.each(TRANSLATIONS)("each translation of %s has the values of its message", (language) => {
  const faults = [...readCatalogue(language)].flatMap(([key, words]) => {
    const message = messages.get(key);
    try {
      if (message) compileMessage(message, words);
      return [];
    } catch (error) {
      return [String(error)];
    }
  });
  expect(faults).toEqual([]);
});
