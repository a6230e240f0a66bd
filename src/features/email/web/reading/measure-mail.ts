/** Larger mail is shown as text (security.md D14). */
export const MAX_HTML = 1_000_000;
export const MAX_NODES = 5_000;
/** Includes what a parser adds for that many tags: head and body, a tbody in each table. */
export const MAX_PARSED_NODES = 7_500;
/** Tables in tables are laid out several times each. A long chain of replies is some hundred quotes deep at most. */
const DEEPEST_TABLES = 30;
const DEEPEST = 256;
/**
 * Elements that a browser reopens in each block because they were never closed: a few hundred tags can make a million
 * nodes.
 */
const MAX_REOPENED = 50_000;

/** Elements without content, or that end where the next begins: they add no depth. */
const FLAT = new Set(
  "a area base br col embed hr img input link meta param source track wbr p li dt dd tr td th tbody thead tfoot colgroup option html head body".split(
    " ",
  ),
);
const REOPENED = new Set("b big code em font i nobr s small strike strong tt u".split(" "));

/**
 * The index up to which the HTML of a mail can be rendered without blocking the page; null for all of it. Checks each
 * tag once before parsing and layout, comments included, because parsers disagree on where they end.
 */
export function drawableUntil(html: string): number | null {
  const end = Math.min(html.length, MAX_HTML);
  const open = new Map<string, number>();
  const reopenable = { now: 0, made: 0 };
  let [nodes, depth] = [0, 0];
  for (let at = html.indexOf("<"); at >= 0 && at < end; at = html.indexOf("<", at + 1)) {
    const isClosing = html[at + 1] === "/";
    const name = nameAt(html, isClosing ? at + 2 : at + 1);
    if (name === "") continue;
    const change = isClosing ? -Math.min(1, open.get(name) ?? 0) : 1;
    if (!FLAT.has(name)) {
      open.set(name, (open.get(name) ?? 0) + change);
      depth += change;
    }
    if (REOPENED.has(name)) reopenable.now += change;
    else reopenable.made += reopenable.now;
    if (!isClosing) nodes += 1;
    const isTooDeep = depth > DEEPEST || (open.get("table") ?? 0) > DEEPEST_TABLES;
    if (nodes > MAX_NODES || isTooDeep || reopenable.made > MAX_REOPENED) return at;
  }
  return html.length > MAX_HTML ? MAX_HTML : null;
}

const MAX_NAME_LENGTH = 12;

/** The tag name in lower case; empty where no tag begins. */
function nameAt(html: string, start: number): string {
  let end = start;
  while (end < start + MAX_NAME_LENGTH && isLetter(html.charCodeAt(end))) end += 1;
  return html.slice(start, end).toLowerCase();
}

const isLetter = (code: number) => (code | 32) >= 97 && (code | 32) <= 122;
