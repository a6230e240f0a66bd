import { liveStore } from "#platform/client/live-records.ts";
import { toast } from "#ui/overlays/toast.ts";

let lastToast = 0;

/** The undo of the last act, for the key z. */
let undoLast: (() => void) | null = null;

liveStore("emails", {
  invalidate: async () => {},
  clear: () => {
    undoLast = null;
  },
});

export function undo(): void {
  toast.dismiss(lastToast);
  const act = undoLast;
  undoLast = null;
  act?.();
}

/** Only the last of several quick actions offers Undo: a row of similar toasts would cover the page. */
export function offerUndo(title: string, act: () => void): void {
  undoLast = act;
  show(title, act);
}

/**
 * For an action that is still being sent: z undoes it from now on, before or after the response; `act` runs after the
 * action. The toast appears with the response, unless it was undone by then.
 */
export async function offerUndoWhenDone(done: Promise<string>, act: () => void): Promise<void> {
  let isUndone = false;
  const undoThis = () => {
    isUndone = true;
    act();
  };
  undoLast = undoThis;
  try {
    const title = await done;
    if (!isUndone) show(title, undoThis);
  } catch {
    // The failure is reported where the promise is awaited, and there is nothing to undo.
    if (undoLast === undoThis) undoLast = null;
  }
}

function show(title: string, act: () => void): void {
  toast.dismiss(lastToast);
  lastToast = toast.undo(title, () => {
    if (undoLast === act) undoLast = null;
    act();
  });
}
