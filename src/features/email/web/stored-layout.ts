import { oneOf } from "#platform/client/read-params.ts";
import { EMAIL_LAYOUTS, type EmailLayout } from "./email-page-params.ts";

const KEY = "email look";

/** The layout last chosen in this browser; the URL may override it. */
export function storedLayout(): EmailLayout {
  try {
    return oneOf(EMAIL_LAYOUTS)(localStorage.getItem(KEY)) ?? "cards";
  } catch {
    // Where storage is forbidden nothing was remembered.
    return "cards";
  }
}

export function storeLayout(layout: EmailLayout): void {
  try {
    localStorage.setItem(KEY, layout);
  } catch {
    // Where storage is forbidden the choice lasts as long as the address.
  }
}
