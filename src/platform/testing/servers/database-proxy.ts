import { once } from "node:events";
import { type AddressInfo, createConnection, createServer, type Server, type Socket } from "node:net";

/** Faults of the network between program and database. */
export type DatabaseFault =
  /** Open connections hang without a reset permanently; new ones work: a failover behind a NAT. */
  | "swallow open"
  /** All connections hang, new ones too. */
  | "swallow all"
  /** Every packet is delayed by this much. */
  | "delay"
  /** Open connections are reset, new ones too. */
  | "reset"
  /** Every second connection hangs, open or new. */
  | "drop half";

const DELAY_MS = 5_000;

type Pair = { client: Socket; server: Socket; isSwallowed: boolean };

/** A TCP proxy in front of the tests' PostgreSQL that simulates network failures. */
export class DatabaseProxy {
  readonly #server: Server;
  readonly #pairs = new Set<Pair>();
  #fault: DatabaseFault | null = null;
  #count = 0;

  private constructor(socketPath: string) {
    this.#server = createServer((client) => this.#accept(client, socketPath));
  }

  static async to(socketPath: string): Promise<DatabaseProxy> {
    const proxy = new DatabaseProxy(socketPath);
    proxy.#server.listen(0, "127.0.0.1");
    await once(proxy.#server, "listening");
    return proxy;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** The number of open, working connections. */
  get working(): number {
    return [...this.#pairs].filter(({ isSwallowed, client }) => !isSwallowed && !client.closed).length;
  }

  startFault(fault: DatabaseFault): void {
    this.#fault = fault;
    for (const [index, pair] of [...this.#pairs].entries()) {
      if (fault === "reset") pair.client.resetAndDestroy();
      if (fault.startsWith("swallow") || (fault === "drop half" && index % 2 === 0)) pair.isSwallowed = true;
    }
  }

  /** New connections work again; hanging ones stay so, as behind a NAT that has dropped them. */
  end(): void {
    this.#fault = null;
  }

  async close(): Promise<void> {
    const closed = once(this.#server, "close");
    this.#server.close();
    for (const { client, server } of this.#pairs) {
      client.destroy();
      server.destroy();
    }
    await closed;
  }

  #accept(client: Socket, socketPath: string): void {
    if (this.#fault === "reset") {
      client.on("error", () => {});
      client.resetAndDestroy();
      return;
    }
    this.#count += 1;
    const isSwallowed =
      this.#fault === "swallow all" || (this.#fault === "drop half" && this.#count % 2 === 0);
    const pair = { client, server: createConnection(socketPath), isSwallowed };
    this.#pairs.add(pair);
    this.#pass(pair, client, pair.server);
    this.#pass(pair, pair.server, client);
  }

  /** A hanging pair passes nothing, neither bytes nor the end; the server's side stays open until it is closed. */
  #pass(pair: Pair, from: Socket, to: Socket): void {
    from.on("error", () => {});
    from.on("data", (bytes) => this.#later(() => !pair.isSwallowed && to.writable && to.write(bytes)));
    from.on("close", () => {
      if (to.closed) this.#pairs.delete(pair);
      this.#later(() => !pair.isSwallowed && to.destroy());
    });
  }

  #later(act: () => void): void {
    if (this.#fault === "delay") setTimeout(act, DELAY_MS);
    else act();
  }
}
