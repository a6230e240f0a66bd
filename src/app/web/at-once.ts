import { toast } from "#ui/toast.ts";

/** What was done, and what takes it back. */
export type Done = { said: string; undo(): Promise<unknown> };

/** Does it, says so, and offers to take it back. */
export async function atOnce(failure: string, work: () => Promise<Done>): Promise<boolean> {
  try {
    const { said, undo } = await work();
    toast.undo(said, () => {
      undo().catch((error: Error) => toast.failure("That was not taken back", error.message));
    });
    return true;
  } catch (error) {
    toast.failure(failure, error instanceof Error ? error.message : undefined);
    return false;
  }
}
