import { setTimeout as sleep } from "node:timers/promises";

/** What interrupts listening: something happened on the server, or here. */
export class WakeSignal {
  #wake: (() => void) | null = null;
  #isPending = false;
  #isAsked = false;

  happen(): void {
    this.#isPending = true;
    this.#wake?.();
  }

  /** Somebody here wants all folders looked through, and all flags. */
  ask(): void {
    this.#isAsked = true;
    this.happen();
  }

  /** True once after somebody asked. */
  takeAsked(): boolean {
    const wasAsked = this.#isAsked;
    this.#isAsked = false;
    return wasAsked;
  }

  /** True where something happened, now or since the last time. */
  async wait(milliseconds: number, signal: AbortSignal): Promise<boolean> {
    if (!this.#isPending) {
      const timer = new AbortController();
      const until = AbortSignal.any([signal, timer.signal]);
      const woken = new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
      // The sleep rejects when it is cut short, which is how it ends.
      await Promise.race([woken, sleep(milliseconds, undefined, { signal: until }).catch(() => {})]);
      timer.abort();
      this.#wake = null;
    }
    const wasPending = this.#isPending;
    this.#isPending = false;
    return wasPending;
  }
}
