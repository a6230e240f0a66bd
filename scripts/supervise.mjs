import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

// Runs the server and starts it again when it crashes. Plain JavaScript without dependencies, on any Node from 20.19 on;
// `npm start` and the container use it.

/**
 * Pause before the first restart (shorter in tests), doubled with each crash up to the longest; reset after a stable
 * run.
 */
const FIRST_PAUSE_MS = Number(process.env.SUPERVISOR_FIRST_PAUSE_MS ?? 1_000);
const LONGEST_PAUSE_MS = 30_000;
const STEADY_MS = 60_000;
/** After this many failed restarts in a row a person is needed. */
const MOST_FAILED_STARTS = 5;
/** The exit code of a crash; a condition that prevents the start ends the program with 1. */
const CRASH_CODE = 70;
const DATABASE_END_MS = 10_000;
const ORPHAN_CHECK_MS = 500;

/** Signals raised by the runtime itself, for example without memory; no code of the program runs then. */
const RUNTIME_ENDS = ["SIGABRT", "SIGSEGV", "SIGBUS", "SIGILL", "SIGTRAP"];

/**
 * A first start that fails ends with the program's code, as does every requested end. Signals are forwarded.
 * @param {string} command
 * @param {string[]} args
 * @param {import("node:child_process").SpawnOptions} [options]
 */
export function supervise(command, args, options = {}) {
  new Supervisor(command, args, options).start();
}

class Supervisor {
  #command;
  #args;
  #options;
  #state = { hasServed: false, isStopping: false, failedStarts: 0, pauseMs: FIRST_PAUSE_MS };
  /** The signal that ended the last run; the program attributes it to the work in progress. */
  #runtimeEnd = "";
  /** @type {import("node:child_process").ChildProcess | null} */
  #child = null;
  /** @type {number | null} */
  #databasePid = null;
  /** @type {NodeJS.Timeout | undefined} */
  #waiting;

  /** @param {string} command @param {string[]} args @param {import("node:child_process").SpawnOptions} options */
  constructor(command, args, options) {
    this.#command = command;
    this.#args = args;
    this.#options = options;
  }

  start() {
    for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
      process.on(signal, () => this.#stop(signal));
    if (process.env.npm_lifecycle_event) onOrphaned(() => this.#stop("SIGTERM"));
    this.#launch();
  }

  #launch() {
    const run = { began: Date.now(), killsBefore: memoryKills(), isReady: false, isEnding: false };
    const env = { ...(this.#options.env ?? process.env), RUNTIME_END: this.#runtimeEnd };
    const child = spawn(this.#command, this.#args, {
      ...this.#options,
      env,
      stdio: ["inherit", "inherit", "inherit", "ipc"],
    });
    this.#child = child;
    child.on("message", (message) => {
      const { type, databasePid } = /** @type {{ type?: string, databasePid?: number | null }} */ (message);
      if (type === "ending") run.isEnding = true;
      if (type !== "ready") return;
      run.isReady = true;
      Object.assign(this.#state, { hasServed: true, failedStarts: 0 });
      this.#databasePid = databasePid ?? null;
    });
    child.on("error", (error) => {
      console.error(`The program cannot be started: ${error.message}`);
      void this.#finish(1);
    });
    child.on("exit", (code, signal) => this.#onExit(run, code, signal));
  }

  /**
   * @param {{ began: number, killsBefore: number, isReady: boolean, isEnding: boolean }} run
   * @param {number | null} code @param {string | null} signal
   */
  #onExit(run, code, signal) {
    const state = this.#state;
    this.#child = null;
    const status = code ?? (signal ? 128 : 1);
    // A manual kill says nothing about the work; a kill by the kernel means that memory ran out.
    const isOutOfMemory = signal === "SIGKILL" && memoryKills() > run.killsBefore;
    this.#runtimeEnd = isOutOfMemory || (signal && RUNTIME_ENDS.includes(signal)) ? String(signal) : "";
    const isFinal = state.isStopping || run.isEnding || status === 0;
    const isCrash = status === CRASH_CODE || this.#runtimeEnd !== "";
    if (isFinal || (!state.hasServed && !isCrash)) return void this.#finish(status);
    if (Date.now() - run.began > STEADY_MS) state.pauseMs = FIRST_PAUSE_MS;
    this.#startAgain(run.isReady, status, signal);
  }

  /** @param {boolean} wasReady @param {number} status @param {string | null} signal */
  #startAgain(wasReady, status, signal) {
    const state = this.#state;
    if (!wasReady) state.failedStarts += 1;
    if (state.failedStarts >= MOST_FAILED_STARTS) {
      console.error(
        `Adjutant crashed and did not start again in ${MOST_FAILED_STARTS} tries. ` +
          "The reason is shown above: fix it, then start Adjutant again.",
      );
      return void this.#finish(status);
    }
    const how = wasReady ? `crashed (${signal ?? `code ${status}`})` : "did not start";
    console.error(`Adjutant ${how}; restarting in ${state.pauseMs / 1000} s`);
    this.#waiting = setTimeout(() => this.#launch(), state.pauseMs);
    state.pauseMs = Math.min(state.pauseMs * 2, LONGEST_PAUSE_MS);
  }

  /** @param {NodeJS.Signals} signal */
  #stop(signal) {
    this.#state.isStopping = true;
    clearTimeout(this.#waiting);
    if (this.#child) this.#child.kill(signal);
    else void this.#finish(0);
  }

  /** @param {number} status */
  async #finish(status) {
    await endDatabase(this.#databasePid);
    process.exit(status);
  }
}

/**
 * A crash leaves the embedded PostgreSQL running for the next start; without one it is stopped.
 * @param {number | null} pid
 */
async function endDatabase(pid) {
  if (pid === null || !isPostgres(pid)) return;
  process.kill(pid, "SIGINT");
  for (const began = Date.now(); isPostgres(pid) && Date.now() - began < DATABASE_END_MS; ) await pause(20);
}

/** Number of processes that the kernel has killed for lack of memory since boot; 0 where it is not available. */
function memoryKills() {
  try {
    return Number(/^oom_kill (\d+)$/m.exec(readFileSync("/proc/vmstat", "utf8"))?.[1] ?? 0);
  } catch {
    // Not Linux.
    return 0;
  }
}

/** Another program may have the same pid by now. @param {number} pid */
function isPostgres(pid) {
  try {
    if (process.platform === "linux")
      return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("postgres");
    return process.kill(pid, 0);
  } catch {
    // It has ended, or the pid belongs to another user's program.
    return false;
  }
}

/** When npm is killed, it does not end its script. @param {() => void} act */
export function onOrphaned(act) {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    act();
  }, ORPHAN_CHECK_MS);
}

if (import.meta.main) supervise(process.execPath, process.argv.slice(2));
