import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DIRECTIONS, LANGUAGES, type Language } from "#i18n/languages.ts";

/** How a page and its files are in one language. */
export type Copy = {
  /** The file in this language: the same where it has no words. */
  file(file: string): string;
  /** The document with the files of this language. */
  page(document: string): string;
};

/** The built copies of scripts in each language, as the build of the pages and that of the sign-in page list them. */
export function readCopies(folder: string): Record<Language, Copy> {
  const lists = ["languages.json", "sign-in-languages.json"].map((name) =>
    readList(join(folder, ".vite", name)),
  );
  const copies = LANGUAGES.map((language) => {
    const names = new Map(lists.flatMap((list) => Object.entries(list[language] ?? {})));
    return [language, copyIn(language, names)] as const;
  });
  return Object.fromEntries(copies) as Record<Language, Copy>;
}

function copyIn(language: Language, names: ReadonlyMap<string, string>): Copy {
  const file = (name: string) => names.get(name) ?? name;
  return {
    file,
    page: (document) =>
      [...names].reduce(
        (page, [name, copy]) => page.replaceAll(`"/${name}"`, () => `"/${copy}"`),
        document.replace('<html lang="en"', `<html lang="${language}" dir="${DIRECTIONS[language]}"`),
      ),
  };
}

const readList = (path: string): Partial<Record<string, Record<string, string>>> =>
  existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {};
