/** Legitimate mail has fewer characters of styles. */
const MAX_STYLES = 64_000;

/** Holds the style attribute while the mail is sanitised. */
export const SAVED_STYLE = "data-kept-style";

/**
 * Before parsing: removes style sheets and renames style attributes. The page's Content-Security-Policy would block
 * them and log each one.
 */
export function extractStyles(html: string): { html: string; sheets: string[] } {
  const { rest, sheets } = cutSheets(html);
  return { html: rest.replaceAll(/(<[a-z][^<>]*?\s)style(\s*=)/gi, `$1${SAVED_STYLE}$2`), sheets };
}

/** One pass from tag to tag; an unclosed sheet is left for the sanitiser to remove. */
function cutSheets(html: string): { rest: string; sheets: string[] } {
  const sheets: string[] = [];
  let rest = "";
  let position = 0;
  const tag = /<(\/?)style\b[^<>]*>/gi;
  let opened: RegExpExecArray | null = null;
  for (let found = tag.exec(html); found; found = tag.exec(html)) {
    if (found[1] === "") opened ??= found;
    else if (opened) {
      rest += html.slice(position, opened.index);
      sheets.push(html.slice(opened.index + opened[0].length, found.index));
      position = tag.lastIndex;
      opened = null;
    }
  }
  return { rest: rest + html.slice(position), sheets };
}

/** All styles of a sanitised mail as one sheet, because the page's policy allows sheets with its nonce. */
export function collectStyles(root: HTMLElement, sheets: readonly string[]): string {
  const own: string[] = [];
  for (const element of root.querySelectorAll(`[${SAVED_STYLE}]`)) {
    const style = element.getAttribute(SAVED_STYLE) ?? "";
    element.removeAttribute(SAVED_STYLE);
    element.setAttribute("data-look", String(own.length));
    own.push(`#mail [data-look="${own.length}"]{${style.replaceAll(/[{}]/g, "")}}`);
  }
  return harmless(`${own.join("\n")}\n${sheets.join("\n")}`.slice(0, MAX_STYLES));
}

/** Removes everything that fetches or ends the sheet. */
const harmless = (css: string) =>
  css
    .replaceAll(/<!--|-->/g, "")
    .replaceAll("<", "\\3c ")
    .replaceAll(/@(import|charset|namespace|font-face)[^;{]*(?:;|\{[^}]*(?:\}|$)|$)/gi, "")
    .replaceAll(/url\([^)]*(?:\)|$)/gi, "none")
    // `:has()` checks each element against the others and makes small sheets slow.
    .replaceAll(/:has\(/gi, ":none(")
    .replaceAll(/(image-set|expression)\(/gi, "none(");
