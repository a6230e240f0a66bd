import { EmailLayout } from "./email-page-params.ts";

const KEY = "email look";

/** The layout last chosen in this browser; the URL may override it. */
export function storedLayout(): EmailLayout {
  try {
    return EmailLayout.catch("cards").parse(localStorage.getItem(KEY));
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
