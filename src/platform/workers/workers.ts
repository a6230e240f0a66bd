import type { Work, WorkBytes } from "./work.ts";
import { failure, WorkerProcess, type WorkerProgram } from "./worker-process.ts";

/** Processes at once, of all kinds of work and of one kind: a kind that is stuck leaves room for the others. */
const PROCESSES = 4;
const PROCESSES_PER_WORK = 2;
const MOST_WAITING = 1000;
/** A process makes room for a fresh one after so many pieces of work, or when it was idle for so long. */
const PIECES_PER_PROCESS = 100;
const IDLE_MS = 60_000;

export type Workers = {
  /** The function's output. Rejects with a WorkError, also where the function itself threw. */
  run<I, O>(work: Work<I, O>, input: I, bytes?: WorkBytes): Promise<O>;
  close(): Promise<void>;
};

type Waiting = {
  work: Work;
  input: unknown;
  bytes: WorkBytes | null;
  resolve(output: unknown): void;
  reject(error: unknown): void;
};

/** Runs work on untrusted input in processes of its own: bounded in number, time and memory, started when wanted. */
export function createWorkers(program: WorkerProgram): Workers {
  const processes = new Set<WorkerProcess>();
  const retiring = new Map<WorkerProcess, NodeJS.Timeout>();
  let waiting: Waiting[] = [];
  let isClosed = false;

  function assign(): void {
    waiting = waiting.filter((piece) => {
      const process = processFor(piece.work);
      if (!process) return true;
      void give(process, piece);
      return false;
    });
  }

  function processFor(work: Work): WorkerProcess | null {
    const all = [...processes];
    const same = all.filter((each) => each.work.name === work.name);
    const free = same.find((each) => each.isFree);
    if (free) return free;
    if (same.length >= PROCESSES_PER_WORK) return null;
    const idle = all.find((each) => each.isFree);
    if (all.length >= PROCESSES && idle) retire(idle);
    return processes.size < PROCESSES ? open(work) : null;
  }

  function open(work: Work): WorkerProcess {
    const opened = new WorkerProcess(program, work, () => {
      processes.delete(opened);
      assign();
    });
    processes.add(opened);
    return opened;
  }

  function retire(process: WorkerProcess): void {
    clearTimeout(retiring.get(process));
    retiring.delete(process);
    processes.delete(process);
    process.end("closed");
  }

  async function give(process: WorkerProcess, { input, bytes, resolve, reject }: Waiting): Promise<void> {
    clearTimeout(retiring.get(process));
    const settle = await process.perform(input, bytes).then(
      (output) => () => resolve(output),
      (error: unknown) => () => reject(error),
    );
    if (!process.isFree || process.count >= (process.work.limits.pieces ?? PIECES_PER_PROCESS))
      retire(process);
    else retiring.set(process, setTimeout(() => retire(process), IDLE_MS).unref());
    settle();
    assign();
  }

  return {
    run: <I, O>(work: Work<I, O>, input: I, bytes?: WorkBytes) =>
      new Promise<O>((resolve, reject) => {
        const kind = work as Work;
        if (isClosed) return reject(failure(kind, "closed"));
        if (waiting.length >= MOST_WAITING) return reject(failure(kind, "busy"));
        waiting.push({
          work: kind,
          input,
          bytes: bytes ?? null,
          resolve: resolve as (output: unknown) => void,
          reject,
        });
        assign();
      }),
    close: async () => {
      isClosed = true;
      for (const { work, reject } of waiting) reject(failure(work, "closed"));
      waiting = [];
      for (const process of processes) retire(process);
    },
  };
}
