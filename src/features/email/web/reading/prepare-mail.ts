import DOMPurify from "dompurify";
import { t } from "#i18n/message.ts";
import { collectStyles, extractStyles, SAVED_STYLE } from "./collect-styles.ts";
import { drawableUntil, MAX_PARSED_NODES } from "./measure-mail.ts";
import { isValidDataImage } from "./read-picture.ts";

export type RenderOptions = {
  /** Inline images by Content-ID, and fetched external images by URL, as data: URLs. */
  pictures: ReadonlyMap<string, string>;
  /** The nonce for the frame's styles: the frame inherits the page's policy. */
  nonce: string;
  /** Colours of the page, for mail without its own. */
  theme: { ink: string; soft: string; line: string; accent: string; scheme: "light" | "dark" };
};

export type PreparedMail = {
  /** The whole document of the frame. */
  page: string;
  /** URLs of external images that were left out. */
  remote: readonly string[];
  /** Hosts of invisible images: they report that the mail was opened. */
  trackers: readonly string[];
  /** Content-IDs that the text refers to. */
  inline: readonly string[];
  /** It has its own colours or layout and is shown on white. */
  hasOwnStyle: boolean;
};

/**
 * Makes untrusted HTML harmless: the sanitiser removes everything active, all later steps work on the tree and never on
 * text, and the frame forbids the rest (security.md D14). Null where the HTML is too large.
 */
export function prepareMail(html: string, options: RenderOptions): PreparedMail | null {
  if (drawableUntil(html) !== null) return null;
  const extracted = extractStyles(html);
  const root = DOMPurify.sanitize(extracted.html, RULES);
  if (!(root instanceof HTMLElement) || root.querySelectorAll("*").length > MAX_PARSED_NODES) return null;
  const pictures = arrangePictures(root, options.pictures);
  for (const link of root.querySelectorAll("a")) arrangeLink(link);
  foldQuotes(root);
  const hasOwnStyle = extracted.sheets.length > 0 || root.querySelector(OWN_STYLE) !== null;
  const styles = backgroundStyle(root) + collectStyles(root, extracted.sheets);
  return { ...pictures, hasOwnStyle, page: pageOf(root, styles, hasOwnStyle, options) };
}

const OWN_STYLE = `table, [bgcolor], font[color], [${SAVED_STYLE}*='background'], [${SAVED_STYLE}*='color']`;

const RULES = {
  USE_PROFILES: { html: true },
  WHOLE_DOCUMENT: true,
  RETURN_DOM: true,
  FORBID_TAGS: [
    ...["form", "input", "button", "textarea", "select", "option", "label", "fieldset", "dialog", "marquee"],
    ...["audio", "video", "source", "track", "picture", "map", "area", "link", "meta", "base", "template"],
  ],
  FORBID_ATTR: ["srcset", "ping", "name", "target", "tabindex", "autofocus", "contenteditable", "background"],
  ADD_ATTR: [SAVED_STYLE],
  ADD_URI_SAFE_ATTR: [SAVED_STYLE],
  ALLOW_DATA_ATTR: false,
  // Values that are not URLs pass as well, because this rule is also applied to widths and colours.
  ALLOWED_URI_REGEXP: /^(?:(?:https?|mailto|tel|cid):|[^a-z]|[a-z+.-]+(?:[^a-z+.\-:]|$))/i,
} as const satisfies Parameters<typeof DOMPurify.sanitize>[1];

function arrangePictures(root: HTMLElement, pictures: ReadonlyMap<string, string>) {
  const remote = new Set<string>();
  const trackers = new Set<string>();
  const inline = new Set<string>();
  for (const image of root.querySelectorAll("img")) {
    const address = image.getAttribute("src") ?? "";
    const key = address.replace(/^cid:/i, "");
    if (/^cid:/i.test(address)) inline.add(key);
    if (/^https?:/i.test(address) && isTracker(image)) {
      trackers.add(URL.parse(address)?.hostname ?? address);
      image.remove();
      continue;
    }
    const known = pictures.get(key);
    if (known) image.setAttribute("src", known);
    else if (!isValidDataImage(address)) image.removeAttribute("src");
    if (!known && /^https?:/i.test(address)) remote.add(address);
  }
  return { remote: [...remote], trackers: [...trackers], inline: [...inline] };
}

/** One or two pixels, or hidden: it is there to be fetched, not to be seen. */
function isTracker(image: HTMLImageElement): boolean {
  const style = image.getAttribute(SAVED_STYLE) ?? "";
  const side = (name: string) =>
    Number.parseFloat(
      image.getAttribute(name) ??
        new RegExp(`(?:^|[;\\s])${name}\\s*:\\s*(\\d+)`, "i").exec(style)?.[1] ??
        "",
    );
  return (
    (side("width") <= 2 && side("height") <= 2) || /display\s*:\s*none|visibility\s*:\s*hidden/i.test(style)
  );
}

/** Opens in a new tab without access to this one; the tooltip shows the real URL. */
function arrangeLink(link: HTMLAnchorElement): void {
  const address = link.getAttribute("href") ?? "";
  if (!/^(https?|mailto|tel):/i.test(address)) {
    link.removeAttribute("href");
    return;
  }
  link.setAttribute("target", "_blank");
  link.setAttribute("rel", "noopener noreferrer nofollow");
  link.setAttribute("title", address);
}

/** The background colour of the mail: its body element is not kept. */
function backgroundStyle(root: HTMLElement): string {
  const colour = root.querySelector("body")?.getAttribute("bgcolor") ?? "";
  return /^#?[a-z0-9]{3,20}$/i.test(colour) ? `html{background:${colour}}` : "";
}

const QUOTES =
  ".gmail_quote, .yahoo_quoted, .moz-cite-prefix + blockquote, blockquote[type='cite'], .protonmail_quote";

function foldQuotes(root: HTMLElement): void {
  for (const quote of root.querySelectorAll(QUOTES)) {
    if (quote.parentElement?.closest("details") || quote.textContent.trim() === "") continue;
    const fold = root.ownerDocument.createElement("details");
    const words = root.ownerDocument.createElement("summary");
    words.textContent = t`Quoted text`;
    quote.replaceWith(fold);
    fold.append(words, quote);
  }
}

// rule: script-colours - a message with its own look lies on white paper in every theme
const PAPER = { ink: "#10131a", soft: "#4a5160", line: "#d3d6dc", accent: "#4556e4", scheme: "light" };

function pageOf(
  root: HTMLElement,
  styles: string,
  hasOwnStyle: boolean,
  { nonce, theme }: RenderOptions,
): string {
  const body = root.querySelector("body");
  const policy = `default-src 'none'; img-src data:; style-src 'nonce-${nonce}'`;
  const { ink, soft, line, accent, scheme } = hasOwnStyle ? PAPER : theme;
  return [
    `<!doctype html><html lang="und"><head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    `<meta name="viewport" content="width=device-width"><title>${t`Email`}</title><style nonce="${nonce}">`,
    // rule: script-colours - the white paper of a message with its own look
    `:root{color-scheme:${scheme}}html{background:${hasOwnStyle ? "#fff" : "transparent"}}`,
    `body{margin:0;padding:${hasOwnStyle ? "16px" : "0"};color:${ink};font:14px/1.6 system-ui,sans-serif;overflow-wrap:anywhere}`,
    `img{max-width:100%;height:auto}img:not([src]){display:inline-block;min-width:24px;min-height:16px;border:1px dashed ${line};color:${soft};font-size:12px}`,
    `table{max-width:100%}pre{white-space:pre-wrap}a{color:${accent}}blockquote{margin:4px 0;padding-left:12px;border-left:2px solid ${line}}`,
    `summary{width:fit-content;margin:8px 0;padding:0 8px;border:1px solid ${line};border-radius:9px;color:${soft};font-size:12px;cursor:pointer}`,
    `</style><style nonce="${nonce}">${styles}</style></head><body id="mail">${body?.innerHTML ?? ""}</body></html>`,
  ].join("");
}
