import { type ChildProcess, fork } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { environment } from "#platform/config/environment.ts";
import type { JoinedConnections } from "#platform/database/prepare.ts";
import type { Log } from "#platform/log/log.ts";

/** Before the first restart, doubled with each further one up to the longest; after a steady run the first again. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
const STEADY_MS = 60_000;
/** For an orderly end, before it is killed: less than what the program itself has. */
const END_MS = 8_000;
/** Signals of the runtime itself, for example without memory; no code of the process runs then. */
const RUNTIME_ENDS = ["SIGABRT", "SIGSEGV", "SIGBUS", "SIGILL", "SIGTRAP"];

/** What the program sends: first how to open the database, then that something changed. */
export type ServiceMessage =
  | { kind: "open"; connections: JoinedConnections; holder: string }
  | { kind: "wake" }
  | { kind: "settings" };

export type ServiceProgram = {
  file: string;
  /** Its argument. */
  name: string;
  megabytes: number;
  /** Milliseconds before the first restart. */
  pauseMs?: number;
};

/**
 * A process beside the program, under its supervision: it is started again when it ends by itself, and ends with the program,
 * also when that is killed (its channel closes).
 */
export class ServiceProcess {
  readonly #program: ServiceProgram;
  readonly #connections: JoinedConnections;
  readonly #log: Log;
  readonly #holder = randomUUID();
  #child: ChildProcess | null = null;
  #restart: NodeJS.Timeout | undefined;
  #pauseMs: number;
  #runtimeEnd = "";
  #isClosed = false;

  constructor(program: ServiceProgram, connections: JoinedConnections, log: Log) {
    this.#program = program;
    this.#connections = connections;
    this.#log = log;
    this.#pauseMs = program.pauseMs ?? FIRST_PAUSE_MS;
    this.#launch();
  }

  /** Lost between its end and its next start, which begins with checking everything. */
  send(message: ServiceMessage): void {
    // Its end is found out by its own event.
    if (this.#child?.connected) this.#child.send(message, () => {});
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#restart);
    const child = this.#child;
    if (!child) return;
    const ended = once(child, "exit");
    child.kill("SIGTERM");
    const killing = setTimeout(() => child.kill("SIGKILL"), END_MS);
    await ended;
    clearTimeout(killing);
  }

  #launch(): void {
    const { file, name, megabytes } = this.#program;
    const startedAt = Date.now();
    const child = fork(file, [name], {
      execArgv: [...process.execArgv, `--max-old-space-size=${megabytes}`],
      env: { ...environment, RUNTIME_END: this.#runtimeEnd },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
      serialization: "advanced",
    });
    this.#child = child;
    child.on("error", (error) =>
      this.#log.error("A process of the program could not be started", { error, job: name }),
    );
    child.on("exit", (code, signal) => this.#onEnd(startedAt, code, signal));
    this.send({ kind: "open", connections: this.#connections, holder: this.#holder });
  }

  #onEnd(startedAt: number, code: number | null, signal: NodeJS.Signals | null): void {
    this.#child = null;
    if (this.#isClosed) return;
    this.#runtimeEnd = signal && RUNTIME_ENDS.includes(signal) ? signal : "";
    const { name, pauseMs: firstPauseMs = FIRST_PAUSE_MS } = this.#program;
    if (Date.now() - startedAt > STEADY_MS) this.#pauseMs = firstPauseMs;
    this.#log.error("A process of the program ended and is restarted", {
      ...{ job: name, status: code ?? 0, signal: signal ?? "", delayMs: this.#pauseMs },
    });
    this.#restart = setTimeout(() => this.#launch(), this.#pauseMs);
    this.#pauseMs = Math.min(this.#pauseMs * 2, LONGEST_PAUSE_MS);
  }
}
