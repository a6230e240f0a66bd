import { once } from "node:events";
import { type AddressInfo, createConnection, createServer, type Server, type Socket } from "node:net";

/** What the network between program and database does wrong. */
export type DatabaseFault =
  /** Open connections are swallowed without a reset and stay so; new ones work: a failover behind a NAT. */
  | "swallow open"
  /** Everything is swallowed, new connections too. */
  | "swallow all"
  /** Every packet arrives this much later. */
  | "delay"
  /** Open connections are reset, new ones too. */
  | "reset"
  /** Every second connection is swallowed, open or new. */
  | "drop half";

const DELAY_MS = 5_000;

type Pair = { client: Socket; server: Socket; isSwallowed: boolean };

/** TCP in front of the tests' PostgreSQL that does to its connections what failing networks do. */
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

  /** How many connections are open and work. */
  get working(): number {
    return [...this.#pairs].filter(({ isSwallowed }) => !isSwallowed).length;
  }

  begin(fault: DatabaseFault): void {
    this.#fault = fault;
    for (const [index, pair] of [...this.#pairs].entries()) {
      if (fault === "reset") pair.client.resetAndDestroy();
      if (fault.startsWith("swallow") || (fault === "drop half" && index % 2 === 0)) pair.isSwallowed = true;
    }
  }

  /** New connections work again; what was swallowed stays so, as behind a NAT that has forgotten it. */
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

  /** Of a swallowed pair nothing passes, neither bytes nor the end; the server's side lives on until then. */
  #pass(pair: Pair, from: Socket, to: Socket): void {
    from.on("error", () => {});
    from.on("data", (bytes) => this.#later(() => !pair.isSwallowed && to.writable && to.write(bytes)));
    from.on("close", () => {
      this.#pairs.delete(pair);
      this.#later(() => !pair.isSwallowed && to.destroy());
    });
  }

  #later(act: () => void): void {
    if (this.#fault === "delay") setTimeout(act, DELAY_MS);
    else act();
  }
}
