import { parseDateWords } from "./parse-date-words.ts";
import { readerFirstWeekday, readerTimeZone } from "./reader-clock.ts";

/** On the reader's clock. With the parser of dates it has 30 KB: pages load it when somebody begins to type. */
export const readDateWords = (text: string) =>
  parseDateWords(text, {
    now: new Date(),
    timeZone: readerTimeZone(),
    firstWeekday: readerFirstWeekday(),
  });
