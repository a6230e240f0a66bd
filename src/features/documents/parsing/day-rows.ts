/** The version of a document is no day on which something is due. */
export const STAMP =
  /^(?:draft|entwurf|projet|borrador|version|stand|fassung)(?!\p{L})[^.]{0,60}$|^(?!.*(?:until|by|due|held)).*(?<![\p{L}\d])v\d{1,2}(?![\p{L}\d]).{0,60}$|^DRAFT /iu;
/** 'Mon 7 Dec' above what happens on it. */
const SHORT_DAY_LINE =
  /^(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|lun|mar|mer|jeu|ven|sam|dim)\.? \d{1,2}\.? ?\p{L}{3,9}\.?$/iu;
const MAX_ROW = 200;

/** The heading of a day with the lines below it, up to the next heading. */
export function withRows(sentence: string, sentences: readonly string[]): string {
  if (!SHORT_DAY_LINE.test(sentence)) return sentence;
  let text = sentence;
  for (const line of sentences.slice(sentences.indexOf(sentence) + 1)) {
    if (SHORT_DAY_LINE.test(line) || text.length + line.length > MAX_ROW) break;
    text = `${text} ${line}`;
  }
  return text;
}
