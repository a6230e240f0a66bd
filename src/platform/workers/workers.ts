import type { Work, WorkBytes } from "./work.ts";
import { failure, WorkerProcess, type WorkerProgram } from "./worker-process.ts";

/** Pieces of work at once, of all kinds and of one kind: a kind that is stuck leaves room for the others. */
const MAX_RUNNING = 4;
const MAX_RUNNING_PER_WORK = 2;
/**
 * Maximum number of processes, including those idle for their person's next piece or, started ahead, for their first.
 */
const MAX_PROCESSES = 6;
const MAX_WAITING = 1000;
/** Milliseconds that a process waits for its person's next piece, and a fresh one for its first. */
const PERSON_IDLE_MS = 5_000;
const SPARE_IDLE_MS = 60_000;

export type Workers = {
  /**
   * Returns the function's output. Rejects with a WorkError, also if the function itself threw. Work for one person
   * leaves nothing behind for another: a process serves nobody else and ends after its work. Once `signal` is aborted,
   * its process is ended.
   */
  run<I, O>(work: Work<I, O>, userId: string, input: I, options?: WorkOptions): Promise<O>;
  close(): Promise<void>;
};

export type WorkOptions = { bytes?: WorkBytes | undefined; signal?: AbortSignal | undefined };

type Waiting = {
  work: Work;
  userId: string;
  input: unknown;
  bytes: WorkBytes | null;
  /** Where it is done, once it is. */
  process: WorkerProcess | null;
  resolve(output: unknown): void;
  reject(error: unknown): void;
};

/** Runs work on untrusted input in separate processes, limited in number, time and memory, started on demand. */
export const createWorkers = (program: WorkerProgram): Workers => new WorkerPool(program);

class WorkerPool implements Workers {
  readonly #program: WorkerProgram;
  readonly #processes = new Set<WorkerProcess>();
  readonly #retiring = new Map<WorkerProcess, NodeJS.Timeout>();
  #waiting: Waiting[] = [];
  #isClosed = false;

  constructor(program: WorkerProgram) {
    this.#program = program;
  }

  async run<I, O>(
    work: Work<I, O>,
    userId: string,
    input: I,
    { bytes, signal }: WorkOptions = {},
  ): Promise<O> {
    const kind = work as Work;
    if (this.#isClosed) throw failure(kind, "closed");
    if (signal?.aborted) throw failure(kind, "cancelled");
    if (this.#waiting.length >= MAX_WAITING) throw failure(kind, "busy");
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const request: Waiting = {
      ...{ work: kind, userId, input, bytes: bytes ?? null, process: null },
      ...{ resolve, reject },
    };
    const cancel = () => this.#cancel(request);
    signal?.addEventListener("abort", cancel);
    this.#waiting.push(request);
    this.#assign();
    return promise.finally(() => signal?.removeEventListener("abort", cancel)) as Promise<O>;
  }

  #cancel(request: Waiting): void {
    this.#waiting = this.#waiting.filter((each) => each !== request);
    if (request.process) request.process.end("cancelled");
    else request.reject(failure(request.work, "cancelled"));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    for (const { work, reject } of this.#waiting) reject(failure(work, "closed"));
    this.#waiting = [];
    for (const process of this.#processes) this.#retire(process);
  }

  #assign(): void {
    this.#waiting = this.#waiting.filter((request) => {
      const process = this.#processFor(request);
      if (!process) return true;
      void this.dispatch(process, request);
      return false;
    });
  }

  #processFor({ work, userId }: Waiting): WorkerProcess | null {
    const busy = [...this.#processes].filter((each) => !each.isFree);
    const same = busy.filter((each) => each.work.name === work.name);
    if (busy.length >= MAX_RUNNING || same.length >= MAX_RUNNING_PER_WORK) return null;
    const available = [...this.#processes].filter((each) => each.mayServe(work, userId));
    return available.find((each) => each.userId === userId) ?? available[0] ?? this.#open(work);
  }

  /** At the limit, ends an idle process: preferably one that has served a person, not a fresh one of another kind. */
  #open(work: Work): WorkerProcess {
    const idle = [...this.#processes].filter((each) => each.isFree);
    if (this.#processes.size >= MAX_PROCESSES)
      this.#retire(idle.find(({ userId }) => userId !== null) ?? idle[0]);
    const opened = new WorkerProcess(this.#program, work, () => {
      this.#processes.delete(opened);
      this.#assign();
    });
    this.#processes.add(opened);
    return opened;
  }

  /** Starts a process in advance for the next person's piece. */
  prestart(work: Work): void {
    const hasSpare = [...this.#processes].some(
      (each) => each.userId === null && each.work.name === work.name,
    );
    if (!this.#isClosed && !hasSpare && this.#processes.size < MAX_PROCESSES)
      this.#retireAfter(this.#open(work), SPARE_IDLE_MS);
  }

  #retire(process: WorkerProcess | undefined): void {
    if (!process) return;
    clearTimeout(this.#retiring.get(process));
    this.#retiring.delete(process);
    this.#processes.delete(process);
    process.end("closed");
  }

  #retireAfter(process: WorkerProcess, milliseconds: number): void {
    this.#retiring.set(process, setTimeout(() => this.#retire(process), milliseconds).unref());
  }

  async dispatch(process: WorkerProcess, request: Waiting): Promise<void> {
    clearTimeout(this.#retiring.get(process));
    request.process = process;
    const performing = process.perform(request.userId, request.input, request.bytes);
    this.prestart(request.work);
    const complete = await performing.then(
      (output) => () => request.resolve(output),
      (error: unknown) => () => request.reject(error),
    );
    if (!process.isFree || process.count >= (process.work.limits.piecesOfOnePerson ?? 1))
      this.#retire(process);
    else this.#retireAfter(process, PERSON_IDLE_MS);
    complete();
    this.#assign();
  }
}
