/** What a piece of work may cost; beyond it the work is ended and the caller told why. */
export type WorkLimits = {
  seconds: number;
  megabytes: number;
  /**
   * How many pieces of one person a process may do before it ends; 1 where nothing is said. Only for what comes in bulk and
   * small, such as the mails of a sync: whatever the number, a process never serves two people.
   */
  piecesOfOnePerson?: number;
};

/**
 * A function that runs outside this process, because its input is not to be trusted or its cost not known. It is named
 * in `src/app/worker.ts`, which says where it lies.
 */
export type Work<I = never, O = unknown> = { name: string; limits: WorkLimits; runs?: (input: I) => O };

/** `const reading = work<typeof readMail>("email.readMail", { seconds: 5, megabytes: 256 })` */
export const work = <F extends (input: never, bytes: never) => unknown>(
  name: string,
  limits: WorkLimits,
): Work<Parameters<F>[0], Awaited<ReturnType<F>>> => ({ name, limits });

/** A file that travels to the work beside its input, a chunk at a time and never as a whole through this process. */
export type WorkBytes = { size: number; open(): Promise<AsyncIterable<Uint8Array>> };

/**
 * `failed`: the function threw; `time`, `memory`: it went over its limit; `crashed`: its process ended by itself;
 * `busy`: too much waits already; `closed`: the program is ending.
 */
export type WorkFailure = "failed" | "time" | "memory" | "crashed" | "busy" | "closed";

export class WorkError extends Error {
  readonly reason: WorkFailure;

  constructor(reason: WorkFailure, message: string) {
    super(message);
    this.name = "WorkError";
    this.reason = reason;
  }
}
