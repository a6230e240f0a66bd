import { setTimeout as sleep } from "node:timers/promises";

/** Wakes the sync loop when something changed on the server or here. */
export class WakeSignal {
  #wake: (() => void) | null = null;
  #isPending = false;
  #isAsked = false;

  happen(): void {
    this.#isPending = true;
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
