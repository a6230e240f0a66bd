/** A parsed search: words anywhere, and words in given fields (`from:anna has:attachment before:2026-03-01`). */
export type MailQuery = {
  words: string;
  from: string;
  to: string;
  subject: string;
  hasAttachment: boolean;
  isUnread: boolean;
  isStarred: boolean;
  /** Days, as dates of the form 2026-03-01: before the first, from the second on. */
  before: string | null;
  after: string | null;
};

const OPERATOR = /(^|\s)(from|to|subject|has|is|before|after):(?:"([^"]*)"|(\S+))/gi;

const MAX_ALTERNATIVES = 8;

/** Parses alternatives separated by `OR` (in capitals): an email matches if any of them does. */
export function parseAlternatives(text: string): MailQuery[] {
  const parts = text.split(/(?:^|(?<!\s)\s+)OR(?:\s+|$)/).filter((part) => part.trim() !== "");
  return (parts.length > 0 ? parts : [text]).slice(0, MAX_ALTERNATIVES).map(parseMailQuery);
}

/** Unknown operators are searched for as plain text. */
export function parseMailQuery(text: string): MailQuery {
  const query: MailQuery = {
    ...{ words: "", from: "", to: "", subject: "", before: null, after: null },
    ...{ hasAttachment: false, isUnread: false, isStarred: false },
  };
  const rest = text.replaceAll(
    OPERATOR,
    (match, space: string, name: string, quoted?: string, bare?: string) =>
      apply(query, name.toLowerCase(), (quoted ?? bare ?? "").trim()) ? space : match,
  );
  query.words = rest.trim().replaceAll(/\s+/g, " ");
  return query;
}

/** The words to highlight in results. */
export const wordsOf = (text: string): string[] =>
  parseAlternatives(text)
    .flatMap(({ words, from, to, subject }) => [words, from, to, subject])
    .flatMap((part) => part.split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word !== "");

/** The words for a search in other features: those of the first alternative that has any, including its subject. */
export const plainWordsOf = (text: string): string =>
  parseAlternatives(text)
    .map(({ words, subject }) => `${words} ${subject}`.trim())
    .find((words) => words !== "") ?? "";

function apply(query: MailQuery, name: string, value: string): boolean {
  if (value === "") return false;
  if (name === "from" || name === "to" || name === "subject") {
    query[name] = `${query[name]} ${value}`.trim();
    return true;
  }
  if (name === "before" || name === "after") {
    if (!isDay(value)) return false;
    query[name] = value;
    return true;
  }
  const flag = FLAGS[`${name}:${value.toLowerCase()}`];
  if (flag) query[flag] = true;
  return flag !== undefined;
}

const FLAGS: Record<string, "hasAttachment" | "isUnread" | "isStarred"> = {
  "has:attachment": "hasAttachment",
  "has:attachments": "hasAttachment",
  "is:unread": "isUnread",
  "is:starred": "isStarred",
};

const isDay = (value: string) =>
  /^\d{4}-\d{2}-\d{2}$/.test(value) &&
  !Number.isNaN(Date.parse(value)) &&
  new Date(value).toISOString().startsWith(value);
