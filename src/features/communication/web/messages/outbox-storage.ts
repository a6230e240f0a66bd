import type { SavedOutbox } from "./outbox.ts";

const KEY = "outbox";

/** sessionStorage: survives a reload but not the tab, and is cleared at sign-out. */
export const outboxStorage = {
  load(userId: string): SavedOutbox | null {
    try {
      const saved = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as
        | (SavedOutbox & { userId: string })
        | null;
      return saved?.userId === userId ? saved : null;
    } catch {
      // Storage is not allowed: nothing was saved.
      return null;
    }
  },
  save(userId: string, saved: SavedOutbox): void {
    try {
      if (saved.drafts.length + saved.waiting.length === 0) sessionStorage.removeItem(KEY);
      else sessionStorage.setItem(KEY, JSON.stringify({ userId, ...saved }));
    } catch {
      // Storage is full or not allowed: the outbox lasts as long as the page.
    }
  },
  clear(): void {
    try {
      sessionStorage.removeItem(KEY);
    } catch {
      // Storage is not allowed: there is nothing to remove.
    }
  },
};
