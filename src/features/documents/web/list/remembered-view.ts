import type { DocumentView } from "./document-address.ts";

const KEY = "documents view";

/** The last view chosen in this browser; the address may say otherwise. */
export function rememberedView(): DocumentView {
  try {
    return localStorage.getItem(KEY) === "list" ? "list" : "grid";
  } catch {
    // Where storage is forbidden nothing was remembered.
    return "grid";
  }
}

export function rememberView(view: DocumentView): void {
  try {
    localStorage.setItem(KEY, view);
  } catch {
    // Where storage is forbidden the choice lasts as long as the address.
  }
}
