import type { RecordLink } from "./model.ts";

const MAX_TITLE = 70;

/** As sentences cut titles and names. */
export function shortened(text: string, most = MAX_TITLE): string {
  const characters = [...text];
  return characters.length > most ? `${characters.slice(0, most - 1).join("")}…` : text;
}

type Part = { text: string; record: RecordLink | null /** Start index. */; at: number };

/**
 * Splits a sentence at the titles that it begins with or quotes, in order; the engine cuts long titles at 70
 * characters.
 */
export function splitByTitles(text: string, records: readonly RecordLink[]): Part[] {
  const parts: Part[] = [];
  let from = 0;
  for (const record of records) {
    const opens = from === 0 && text.startsWith(record.title);
    const title = opens ? record.title : `'${shortened(record.title)}'`;
    const at = opens ? 0 : text.indexOf(title, from);
    if (at < 0) continue;
    if (at > from) parts.push({ text: text.slice(from, at), record: null, at: from });
    parts.push({ text: title, record, at });
    from = at + title.length;
  }
  if (from < text.length) parts.push({ text: text.slice(from), record: null, at: from });
  return parts;
}
