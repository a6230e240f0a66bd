import { basename } from "node:path";
import type { Plugin } from "vite";
import { type Compiled, compileMessage } from "../src/i18n/compile-message.ts";
import type { Language } from "../src/i18n/languages.ts";
import { environment } from "./environment.mjs";
import { catalogueHash, messagesOfSources, readCatalogue, TRANSLATIONS } from "./i18n/catalogues.ts";
import { markMessages } from "./i18n/mark-messages.ts";
import { inPseudoLanguage } from "./i18n/pseudo-language.ts";
import { hasMarks, type Words, writeWords } from "./i18n/write-words.ts";

type Chunk = { type: "chunk"; code: string; imports: string[]; dynamicImports: string[] };

/**
 * Writes the words of the interface into the built scripts: English into the scripts themselves, every other language
 * into a copy of each script that has words or imports one that has (decision 0145). `list` is the file that says which
 * copy stands for which script: { de: { "assets/app-x.js": "assets/app-x.de-y.js" } }.
 */
export function translateMessages(list: string): Plugin {
  return {
    name: "translate-messages",
    apply: "build",
    enforce: "pre",
    transform(source, id) {
      const [path = ""] = id.split("?");
      if (!/\/src\/.*\.tsx?$/.test(path)) return null;
      const code = markMessages(path, source);
      return code === source ? null : { code, map: null };
    },
    generateBundle: {
      order: "post",
      handler(_options, bundle) {
        const chunks = new Map<string, Chunk>();
        for (const [name, file] of Object.entries(bundle)) if (file.type === "chunk") chunks.set(name, file);
        const worded = [...chunks.keys()].filter((name) => leadsToWords(name, chunks));
        const copies = Object.fromEntries(
          TRANSLATIONS.map((language) => [language, copyNames(worded, language)]),
        );
        for (const language of TRANSLATIONS) {
          const names = copies[language] ?? {};
          const words = wordsIn(language);
          for (const [name, copy] of Object.entries(names)) {
            const code = withNames(writeWords(chunks.get(name)?.code ?? "", words), names);
            this.emitFile({ type: "asset", fileName: copy, source: code });
          }
        }
        for (const chunk of chunks.values()) chunk.code = writeWords(chunk.code, shownWords);
        this.emitFile({ type: "asset", fileName: list, source: JSON.stringify(copies, null, 2) });
      },
    },
  };
}

let english: Words | undefined;

const englishWords: Words = (key) => {
  english ??= wordsIn("en");
  return english(key);
};

/** Code with its marks as the English words. */
export const inEnglish = (code: string): string => writeWords(code, englishWords);

/** With PSEUDO_LANGUAGE in the environment English is in a pseudo-language, which shows what is not marked. */
const shownWords: Words = (key) =>
  environment.PSEUDO_LANGUAGE && key !== "language" ? inPseudo(englishWords(key)) : englishWords(key);

/** A chunk that has words, or imports such a chunk now or later. */
function leadsToWords(name: string, chunks: ReadonlyMap<string, Chunk>, seen = new Set<string>()): boolean {
  const chunk = chunks.get(name);
  if (!chunk || seen.has(name)) return false;
  seen.add(name);
  if (hasMarks(chunk.code)) return true;
  return [...chunk.imports, ...chunk.dynamicImports].some((each) => leadsToWords(each, chunks, seen));
}

/** Old copies stay in the caches of browsers: the name of a new one has the hash of its catalogue. */
function copyNames(names: readonly string[], language: Language): Record<string, string> {
  const ending = `.${language}-${catalogueHash(language)}.js`;
  return Object.fromEntries(names.map((name) => [name, name.replace(/\.js$/, ending)]));
}

/** Code that names the copies in place of the scripts, which all lie in one folder. */
function withNames(code: string, copies: Record<string, string>): string {
  const names = new Map(Object.entries(copies).map(([name, copy]) => [basename(name), basename(copy)]));
  return code.replace(/[\w.-]+\.js\b/g, (name) => names.get(name) ?? name);
}

const inPseudo = (words: Compiled): Compiled =>
  typeof words === "string"
    ? inPseudoLanguage(words)
    : Object.fromEntries(Object.entries(words).map(([form, text]) => [form, inPseudoLanguage(text)]));

function wordsIn(language: Language): Words {
  const messages = messagesOfSources();
  const catalogue = language === "en" ? new Map<string, string>() : readCatalogue(language);
  return (key) => {
    if (key === "language") return language;
    const message = messages.get(key);
    if (!message) throw new Error(`No source has the message ${key}`);
    return compileMessage(message, catalogue.get(key) ?? message.icu);
  };
}
