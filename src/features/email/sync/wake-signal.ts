import { setTimeout as sleep } from "node:timers/promises";

/** Wakes the sync loop when something changed on the server or here. */
export class WakeSignal {
  #wake: (() => void) | null = null;
  #isPending = false;
  #isAsked = false;
  #count = 0;

  happen(): void {
    this.#isPending = true;
    this.#count += 1;
    this.#wake?.();
  }

  /** Requests a sync of all folders and all flags. */
  requestSync(): void {
    this.#isAsked = true;
    this.happen();
  }

  /** True once after each request. */
  takeSyncRequest(): boolean {
    const wasAsked = this.#isAsked;
    this.#isAsked = false;
    return wasAsked;
  }

  /** Answers whether something has happened since this call. */
  watch(): () => boolean {
    const count = this.#count;
    return () => this.#count > count;
  }

  /** True where something happened during the wait or before it. */
  async wait(milliseconds: number, signal: AbortSignal): Promise<boolean> {
    if (!this.#isPending) {
      const timer = new AbortController();
      const until = AbortSignal.any([signal, timer.signal]);
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      // The sleep rejects when it is aborted, which is its normal end.
      await Promise.race([woken, sleep(milliseconds, undefined, { signal: until }).catch(() => {})]);
      timer.abort();
      this.#wake = null;
    }
    const wasPending = this.#isPending;
    this.#isPending = false;
    return wasPending;
  }
}

/**
 * How long a folder is read, or texts are fetched, before other work gets its turn: reopening a folder with ten thousand
 * messages takes a server half a second, and at the end of each slice nothing is fetched while the last of it is stored.
 */
const SHORT_MS = 1000;
const LONG_MS = 3000;

/**
 * Answers whether the slice that begins now is over: after a second where something else is to be done, else after
 * three, or the share of one of so many slices.
 */
export function timeSlice(isWoken: () => boolean, slices = 1, now = Date.now): () => boolean {
  const startedAt = now();
  const longest = Math.max(SHORT_MS, LONG_MS / slices);
  return () => {
    const took = now() - startedAt;
    return took >= longest || (took >= SHORT_MS && isWoken());
  };
}
