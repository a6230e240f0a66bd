const KEY = "document details";

/** Whether the details are beside a document: as chosen last in this browser, and they are until then. */
export function isPanelStored(): boolean {
  try {
    return localStorage.getItem(KEY) !== "closed";
  } catch {
    // Where storage is forbidden nothing was stored.
    return true;
  }
}

export function storePanel(isOpen: boolean): void {
  try {
    localStorage.setItem(KEY, isOpen ? "open" : "closed");
  } catch {
    // Where storage is forbidden the choice lasts as long as the page.
  }
}
