import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { BYTES_PIPE, type WorkAnswer } from "./serve-work.ts";
import { type Work, type WorkBytes, WorkError, type WorkFailure } from "./work.ts";

/** A program that calls `serveWork`, and the folder of everything it may read. */
export type WorkerProgram = { file: string; folder: string };

/** Memory of Node itself, in addition to the work's. */
const RUNTIME_MEGABYTES = 128;
const START_SECONDS = 60;
const MEMORY_CHECK_MS = 100;
const PAGES_PER_MEGABYTE = 256;
/** CPU seconds of one process: limits an endless loop after its parent was killed. */
const PROCESSOR_SECONDS = 300;

type Pending = { resolve(output: unknown): void; reject(error: WorkError): void };

/**
 * One process that does one kind of work. It may read the program and nothing else: no files, no other programs, none
 * of this process's environment.
 */
export class WorkerProcess {
  readonly work: Work;
  /** The person it serves, from its first piece of work to its end; null before. */
  userId: string | null = null;
  /** Number of pieces of work so far. */
  count = 0;
  #child: ChildProcess;
  #pending: Pending | null = null;
  #ready: Promise<void>;
  #ended: WorkFailure | null = null;

  constructor(program: WorkerProgram, work: Work, onEnd: () => void) {
    this.work = work;
    this.#child = start(program, work);
    this.#child.on("error", () => this.#lose("busy", onEnd));
    this.#child.on("exit", (_code, signal) => this.#lose(signal === "SIGABRT" ? "memory" : "crashed", onEnd));
    this.#ready = new Promise((resolve) => {
      this.#child.on("message", (answer: WorkAnswer) => {
        if (answer.kind === "ready") return resolve();
        const pending = this.takePending();
        if (answer.kind === "done") pending?.resolve(answer.output);
        else pending?.reject(new WorkError("failed", answer.message));
      });
    });
    this.#pipe?.on("error", () => this.end("crashed"));
    this.#hold(false);
  }

  get isFree(): boolean {
    return this.#pending === null && this.#ended === null;
  }

  /** Whether it can take this piece now: it is idle and has served nobody, or only this person. */
  mayServe(work: Work, userId: string): boolean {
    return this.isFree && this.work.name === work.name && (this.userId ?? userId) === userId;
  }

  /** Undefined, against Node's types, if the machine could not start the process: it has no descriptors left. */
  get #pipe(): Writable | undefined {
    const pipes: ChildProcess["stdio"] | undefined = this.#child.stdio;
    return (pipes?.[BYTES_PIPE] as Writable | undefined) ?? undefined;
  }

  /** The limits apply from when the process is ready. */
  async perform(userId: string, input: unknown, bytes: WorkBytes | null): Promise<unknown> {
    if ((this.userId ?? userId) !== userId) throw new Error("A worker process serves one person only");
    this.userId = userId;
    this.count += 1;
    this.#hold(true);
    const { seconds, megabytes } = this.work.limits;
    let deadline = setTimeout(() => this.end("crashed"), START_SECONDS * 1000);
    const watch = setInterval(() => void this.#checkMemory(megabytes), MEMORY_CHECK_MS);
    try {
      return await new Promise((resolve, reject) => {
        this.#pending = { resolve, reject };
        void this.#ready.then(() => {
          clearTimeout(deadline);
          if (this.#ended) return;
          deadline = setTimeout(() => this.end("time"), seconds * 1000);
          this.#child.send({ number: this.count, input, size: bytes?.size ?? 0 }, (error) => {
            if (error) this.end("failed");
          });
          if (bytes) void this.#send(bytes);
        });
      });
    } finally {
      clearTimeout(deadline);
      clearInterval(watch);
      this.#hold(false);
    }
  }

  /** If the bytes cannot be sent completely, the function would wait forever, so the process is ended. */
  async #send({ size, open }: WorkBytes): Promise<void> {
    try {
      let sent = 0;
      for await (const chunk of await open()) {
        const part = chunk.subarray(0, size - sent);
        sent += part.byteLength;
        await new Promise<void>((resolve, reject) => {
          if (!this.#pipe) return reject(new Error("no process"));
          this.#pipe.write(part, (error) => (error ? reject(error) : resolve()));
        });
      }
      if (sent < size) throw new Error("fewer bytes than announced");
    } catch {
      this.end("failed");
    }
  }

  end(reason: WorkFailure): void {
    this.#ended ??= reason;
    this.#child.kill("SIGKILL");
    this.takePending()?.reject(failure(this.work, this.#ended));
  }

  #lose(reason: WorkFailure, onEnd: () => void): void {
    this.#ended ??= reason;
    this.takePending()?.reject(failure(this.work, this.#ended));
    onEnd();
  }

  takePending(): Pending | null {
    const pending = this.#pending;
    this.#pending = null;
    return pending;
  }

  /** An idle process does not keep the program alive. */
  #hold(isHeld: boolean): void {
    if (isHeld) {
      this.#child.ref();
      this.#child.channel?.ref();
    } else {
      this.#child.unref();
      this.#child.channel?.unref();
    }
  }

  /** Buffers are outside the heap, whose limit Node enforces itself; only Linux reports a process's whole memory. */
  async #checkMemory(megabytes: number): Promise<void> {
    // Other systems have no such file, and a process that ended needs no limit.
    const sizes = await readFile(`/proc/${this.#child.pid}/statm`, "utf8").catch(() => "");
    const pages = Number(sizes.split(" ")[1] ?? 0);
    if (this.#pending && pages / PAGES_PER_MEGABYTE > megabytes + RUNTIME_MEGABYTES) this.end("memory");
  }
}

const REASONS: Record<WorkFailure, string> = {
  failed: "could not be given its input",
  time: "took longer than it may",
  memory: "needed more memory than it may have",
  crashed: "ended by itself",
  busy: "waits for too much other work",
  cancelled: "was cancelled by its caller",
  closed: "was ended with the program",
};

export const failure = ({ name }: Work, reason: WorkFailure) =>
  new WorkError(reason, `The work '${name}' ${REASONS[reason]}`);

/** The shell sets the CPU time limit, then execs the process. */
function start({ file, folder }: WorkerProgram, { name, limits }: Work): ChildProcess {
  const packages = join(folder, "node_modules");
  const readable = [folder, ...(existsSync(packages) ? [realpathSync(packages)] : [])];
  const node = [
    process.execPath,
    "--permission",
    ...readable.map((path) => `--allow-fs-read=${path}`),
    `--max-old-space-size=${limits.megabytes}`,
    // More frequent collection of new objects reduces peak memory by a third.
    "--max-semi-space-size=8",
    file,
    name,
  ];
  return spawn("/bin/sh", ["-c", `ulimit -t ${PROCESSOR_SECONDS}; exec "$0" "$@"`, ...node], {
    stdio: ["ignore", "ignore", "ignore", "ipc", "pipe"],
    serialization: "advanced",
    env: {},
  });
}
