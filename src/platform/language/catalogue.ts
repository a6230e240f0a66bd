import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse, type Token } from "@messageformat/parser";
import PO from "pofile";
import { compileMessage } from "#i18n/compile-message.ts";
import type { Language } from "#i18n/languages.ts";
import { type Form, type Forms, fill, type Words } from "#i18n/message.ts";
import { shippedFiles } from "#platform/config/shipped-files.ts";

/** The words of a language from its catalogue, by their English. */
export function wordsIn(language: Language): Words {
  const messages = readMessages(language);
  const rules = new Intl.PluralRules(language);

  function find(key: string, forms: readonly (string | Form)[]) {
    const message = messages.get(key);
    const words = message?.words();
    if (!message || words === undefined) return null;
    const given = forms.flatMap((form) => (typeof form === "string" ? [] : form.values));
    return { words, values: message.places.map((place) => given[place] ?? "") };
  }

  return {
    sentence(form, context) {
      const found = find(`${context}\0${skeleton(form)}`, [form]);
      return found && fill(String(found.words), ...found.values);
    },
    plural(count, { one, other }: Forms) {
      const found = find(`\0${skeleton(one)}\0${skeleton(other)}`, [one, other]);
      if (!found || typeof found.words === "string") return null;
      return fill(found.words[rules.select(count)] ?? found.words.other ?? "", ...found.values);
    },
  };
}

type Entry = {
  /** Where in the values of its forms those of the message stand, in the order of its names. */
  places: readonly number[];
  words(): ReturnType<typeof compileMessage>;
};

/** A form without its values, which is what a call and a catalogue have in common. */
const skeleton = (form: string | Form): string => (typeof form === "string" ? form : form.texts.join("{}"));

function readMessages(language: Language): Map<string, Entry> {
  const file = join(shippedFiles(), "i18n/catalogues", `${language}.po`);
  if (!existsSync(file)) return new Map();
  const { items } = PO.parse(readFileSync(file, "utf8"));
  return new Map(
    items
      .filter(({ msgstr, obsolete, flags }) => msgstr[0] && !obsolete && !flags.fuzzy)
      .map(({ msgid, msgctxt, msgstr }) => entryOf(msgid, msgctxt ?? "", msgstr[0] ?? "")),
  );
}

function entryOf(icu: string, context: string, translation: string): [string, Entry] {
  const forms = formsOf(icu);
  const given = forms.flatMap(({ names }) => names);
  const names = [...new Set(given)];
  let words: ReturnType<typeof compileMessage> | undefined;
  const entry = {
    places: names.map((name) => given.indexOf(name)),
    words: () => (words ??= compileMessage({ icu, names, isPlural: forms.length > 1 }, translation)),
  };
  return [[context, ...forms.map(({ text }) => text)].join("\0"), entry];
}

/** A message in English: its one form, or the two of a plural. */
function formsOf(icu: string): { text: string; names: string[] }[] {
  if (!icu.includes("{")) return [{ text: icu, names: [] }];
  const tokens = parse(icu);
  const [first] = tokens;
  if (first?.type === "plural") return first.cases.map((each) => formOf(each.tokens));
  return [formOf(tokens)];
}

const formOf = (tokens: readonly Token[]) => ({
  text: tokens.map((token) => (token.type === "content" ? token.value : "{}")).join(""),
  names: tokens.flatMap((token) => (token.type === "argument" ? [token.arg] : [])),
});
