/** Limits of a piece of work; beyond them it is ended and the caller gets the reason. */
export type WorkLimits = {
  seconds: number;
  megabytes: number;
  /**
   * How many pieces of one person a process may do before it ends; 1 by default. Only for many small pieces, such as
   * the mails of a sync: whatever the number, a process never serves two people.
   */
  piecesOfOnePerson?: number;
};

/**
 * A function that runs outside this process, because its input is untrusted or its cost unknown. `src/app/worker.ts`
 * maps its name to its module.
 */
export type Work<I = never, O = unknown> = { name: string; limits: WorkLimits; runs?: (input: I) => O };

/** `const reading = work<typeof readMail>("email.readMail", { seconds: 5, megabytes: 256 })` */
export const work = <F extends (input: never, bytes: never) => unknown>(
  name: string,
  limits: WorkLimits,
): Work<Parameters<F>[0], Awaited<ReturnType<F>>> => ({ name, limits });

/** A file that is streamed to the work beside its input, a chunk at a time, never as a whole through this process. */
export type WorkBytes = { size: number; open(): Promise<AsyncIterable<Uint8Array>> };

/**
 * `failed`: the function threw, or its input could not be sent; `time`, `memory`: it exceeded its limit; `crashed`: its
 * process ended by itself; `busy`: too much work is waiting, or no process could be started; `cancelled`: its caller has
 * gone; `closed`: the program is ending.
 */
export type WorkFailure = "failed" | "time" | "memory" | "crashed" | "busy" | "cancelled" | "closed";

export class WorkError extends Error {
  readonly reason: WorkFailure;

  constructor(reason: WorkFailure, message: string) {
    super(message);
    this.name = "WorkError";
    this.reason = reason;
  }
}
