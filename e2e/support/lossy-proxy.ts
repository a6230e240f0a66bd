import { createSocket, type Socket } from "node:dgram";
import { once } from "node:events";

/**
 * A UDP proxy to a server on this machine that drops the given share of packets in both directions: a bad network, or
 * none.
 */
export class LossyProxy {
  /** The share of dropped packets, from 0 (none) to 1 (all). */
  loss = 0;
  readonly #front: Socket;
  readonly #target: number;
  readonly #upstreams = new Map<number, Socket>();

  private constructor(front: Socket, target: number) {
    this.#front = front;
    this.#target = target;
    front.on("message", (packet, { port }) => {
      const upstream = this.#upstreamOf(port);
      if (!this.#isLost()) upstream.send(packet, this.#target, "127.0.0.1");
    });
  }

  static async to(target: number): Promise<LossyProxy> {
    const front = createSocket("udp4").bind(0, "127.0.0.1");
    await once(front, "listening");
    return new LossyProxy(front, target);
  }

  get port(): number {
    return this.#front.address().port;
  }

  close(): void {
    for (const socket of [this.#front, ...this.#upstreams.values()]) socket.close();
  }

  /** Each client has its own port towards the server, which distinguishes clients by it. */
  #upstreamOf(client: number): Socket {
    const known = this.#upstreams.get(client);
    if (known) return known;
    const socket = createSocket("udp4").bind(0, "127.0.0.1");
    socket.on("message", (packet) => {
      if (!this.#isLost()) this.#front.send(packet, client, "127.0.0.1");
    });
    this.#upstreams.set(client, socket);
    return socket;
  }

  #isLost = () => Math.random() < this.loss;
}
