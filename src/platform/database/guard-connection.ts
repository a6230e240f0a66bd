import type { Socket } from "node:net";
import type pg from "pg";

/** Milliseconds after which the program considers a silent connection dead. */
export type Limits = {
  /** A statement outside of a transaction. */
  singleStatement: number;
  /** A statement inside a transaction: longer than the server's own limit (security.md D11). */
  inTransaction: number;
  /** All slow answers within one transaction together: after that, its caller has given up. */
  transaction: number;
  /** True if only silence counts: an answer may take any time while its bytes arrive. */
  onlyWhenSilent?: true;
};

export const REQUESTS: Limits = { singleStatement: 5_000, inTransaction: 12_000, transaction: 18_000 };
export const JOBS: Limits = { singleStatement: 10_000, inTransaction: 12_000, transaction: 18_000 };
/** Migrations, backups, restoring: one statement may build an index over everything. */
export const LONG: Limits = {
  ...{ singleStatement: 900_000, inTransaction: 900_000, transaction: Number.POSITIVE_INFINITY },
  onlyWhenSilent: true,
};

export const PING_MS = 2_000;
/** Asks nothing of the server but to answer. */
export const PING = "select 1 as ping";
const BEGIN_MS = 4_000;
/** A network that delays each answer a little below its limit would hold a transaction of many statements for minutes. */
const SLOW_MS = 4_000;
const BEGIN = /^\s*begin( read (only|write))?\s*(?:;\s*)?$/i;

export type GuardedConnection = {
  /** The connection's name on the server, visible to other connections. */
  label: string;
  /** A counter that changes with every query and at the end of every answer. */
  question(): number;
  /** How long the pending answer has been awaited; 0 if none is expected. */
  waitingMs(): number;
  /** Ends the connection as dead: its statement fails, and a pool replaces it. */
  cut(): void;
};

type Guard = { label: string; limits: Limits; socket: Socket; onDead(): void };

/** Cuts the connection if an answer does not arrive in time. */
export function guardConnection(
  client: pg.Client,
  { label, limits, socket, onDead }: Guard,
): GuardedConnection {
  let timer: NodeJS.Timeout | undefined;
  let question = 0;
  let since: number | null = null;
  let slowMs = 0;
  const waitingMs = () => (since === null ? 0 : performance.now() - since);
  const rest = () => {
    if (waitingMs() > SLOW_MS) slowMs += waitingMs();
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
    // An answer that arrived while this process was busy is read first.
    const judge = () => {
      if (asked !== question) return;
      if (limits.onlyWhenSilent && socket.bytesRead !== bytes) watch(ms);
      else cut();
    };
    timer = setTimeout(() => setImmediate(judge), ms).unref();
  };
  client.on("drain", rest);
  client.on("end", rest);
  client.query = new Proxy(client.query, {
    apply(query, self, given: unknown[]) {
      rest();
      const text = textOf(given[0]);
      const isFirstOfRead = reads.get(Object(given[0]));
      if (BEGIN.test(text) || isFirstOfRead) slowMs = 0;
      since = performance.now();
      const isInside = isFirstOfRead !== undefined || isInTransaction(client);
      watch(limitOf(limits, { text, isInside, slowMs }));
      return Reflect.apply(query, self, given);
    },
  });
  client.end = new Proxy(client.end, {
    apply(end, self, given: unknown[]) {
      // A dead server does not close the connection on request.
      const closeTimer = setTimeout(() => socket.destroy(), PING_MS).unref();
      client.once("end", () => clearTimeout(closeTimer));
      return Reflect.apply(end, self, given);
    },
  });
  return { label, question: () => question, waitingMs, cut };
}

const textOf = (query: unknown) =>
  typeof query === "string" ? query : String((query as { text?: unknown } | null)?.text);

const reads = new WeakMap<object, boolean>();

/** Marks a query that brings a transaction of its own; `isFirst`: of those that answer one request. */
export const declareRead = (query: object, isFirst: boolean): void => void reads.set(query, isFirst);

export function isInTransaction(client: pg.ClientBase): boolean {
  const status = client.getTransactionStatus();
  return status === "T" || status === "E";
}

type Asked = { text: string; isInside: boolean; slowMs: number };

function limitOf(limits: Limits, { text, isInside, slowMs }: Asked): number {
  if (text === PING) return PING_MS;
  if (BEGIN.test(text)) return BEGIN_MS;
  if (!isInside) return limits.singleStatement;
  return Math.max(PING_MS, Math.min(limits.inTransaction, limits.transaction - slowMs));
}
