import { oneOf } from "#platform/client/read-params.ts";
import { EMAIL_LAYOUTS, type EmailLayout } from "./email-page-params.ts";

const KEY = "email look";
/** Most mail on one screen, and its text beside it; the described cards are one key away (decision 29). */
const DEFAULT: EmailLayout = "split";

/** The layout last chosen in this browser; the URL may override it. */
export function storedLayout(): EmailLayout {
  try {
    return oneOf(EMAIL_LAYOUTS)(localStorage.getItem(KEY)) ?? DEFAULT;
  } catch {
    // Where storage is forbidden nothing was remembered.
    return DEFAULT;
  }
}

export function storeLayout(layout: EmailLayout): void {
  try {
    localStorage.setItem(KEY, layout);
  } catch {
    // Where storage is forbidden the choice lasts as long as the address.
  }
}
