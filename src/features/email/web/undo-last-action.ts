import { liveStore } from "#platform/client/live-records.ts";
import { toast } from "#ui/overlays/toast.ts";

let lastToast = 0;

/** The undo of the last act, for the key z. */
let undoLast: (() => void) | null = null;

liveStore("emails", {
  invalidate: async () => {},
  forget: () => {
    undoLast = null;
  },
});

export function undo(): void {
  toast.dismiss(lastToast);
  const act = undoLast;
  undoLast = null;
  act?.();
}

/** Only the last of many quick acts offers its Undo: a row of equal toasts would hide the page. */
export function offerUndo(title: string, act: () => void): void {
  undoLast = act;
  show(title, act);
}

/**
 * Of an act on its way: z takes it back from now on, whether or not the server has answered; `act` takes its turn behind
 * it. The toast comes with the answer, where nobody has taken it back by then.
 */
export async function offerUndoOf(done: Promise<string>, act: () => void): Promise<void> {
  let isTakenBack = false;
  const takeBack = () => {
    isTakenBack = true;
    act();
  };
  undoLast = takeBack;
  try {
    const title = await done;
    if (!isTakenBack) show(title, takeBack);
  } catch {
    // What failed is told where it is awaited, and there is nothing to take back.
    if (undoLast === takeBack) undoLast = null;
  }
}

function show(title: string, act: () => void): void {
  toast.dismiss(lastToast);
  lastToast = toast.undo(title, () => {
    if (undoLast === act) undoLast = null;
    act();
  });
}
