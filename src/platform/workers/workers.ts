import type { Work, WorkBytes } from "./work.ts";
import { failure, WorkerProcess, type WorkerProgram } from "./worker-process.ts";

/** Pieces of work at once, of all kinds and of one kind: a kind that is stuck leaves room for the others. */
const AT_ONCE = 4;
const AT_ONCE_PER_WORK = 2;
/**
 * Maximum number of processes, including those idle for their person's next piece or, started ahead, for their first.
 */
const MOST_PROCESSES = 6;
const MOST_WAITING = 1000;
/** Milliseconds that a process waits for its person's next piece, and a fresh one for its first. */
const PERSON_IDLE_MS = 5_000;
const SPARE_IDLE_MS = 60_000;

export type Workers = {
  /**
   * Returns the function's output. Rejects with a WorkError, also if the function itself threw. Work for one person
   * leaves nothing behind for another: a process serves nobody else and ends after its work.
   */
  run<I, O>(work: Work<I, O>, userId: string, input: I, bytes?: WorkBytes): Promise<O>;
  close(): Promise<void>;
};

type Waiting = {
  work: Work;
  userId: string;
  input: unknown;
  bytes: WorkBytes | null;
  resolve(output: unknown): void;
  reject(error: unknown): void;
};

/** Runs work on untrusted input in separate processes, limited in number, time and memory, started on demand. */
export function createWorkers(program: WorkerProgram): Workers {
  const processes = new Set<WorkerProcess>();
  const retiring = new Map<WorkerProcess, NodeJS.Timeout>();
  let waiting: Waiting[] = [];
  let isClosed = false;

  function assign(): void {
    waiting = waiting.filter((piece) => {
      const process = processFor(piece);
      if (!process) return true;
      void give(process, piece);
      return false;
    });
  }

  function processFor({ work, userId }: Waiting): WorkerProcess | null {
    const busy = [...processes].filter((each) => !each.isFree);
    const same = busy.filter((each) => each.work.name === work.name);
    if (busy.length >= AT_ONCE || same.length >= AT_ONCE_PER_WORK) return null;
    const able = [...processes].filter((each) => each.mayServe(work, userId));
    return able.find((each) => each.userId === userId) ?? able[0] ?? open(work);
  }

  /** At the limit, ends an idle process: preferably one that has served a person, not a fresh one of another kind. */
  function open(work: Work): WorkerProcess {
    const idle = [...processes].filter((each) => each.isFree);
    if (processes.size >= MOST_PROCESSES) retire(idle.find(({ userId }) => userId !== null) ?? idle[0]);
    const opened = new WorkerProcess(program, work, () => {
      processes.delete(opened);
      assign();
    });
    processes.add(opened);
    return opened;
  }

  /** Starts a process in advance for the next person's piece. */
  function openAhead(work: Work): void {
    const isThere = [...processes].some((each) => each.userId === null && each.work.name === work.name);
    if (!isClosed && !isThere && processes.size < MOST_PROCESSES) retireAfter(open(work), SPARE_IDLE_MS);
  }

  function retire(process: WorkerProcess | undefined): void {
    if (!process) return;
    clearTimeout(retiring.get(process));
    retiring.delete(process);
    processes.delete(process);
    process.end("closed");
  }

  const retireAfter = (process: WorkerProcess, milliseconds: number) =>
    retiring.set(process, setTimeout(() => retire(process), milliseconds).unref());

  async function give(process: WorkerProcess, piece: Waiting): Promise<void> {
    clearTimeout(retiring.get(process));
    const performing = process.perform(piece.userId, piece.input, piece.bytes);
    openAhead(piece.work);
    const settle = await performing.then(
      (output) => () => piece.resolve(output),
      (error: unknown) => () => piece.reject(error),
    );
    if (!process.isFree || process.count >= (process.work.limits.piecesOfOnePerson ?? 1)) retire(process);
    else retireAfter(process, PERSON_IDLE_MS);
    settle();
    assign();
  }

  return {
    run: <I, O>(work: Work<I, O>, userId: string, input: I, bytes?: WorkBytes) =>
      new Promise<O>((resolve, reject) => {
        const kind = work as Work;
        if (isClosed) return reject(failure(kind, "closed"));
        if (waiting.length >= MOST_WAITING) return reject(failure(kind, "busy"));
        waiting.push({
          work: kind,
          userId,
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
