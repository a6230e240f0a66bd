import { t } from "#i18n/message.ts";
import { toast } from "#ui/overlays/toast.ts";

/** The message about a completed action, and the function that undoes it. */
export type UndoableResult = { message: string; undo(): Promise<unknown> };

/** Runs the action, shows its message, and offers to undo it. */
export async function runWithUndo(failure: string, work: () => Promise<UndoableResult>): Promise<boolean> {
  try {
    const { message: summary, undo } = await work();
    toast.undo(summary, () => {
      undo().catch((error: Error) => toast.failure(t`That was not undone`, error.message));
    });
    return true;
  } catch (error) {
    toast.failure(failure, error instanceof Error ? error.message : undefined);
    return false;
  }
}
