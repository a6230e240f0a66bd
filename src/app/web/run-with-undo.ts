import { toast } from "#ui/overlays/toast.ts";

/** What was done, and what takes it back. */
export type UndoableResult = { message: string; undo(): Promise<unknown> };

/** Does it, says so, and offers to take it back. */
export async function runWithUndo(failure: string, work: () => Promise<UndoableResult>): Promise<boolean> {
  try {
    const { message: said, undo } = await work();
    toast.undo(said, () => {
      undo().catch((error: Error) => toast.failure("That was not undone", error.message));
    });
    return true;
  } catch (error) {
    toast.failure(failure, error instanceof Error ? error.message : undefined);
    return false;
  }
}
