import { browserWindow } from "./browser-window.ts";

/** The network of a page's requests: its cookies, and the failures that a test simulates. */
export class BrowserNetwork {
  readonly #address: string;
  readonly #cookies = new Map<string, string>();
  readonly #cut = new Set<string>();
  readonly #cutOnce = new Set<string>();
  readonly #unanswered = new Set<string>();
  readonly #held = new Map<string, Promise<void>>();
  readonly #streams = new Set<AbortController>();
  /** The paths of the page's requests so far, event streams excepted; those of reads in one request joined by ' + '. */
  readonly requested: string[] = [];
  /** Requests without an answer so far. */
  pendingCount = 0;

  constructor(address: string, cookie = "") {
    this.#address = address;
    this.#store(cookie.split("; "));
  }

  /** From now on requests to this path fail, as without a network. */
  cut(path: string): void {
    this.#cut.add(path);
  }

  /** Only the next request to this path fails. */
  cutOnce(path: string): void {
    this.#cutOnce.add(path);
  }

  /** The next request to this path arrives and is processed, but its answer is lost. */
  loseAnswerOnce(path: string): void {
    this.#unanswered.add(path);
  }

  /** Requests to this path wait until the function that is returned was called. */
  hold(path: string): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#held.set(path, promise);
    return () => {
      this.#held.delete(path);
      resolve();
    };
  }

  /** Requests are answered again. */
  restore(): void {
    this.#cut.clear();
  }

  /** As it is sent with each request. */
  get cookie(): string {
    return [...this.#cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  }

  /** Nobody is signed in any more in this browser. */
  clearCookies(): void {
    this.#cookies.clear();
  }

  /** The page is closed: its event streams are aborted. */
  close(): void {
    for (const stream of this.#streams) stream.abort();
  }

  /** As `fetch` of a page: an address without a host is the server's. */
  request = async (path: string, init: RequestInit = {}): Promise<Response> => {
    const [pathname = ""] = path.split("?");
    const read = pathname === "/rpc" ? pathsOfReads(init.body) : [pathname];
    if (pathname !== "/events") this.requested.push(read.join(" + "));
    await Promise.all(read.map((each) => this.#held.get(each)));
    if (read.some((each) => this.#cutOnce.delete(each) || this.#cut.has(each)))
      throw new TypeError("Failed to fetch");
    const headers = new Headers(init.headers);
    headers.set("origin", this.#address);
    headers.set("cookie", this.cookie);
    const response = await nodeFetch(this.#address + path, { ...init, headers });
    this.#store(response.headers.getSetCookie());
    if (this.#unanswered.delete(pathname)) throw new TypeError("Failed to fetch");
    return response;
  };

  /** A streamed answer that is aborted when the page is closed. */
  stream(path: string): { answer: Promise<Response>; abort(): void } {
    const abort = new AbortController();
    this.#streams.add(abort);
    return { answer: this.request(path, { signal: abort.signal }), abort: () => abort.abort() };
  }

  #store(headers: readonly string[]): void {
    for (const header of headers) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      if (!name) continue;
      if (/Max-Age=0/i.test(header) || !value) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
  }
}

function pathsOfReads(body: RequestInit["body"]): string[] {
  const { reads } = JSON.parse(String(body)) as { reads: { name: string }[] };
  return reads.map(({ name }) => `/rpc/${name}`);
}

const nodeFetch = globalThis.fetch;
let current: BrowserNetwork | null = null;

/**
 * The page's requests use this network from now on; those of the server and of tests name a host and use Node's
 * `fetch`.
 */
export function connectPage(network: BrowserNetwork | null): void {
  current?.close();
  current = network;
}

/**
 * Answers arrive complete, and never at a page that is closed or was closed meanwhile: the next page shares the same
 * modules, and would send what a failed request repeats.
 */
async function requestOfPage(path: string, init?: RequestInit): Promise<Response> {
  const network = current;
  const { promise: never } = Promise.withResolvers<never>();
  if (!network) return never;
  network.pendingCount += 1;
  try {
    const answer = await network.request(path, init);
    const bytes = answer.body && (await answer.arrayBuffer());
    return network === current ? new Response(bytes, answer) : await never;
  } catch (error) {
    if (network === current) throw error;
    return never;
  } finally {
    network.pendingCount -= 1;
  }
}

/** The page's `fetch` and `EventSource`. */
export function installNetwork(): void {
  globalThis.fetch = (target, init) =>
    typeof target === "string" && target.startsWith("/")
      ? requestOfPage(target, init)
      : nodeFetch(target, init);
  Object.assign(globalThis, { EventSource: PageEventSource });
}

/** As in the HTML standard, 9.2, as far as the product uses it; it does not reconnect. */
class PageEventSource extends browserWindow.EventTarget {
  static readonly CLOSED = 2;
  readyState = 0;
  onopen: (() => void) | null = null;
  onerror: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  readonly #stream: { answer: Promise<Response>; abort(): void };

  constructor(path: string) {
    super();
    if (!current) throw new Error("No page is open");
    this.#stream = current.stream(path);
    void this.#read();
  }

  close(): void {
    this.readyState = PageEventSource.CLOSED;
    this.#stream.abort();
  }

  async #read(): Promise<void> {
    try {
      const { ok, body } = await this.#stream.answer;
      if (!ok || !body) throw new Error("refused");
      this.readyState = 1;
      this.onopen?.();
      let rest = "";
      for await (const part of body.pipeThrough(new TextDecoderStream())) {
        const blocks = (rest + part).split("\n\n");
        rest = blocks.pop() ?? "";
        for (const block of blocks) this.#publish(block);
      }
    } catch {
      // The page is notified by `onerror`, as in a browser.
    }
    if (this.readyState === PageEventSource.CLOSED) return;
    this.readyState = PageEventSource.CLOSED;
    this.onerror?.();
  }

  #publish(block: string): void {
    const field = (name: string) => new RegExp(`^${name}: ?(.*)$`, "m").exec(block)?.[1];
    const data = field("data");
    const name = field("event") ?? "message";
    if (name !== "message") this.dispatchEvent(new browserWindow.Event(name));
    else if (data !== undefined) this.onmessage?.({ data });
  }
}
