import { randomUUID } from "node:crypto";
import { Socket } from "node:net";
import pg from "pg";
import { type GuardedConnection, guardConnection, type Limits, LONG, REQUESTS } from "./guard-connection.ts";
import { PoolWatch, serverOf, suspectServer } from "./pool-watch.ts";

/** How to sign in to one database as one role. */
export type Connection = pg.ClientConfig & { user: string; database: string };

/** Timeout for opening a connection, and for one of the pool to become free. */
const CONNECT_MS = 4_000;
const WAIT_MS = 10_000;
const KEEP_ALIVE_MS = 5_000;
/** Connections that a pool does not close when they are idle: planning a statement on a new one takes ten times as long. */
const WARM = 2;

const watchOf = new WeakMap<pg.Pool, PoolWatch>();

/**
 * A pool whose connections cannot hang: TCP keep-alive is on, the program limits the wait for each answer, and when one
 * connection is found dead, the others to the same server are checked.
 */
export function openPool(
  connection: pg.ClientConfig,
  { name, max, limits = REQUESTS }: { name: string; max: number; limits?: Limits },
): pg.Pool {
  const watch = new PoolWatch(connection, () => openClient(connection));
  const pool = new pg.Pool({
    ...connection,
    max,
    min: Math.min(WARM, max),
    connectionTimeoutMillis: WAIT_MS,
    Client: guardedClient({
      limits,
      labelOf: () => `${name} ${randomUUID().slice(0, 8)}`,
      onOpen: (client, guarded) => watch.add(client, guarded),
      onDead: (label) => watch.lost(label),
    }),
  });
  // A connection that breaks fails its query and is replaced; without listeners it would end the process as well.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  watch.begin(pool);
  watchOf.set(pool, watch);
  return pool;
}

export async function closePool(pool: pg.Pool): Promise<void> {
  watchOf.get(pool)?.end();
  await pool.end();
}

/** A connection outside the pools. If it is idle for long, its owner must ping the server. */
export function openClient(connection: pg.ClientConfig, limits: Limits = REQUESTS): pg.Client {
  const onDead = () => suspectServer(serverOf(connection));
  const GuardedClient = guardedClient({ limits, onDead });
  const client = new GuardedClient(connection);
  // A break fails the running query; without a listener it would end the process as well.
  client.on("error", () => {});
  return client;
}

/** A separate connection for one piece of work, closed afterwards. */
export async function withClient<T>(
  connection: pg.ClientConfig,
  use: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = openClient(connection, LONG);
  await client.connect();
  return use(client).finally(() => client.end());
}

type Guards = {
  limits: Limits;
  labelOf?(): string;
  onOpen?(client: pg.Client, guarded: GuardedConnection): void;
  onDead(label: string): void;
};

function guardedClient({ limits, labelOf, onOpen, onDead }: Guards) {
  return class GuardedClient extends pg.Client {
    constructor(config: string | pg.ClientConfig = {}) {
      const given = typeof config === "string" ? { connectionString: config } : config;
      const socket = new Socket();
      const label = labelOf?.() ?? given.application_name ?? "adjutant";
      super({
        ...given,
        // A pool makes the password non-enumerable.
        password: given.password,
        ssl: given.ssl,
        application_name: label,
        connectionTimeoutMillis: CONNECT_MS,
        keepAlive: true,
        keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
        stream: () => socket,
      });
      const guarded = guardConnection(this, { label, limits, socket, onDead: () => onDead(label) });
      onOpen?.(this, guarded);
    }
  };
}
