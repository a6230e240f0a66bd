import { liveStore } from "#platform/client/live-records.ts";
import { styleNonce } from "#ui/theme/style-nonce.ts";
import { type Theme, themeFromMarker } from "#ui/theme/theme-choice.ts";
import { type PreparedMail, prepareMail, type RenderOptions } from "./prepare-mail.ts";

/** As many as somebody goes back and forth between. */
const MAX_KEPT = 20;
/** Larger ones would be felt while somebody types. */
const MAX_AHEAD = 200_000;

const kept = new Map<string, PreparedMail | null>();

liveStore("emails", { invalidate: async () => {}, forget: () => kept.clear() });

/** Made once for each look of the page; with its pictures it is made anew. */
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
  // The last one looked at is the last one to go.
  kept.delete(key);
  kept.set(key, mail);
  const [oldest] = kept.keys();
  if (kept.size > MAX_KEPT && oldest !== undefined) kept.delete(oldest);
  return mail;
}

/** What will be opened next, while nothing else is to do. */
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
