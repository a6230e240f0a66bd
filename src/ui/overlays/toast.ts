export type Toast = {
  id: number;
  kind: "success" | "failure" | "notice";
  title: string;
  message?: string | undefined;
  onUndo?: () => void;
  /** The button's label instead of Undo. */
  label?: string;
};

const MAX_TOASTS = 4;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** Short messages at the edge of the screen. `failure` is the destructive style of the specification. */
export const toast = {
  success: (title: string, message?: string) => show({ kind: "success", title, message }),
  failure: (title: string, message?: string) => show({ kind: "failure", title, message }),
  notice: (title: string, message?: string) => show({ kind: "notice", title, message }),
  undo: (title: string, onUndo: () => void) => show({ kind: "success", title, onUndo }),
  /** Offers an action by a button with this label. */
  offer: (title: string, label: string, onUndo: () => void) => show({ kind: "notice", title, label, onUndo }),
  dismiss: (id: number) => set(toasts.filter((each) => each.id !== id)),
};

/** Undoes what the newest toast offers to undo. */
export function undoNewest(): void {
  const newest = toasts.findLast(({ onUndo, label }) => onUndo && !label);
  if (!newest) return;
  toast.dismiss(newest.id);
  newest.onUndo?.();
}

export const currentToasts = () => toasts;

export function subscribeToToasts(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function show(words: Omit<Toast, "id">): number {
  lastId += 1;
  set([...toasts.filter((each) => !isSame(each, words)), { ...words, id: lastId }].slice(-MAX_TOASTS));
  return lastId;
}

/**
 * A toast replaces the one of the same sort: the same words about another record or another number of them. Of failures only
 * equal ones are the same, because several reads may fail for one cause.
 */
const isSame = (existing: Toast, { kind, title, message }: Omit<Toast, "id">) =>
  existing.kind === kind &&
  (kind === "failure"
    ? existing.title === title && existing.message === message
    : sortOf(existing.title) === sortOf(title));

/** The words of a title without what it quotes and counts. */
const sortOf = (title: string) =>
  title.replaceAll(/['"“„«][^'"“”„«»]*['"“”»]|\d+/g, "#").replaceAll(/s\b/g, "");

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
