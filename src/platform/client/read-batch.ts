type Read = { name: string; input: unknown; signal?: AbortSignal | undefined };
type Waiting = Read & { resolve(output: unknown): void; reject(error: unknown): void };

type Sending = {
  /** Sends one read by itself. */
  one(read: Read): Promise<unknown>;
  /**
   * Sends several in one request, and returns one result for each; null if the request did not arrive or its answer was
   * lost. Rejects if it was refused as a whole.
   */
  several(
    reads: readonly Read[],
    signal: AbortSignal,
  ): Promise<readonly PromiseSettledResult<unknown>[] | null>;
};

/** As the server allows (platform/http/rpc.ts). */
const MAX_READS = 20;
/** Microtasks in which reads are collected: a list waits one before it asks. */
const TURNS = 3;

/** Sends what is read in the same moment, such as by the parts of a page that is opened, in one request. */
export class ReadBatch {
  readonly #sending: Sending;
  #waiting: Waiting[] = [];

  constructor(sending: Sending) {
    this.#sending = sending;
  }

  read(read: Read): Promise<unknown> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ ...read, resolve, reject });
      if (this.#waiting.length === 1) void this.#sendSoon();
    });
  }

  async #sendSoon(): Promise<void> {
    for (let turn = 0; turn < TURNS; turn += 1) await null;
    const all = this.#waiting;
    this.#waiting = [];
    for (let from = 0; from < all.length; from += MAX_READS)
      void this.#send(all.slice(from, from + MAX_READS).filter((read) => !isAborted(read)));
  }

  async #send(reads: readonly Waiting[]): Promise<void> {
    if (reads.length < 2) return this.#sendEach(reads);
    const abort = abortWithAll(reads);
    try {
      const results = await this.#sending.several(reads, abort.signal);
      if (!results) return await this.#sendEach(reads.filter((read) => !isAborted(read)));
      for (const [place, { resolve, reject }] of reads.entries()) {
        const result = results[place];
        if (result?.status === "fulfilled") resolve(result.value);
        else reject(result?.reason);
      }
    } catch (error) {
      for (const { reject } of reads) reject(error);
    } finally {
      abort.release();
    }
  }

  /** One failure must not be that of all: each may succeed by itself. */
  async #sendEach(reads: readonly Waiting[]): Promise<void> {
    await Promise.all(reads.map((read) => this.#sending.one(read).then(read.resolve, read.reject)));
  }
}

/** Rejects a read whose caller has gone. */
function isAborted({ signal, reject }: Waiting): boolean {
  if (!signal?.aborted) return false;
  reject(signal.reason);
  return true;
}

/** Aborted when every one of the reads is; each rejects at once when its own caller goes. */
function abortWithAll(reads: readonly Waiting[]): { signal: AbortSignal; release(): void } {
  const all = new AbortController();
  const open = new Set(reads);
  const stopped = reads.map((read) => {
    const stop = () => {
      open.delete(read);
      read.reject(read.signal?.reason);
      if (open.size === 0) all.abort(read.signal?.reason);
    };
    read.signal?.addEventListener("abort", stop);
    return () => read.signal?.removeEventListener("abort", stop);
  });
  return {
    signal: all.signal,
    release: () => {
      for (const each of stopped) each();
    },
  };
}
