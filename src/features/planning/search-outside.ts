import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { type Work, WorkError, type WorkFailure } from "#platform/workers/work.ts";

/** Then the search is made in this process, with little effort. */
const OVERLOADED: readonly WorkFailure[] = ["busy", "time", "memory"];

/** Searches in a process of its own as long as the caller waits for it; `here` if there is none, or it takes too long. */
export async function searchOutside<I, O>(
  { workers, actor, signal }: Pick<SignedIn, "workers" | "actor" | "signal">,
  searching: Work<I, O>,
  input: I,
  here: () => O | Promise<O>,
): Promise<O> {
  try {
    return await workers.run(searching, actor.userId, input, { signal });
  } catch (error) {
    const reason = error instanceof WorkError ? error.reason : null;
    if (reason === "cancelled") throw new AppError("unavailable", t`The search was cancelled`);
    if (reason === null || !OVERLOADED.includes(reason)) throw error;
    return here();
  }
}
