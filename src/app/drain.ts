import type { Server } from "node:http";
import type { Socket } from "node:net";

/** Requests get this long to finish before their connections are cut. */
const DRAIN_MS = 5_000;
const SWEEP_MS = 50;

const openSockets = new WeakMap<Server, Set<Socket>>();

/** Records the server's connections for `drain`: Node does not count one that has sent nothing yet as idle. */
export function trackConnections(server: Server): void {
  const sockets = new Set<Socket>();
  openSockets.set(server, sockets);
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
}

/**
 * Stops accepting requests and resolves when running ones are answered or `timeoutMs` ms have passed. Event streams are
 * ended, because they would never finish.
 */
export async function drain(server: Server, closeStreams: () => void, timeoutMs = DRAIN_MS): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  closeStreams();
  // A connection that had begun its answer stays open and idle: server.close() closes only those idle at that moment.
  const sweep = setInterval(() => {
    server.closeIdleConnections();
    // Browsers open spare connections and send nothing there until they need one.
    for (const socket of openSockets.get(server) ?? []) if (socket.bytesRead === 0) socket.destroy();
  }, SWEEP_MS);
  const cut = setTimeout(() => server.closeAllConnections(), timeoutMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
