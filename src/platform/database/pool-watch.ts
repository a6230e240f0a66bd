import type pg from "pg";
import { type GuardedConnection, PING, PING_MS } from "./guard-connection.ts";

const RETRY_MS = 1_000;

/** The pools of this process, by server. */
const watches = new Map<string, Set<PoolWatch>>();

/** Checks the connections of one pool: when one connection to its server was dead, others may be. */
export class PoolWatch {
  readonly #server: string;
  readonly connectOutsidePool: () => pg.Client;
  readonly #open = new Set<GuardedConnection>();
  /** Names of connections that were cut here, but that the server may still consider open. */
  readonly #dead = new Set<string>();
  #pool: pg.Pool | null = null;
  #isExamining = false;

  /** `connectOutsidePool` opens a connection outside the pool. */
  constructor(connection: pg.ClientConfig, connectOutsidePool: () => pg.Client) {
    this.#server = serverOf(connection);
    this.connectOutsidePool = connectOutsidePool;
  }

  begin(pool: pg.Pool): void {
    this.#pool = pool;
    const siblings = watches.get(this.#server) ?? new Set();
    watches.set(this.#server, siblings.add(this));
  }

  end(): void {
    const siblings = watches.get(this.#server);
    if (siblings?.delete(this) && siblings.size === 0) watches.delete(this.#server);
  }

  add(client: pg.Client, connection: GuardedConnection): void {
    this.#open.add(connection);
    client.once("end", () => this.#open.delete(connection));
  }

  /** A connection of this pool was cut. */
  lost(label: string): void {
    this.#dead.add(label);
    suspectServer(this.#server);
  }

  async answersWithin(ms: number): Promise<boolean> {
    const { promise: timeout, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(resolve, ms, false);
    const answer = this.#ping().then(
      () => true,
      () => false,
    );
    return Promise.race([answer, timeout]).finally(() => clearTimeout(timer));
  }

  /** Pings idle connections; for busy ones, another connection checks whether the server is still working on them. */
  async examine(): Promise<void> {
    if (this.#isExamining || !this.#pool || this.#pool.ending) return;
    this.#isExamining = true;
    try {
      await Promise.allSettled(Array.from({ length: this.#pool.idleCount }, () => this.#ping()));
      await this.examineBusy();
      await this.#endDead();
    } catch {
      // The server is down, or this connection was lost as well; meanwhile each statement has its own limit.
      setTimeout(() => void this.examine(), RETRY_MS).unref();
    } finally {
      this.#isExamining = false;
    }
  }

  /** A server that is still running holds the locks of a connection that was lost in the network. */
  async #endDead(): Promise<void> {
    if (this.#dead.size === 0) return;
    const labels = [...this.#dead];
    await this.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = any($1) and usename = current_user",
      labels,
    );
    for (const label of labels) this.#dead.delete(label);
  }

  async examineBusy(): Promise<void> {
    const busy = [...this.#open].filter((each) => each.waitingMs() > PING_MS);
    if (busy.length === 0) return;
    const asked = busy.map((each) => each.question());
    const rows = await this.query(
      "select application_name as label from pg_stat_activity where application_name = any($1) and state = 'active'",
      busy.map(({ label }) => label),
    );
    const atWork = new Set(rows.map(({ label }) => label));
    for (const [index, each] of busy.entries())
      if (!atWork.has(each.label) && each.question() === asked[index]) each.cut();
  }

  async #ping(): Promise<void> {
    await this.#pool?.query(PING);
  }

  async query(text: string, labels: readonly string[]): Promise<{ label: string }[]> {
    const client = this.connectOutsidePool();
    await client.connect();
    const { rows } = await client.query<{ label: string }>(text, [labels]).finally(() => void client.end());
    return rows;
  }
}

/** A connection to this server was dead: checks all pools to it. */
export function suspectServer(server: string): void {
  for (const watch of watches.get(server) ?? []) void watch.examine();
}

/** Whether every pool to this server answers within `ms`. */
export async function allPoolsAnswer(connection: pg.ClientConfig, ms: number): Promise<boolean> {
  const siblings = [...(watches.get(serverOf(connection)) ?? [])];
  const answers = await Promise.all(siblings.map((watch) => watch.answersWithin(ms)));
  return answers.every((answer) => answer);
}

export const serverOf = ({ host, port }: pg.ClientConfig): string => `${host ?? ""}:${port ?? ""}`;
