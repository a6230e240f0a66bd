import type { SavedOutbox } from "./outbox.ts";

const KEY = "outbox";

/** The tab's own storage: it outlasts a reload, not the tab, and is emptied at sign-out. */
export const outboxStorage = {
  load(userId: string): SavedOutbox | null {
    try {
      const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as
        | (SavedOutbox & { userId: string })
        | null;
      return kept?.userId === userId ? kept : null;
    } catch {
      // Where storage is forbidden nothing was remembered.
      return null;
    }
  },
  save(userId: string, saved: SavedOutbox): void {
    try {
      if (saved.drafts.length + saved.waiting.length === 0) sessionStorage.removeItem(KEY);
      else sessionStorage.setItem(KEY, JSON.stringify({ userId, ...saved }));
    } catch {
      // A browser that keeps nothing: then it lasts as long as the page.
    }
  },
  clear(): void {
    try {
      sessionStorage.removeItem(KEY);
    } catch {
      // See above: there is nothing to remove.
    }
  },
};
