import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import PO from "pofile";
import { LANGUAGES, type Language } from "../../src/i18n/languages.ts";
import { readSources } from "../sources.ts";
import { keyOf, type Message, messageCalls } from "./messages.ts";

/** The languages with a catalogue. */
export const TRANSLATIONS = LANGUAGES.filter((language) => language !== "en");

const root = resolve(import.meta.dirname, "../..");

export const catalogueFile = (language: Language): string =>
  join(root, "src/i18n/catalogues", `${language}.po`);

/** Changes with each word of the catalogue. */
export const catalogueHash = (language: Language): string =>
  createHash("sha256").update(textOf(language)).digest("hex").slice(0, 8);

const textOf = (language: Language) =>
  existsSync(catalogueFile(language)) ? readFileSync(catalogueFile(language), "utf8") : "";

/** All messages of the sources by their keys, each with the file that has it first. */
export function messagesOfSources(): Map<string, Message & { file: string }> {
  const messages = new Map<string, Message & { file: string }>();
  for (const [path, source] of [...readSources(join(root, "src"))].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (/\.(test|factory)\.tsx?$/.test(path)) continue;
    for (const { message } of messageCalls(path, source))
      if (!messages.has(message.key)) messages.set(message.key, { ...message, file: `src/${path}` });
  }
  return messages;
}

export type Catalogue = Map<string, string>;

/** Translations by the keys of their messages; without those that are not translated. */
export function readCatalogue(language: Language): Catalogue {
  const { items } = PO.parse(textOf(language));
  return new Map(
    items
      .filter(({ msgstr, obsolete, flags }) => msgstr[0] && !obsolete && !flags.fuzzy)
      .map(({ msgid, msgctxt, msgstr }) => [keyOf(msgid, msgctxt ?? ""), msgstr[0] ?? ""]),
  );
}

/** A catalogue (gettext PO) with exactly these messages, in the order of their files. */
export function writtenCatalogue(
  language: string,
  messages: Iterable<Message & { file: string }>,
  translations: Catalogue,
): string {
  const catalogue = new PO();
  catalogue.headers = {
    "Content-Type": "text/plain; charset=utf-8",
    "Content-Transfer-Encoding": "8bit",
    Language: language,
  };
  catalogue.items = [...messages].map(({ key, icu, context, file }) => {
    const item = new PO.Item();
    item.msgid = icu;
    if (context) item.msgctxt = context;
    item.msgstr = [translations.get(key) ?? ""];
    item.references = [file];
    return item;
  });
  return catalogue.toString();
}
