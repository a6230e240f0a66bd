import { bannedIn } from "./banned-words.ts";
import type { TextRule } from "./rule.ts";

/** Comments, string literals, and the old names that are dropped: nothing in them names what is there now. */
const NO_NAMES =
  /--.*$|\/\*[\s\S]*?\*\/|\bdrop\s+(?:function|policy|trigger|view|index)\s+if\s+exists\s+\w+|'(?:[^']|'')*'/gim;

/**
 * Each name in SQL: of functions, arguments, columns, variables, tables in a query, triggers and policies, wherever it
 * is used. A name is reported once per file.
 */
export const sqlNames: TextRule = {
  name: "sql-names",
  message: "name it as a person who knows PostgreSQL would (docs/glossary.md)",
  covers: (path) => /^src\/.+\.sql$/.test(path),
  findInText: (text) => {
    const first = new Map<string, number>();
    const names = text.replaceAll(NO_NAMES, (skipped) => skipped.replaceAll(/\S/g, " "));
    for (const { 0: name, index } of names.matchAll(/[a-z_]\w*/gi))
      if (!first.has(name)) first.set(name, index);
    return [...first].flatMap(([name, offset]) => bannedIn(name, offset));
  },
};
