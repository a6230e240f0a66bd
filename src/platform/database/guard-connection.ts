import type { Socket } from "node:net";
import type pg from "pg";

/** Milliseconds after which the program takes a connection for dead whose server says nothing. */
export type Limits = {
  /** A statement outside of a transaction. */
  alone: number;
  /** A statement inside of one: longer than what the server itself allows (security.md D11). */
  inTransaction: number;
  /** True where only silence counts: an answer may take as long as it likes while its bytes come. */
  whileSilent?: true;
};

export const REQUESTS: Limits = { alone: 5_000, inTransaction: 12_000 };
export const JOBS: Limits = { alone: 10_000, inTransaction: 12_000 };
/** Migrations, backups, restoring: one statement may build an index over everything. */
export const LONG: Limits = { alone: 900_000, inTransaction: 900_000, whileSilent: true };

export const PING_MS = 2_000;
/** Asks nothing of the server but to answer. */
export const PING = "select 1 as ping";
const BEGIN_MS = 4_000;
const BEGIN = /^\s*begin( read (only|write))?\s*(?:;\s*)?$/i;

export type GuardedConnection = {
  /** Its name on the server, where another connection can see it. */
  label: string;
  /** Counts what was asked; even where nothing is asked at the moment. */
  question(): number;
  /** How long the answer has not come; 0 where none is expected. */
  waitingMs(): number;
  /** Ends it as dead: its statement fails, and a pool replaces it. */
  cut(): void;
};

type Guard = { label: string; limits: Limits; socket: Socket; onDead(): void };

/** Cuts the connection where an answer does not come in time. */
export function guardConnection(
  client: pg.Client,
  { label, limits, socket, onDead }: Guard,
): GuardedConnection {
  let timer: NodeJS.Timeout | undefined;
  let question = 0;
  let since: number | null = null;
  const rest = () => {
    question += 1;
    since = null;
    clearTimeout(timer);
  };
  const cut = () => {
    rest();
    void client.end();
    onDead();
  };
  const watch = (ms: number) => {
    const [asked, bytes] = [question, socket.bytesRead];
    // An answer that lay waiting while this process was busy is read before the verdict.
    const judge = () => {
      if (asked !== question) return;
      if (limits.whileSilent && socket.bytesRead !== bytes) watch(ms);
      else cut();
    };
    timer = setTimeout(() => setImmediate(judge), ms).unref();
  };
  client.on("drain", rest);
  client.on("end", rest);
  client.query = new Proxy(client.query, {
    apply(query, self, given: unknown[]) {
      rest();
      since = performance.now();
      watch(limitOf(client, limits, given[0]));
      return Reflect.apply(query, self, given);
    },
  });
  client.end = new Proxy(client.end, {
    apply(end, self, given: unknown[]) {
      // A dead server does not answer a farewell either.
      const farewell = setTimeout(() => socket.destroy(), PING_MS).unref();
      client.once("end", () => clearTimeout(farewell));
      return Reflect.apply(end, self, given);
    },
  });
  const waitingMs = () => (since === null ? 0 : performance.now() - since);
  return { label, question: () => question, waitingMs, cut };
}

function limitOf(client: pg.Client, limits: Limits, query: unknown): number {
  const text = typeof query === "string" ? query : String((query as { text?: unknown } | null)?.text);
  if (text === PING) return PING_MS;
  if (BEGIN.test(text)) return BEGIN_MS;
  const status = client.getTransactionStatus();
  return status === "T" || status === "E" ? limits.inTransaction : limits.alone;
}
