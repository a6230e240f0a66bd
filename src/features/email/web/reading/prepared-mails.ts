import { liveStore } from "#platform/client/live-records.ts";
import { styleNonce } from "#ui/theme/style-nonce.ts";
import { type Theme, themeFromMarker } from "#ui/theme/theme-choice.ts";
import { type PreparedMail, prepareMail, type RenderOptions } from "./prepare-mail.ts";

/** About as many as a person goes back and forth between. */
const MAX_KEPT = 20;
/** In characters: larger mail would cause delays while typing. */
const MAX_AHEAD = 200_000;

const kept = new Map<string, PreparedMail | null>();

liveStore("emails", { invalidate: async () => {}, forget: () => kept.clear() });

/** Cached per theme; mail with images is prepared each time. */
export function preparedMail(
  html: string,
  pictures: RenderOptions["pictures"],
  look: Theme,
): PreparedMail | null {
  const theme = coloursOf(look);
  const make = () => prepareMail(html, { pictures, nonce: styleNonce(), theme });
  if (pictures.size > 0) return make();
  const key = [...Object.values(theme), html].join(" ");
  const known = kept.get(key);
  const mail = known === undefined ? make() : known;
  // Reinserted, so that the least recently used is evicted.
  kept.delete(key);
  kept.set(key, mail);
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  return mail;
}

/** Prepares mail that will be opened next, when the browser is idle. */
export function prepareAhead(html: string): void {
  if (html.length > MAX_AHEAD || !("requestIdleCallback" in window)) return;
  const lookNow = () => themeFromMarker(document.documentElement.classList, "dark");
  window.requestIdleCallback(() => preparedMail(html, NO_PICTURES, lookNow()));
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
