import { liveStore } from "#platform/client/live-records.ts";
import { styleNonce } from "#ui/theme/style-nonce.ts";
import { type Theme, themeFromMarker } from "#ui/theme/theme-choice.ts";
import { type PreparedMail, prepareMail, type RenderOptions } from "./prepare-mail.ts";

/** About as many as a person goes back and forth between. */
const MAX_CACHED = 20;
/** In characters: larger mail would cause delays while typing. */
const MAX_PREPARED_LENGTH = 200_000;

const cache = new Map<string, PreparedMail | null>();

liveStore("emails", { invalidate: async () => {}, clear: () => cache.clear() });

/** Cached per theme; mail with images is prepared each time. */
export function preparedMail(
  html: string,
  pictures: RenderOptions["pictures"],
  scheme: Theme,
): PreparedMail | null {
  const theme = coloursOf(scheme);
  const make = () => prepareMail(html, { pictures, nonce: styleNonce(), theme });
  if (pictures.size > 0) return make();
  const key = [...Object.values(theme), html].join(" ");
  const known = cache.get(key);
  const mail = known === undefined ? make() : known;
  // Reinserted, so that the least recently used is evicted.
  cache.delete(key);
  cache.set(key, mail);
  const [oldest] = cache.keys();
  if (cache.size > MAX_CACHED && oldest !== undefined) cache.delete(oldest);
  return mail;
}

/** Prepares mail that will be opened next, when the browser is idle. */
export function prepareInBackground(html: string): void {
  if (html.length > MAX_PREPARED_LENGTH || !("requestIdleCallback" in window)) return;
  const currentTheme = () => themeFromMarker(document.documentElement.classList, "dark");
  window.requestIdleCallback(() => preparedMail(html, NO_PICTURES, currentTheme()));
}

export const NO_PICTURES: RenderOptions["pictures"] = new Map();

function coloursOf(scheme: Theme): RenderOptions["theme"] {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => style.getPropertyValue(name).trim();
  return {
    scheme,
    ink: colour("--ink"),
    soft: colour("--ink-soft"),
    line: colour("--line-strong"),
    accent: colour("--accent"),
  };
}
