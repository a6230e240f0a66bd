import { currentToasts, toast } from "./toast.ts";

const STORAGE_KEY = "toasts";

/** For the document that replaces this one: `restoreToasts` shows them there. */
export function saveToasts(): void {
  const shown = currentToasts().filter(({ onUndo }) => !onUndo);
  try {
    sessionStorage.setItem(STORAGE_KEY, JSON.stringify(shown));
  } catch {
    // Where storage is forbidden they end with this document.
  }
}

export function restoreToasts(): void {
  try {
    const saved: { kind: "success" | "failure" | "notice"; title: string; message?: string }[] = JSON.parse(
      sessionStorage.getItem(STORAGE_KEY) ?? "[]",
    );
    sessionStorage.removeItem(STORAGE_KEY);
    for (const { kind, title, message } of saved) toast[kind](title, message);
  } catch {
    // Storage is forbidden, or another version of the program wrote there.
  }
}
