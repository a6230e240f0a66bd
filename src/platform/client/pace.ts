type Paced = { next: (() => void) | null; timer: ReturnType<typeof setTimeout> };

/** Runs work at once, and repeated work of the same key at most once in each interval: then the latest, at its end. */
export class Pace {
  readonly #intervalMs: number;
  readonly #paced = new Map<string, Paced>();

  constructor(intervalMs: number) {
    this.#intervalMs = intervalMs;
  }

  run(key: string, work: () => void): void {
    const paced = this.#paced.get(key);
    if (paced) paced.next = work;
    else this.#start(key, work);
  }

  /** What waits does not run any more. */
  stop(): void {
    for (const { timer } of this.#paced.values()) clearTimeout(timer);
    this.#paced.clear();
  }

  #start(key: string, work: () => void): void {
    const timer = setTimeout(() => {
      const next = this.#paced.get(key)?.next;
      this.#paced.delete(key);
      if (next) this.#start(key, next);
    }, this.#intervalMs);
    this.#paced.set(key, { next: null, timer });
    work();
  }
}
