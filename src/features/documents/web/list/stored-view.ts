import type { DocumentView } from "./document-address.ts";

const KEY = "documents view";

/** The last view chosen in this browser, the list until then (decision 0137); the address has priority. */
export function storedView(): DocumentView {
  try {
    return localStorage.getItem(KEY) === "grid" ? "grid" : "list";
  } catch {
    // Where storage is forbidden nothing was stored.
    return "list";
  }
}

export function storeView(view: DocumentView): void {
  try {
    localStorage.setItem(KEY, view);
  } catch {
    // Where storage is forbidden the choice lasts as long as the address.
  }
}
