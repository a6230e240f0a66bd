import type { Compiled } from "../../src/i18n/compile-message.ts";
import { MARK } from "./mark-messages.ts";

/** The words of a mark: `key` is that of a message, or 'language'. */
export type Words = (key: string) => Compiled;

const WHOLE = new RegExp(`(["'\`])${MARK.source}\\1`, "g");
const PART = new RegExp(MARK.source, "g");

export const hasMarks = (code: string): boolean => MARK.test(code);

/** Built code with the words in place of the marks. A minifier may have put a mark into a longer text. */
export function writeWords(code: string, words: Words): string {
  const written = code
    .replace(WHOLE, (_, _quote, key: string) => literal(words(key)))
    .replace(PART, (_, key: string) => {
      const text = words(key);
      if (typeof text !== "string") throw new Error(`The forms of ${key} are inside another text`);
      return text.replace(/["'`\\$\n\r]/g, escaped);
    });
  if (/@@k[0-9a-f]{9}@@/i.test(written)) throw new Error("A minifier has changed a mark");
  return written;
}

/** ASCII characters that end a text in one of the three quotes, or mean more in it. */
const escaped = (sign: string) => `\\x${sign.charCodeAt(0).toString(16).padStart(2, "0")}`;

const literal = (words: Compiled) =>
  typeof words === "string" ? JSON.stringify(words) : JSON.stringify(words).replace(/"(\w+)":/g, "$1:");
