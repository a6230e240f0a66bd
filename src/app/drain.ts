import type { Server } from "node:http";

/** Requests get this long to finish before their connections are cut. */
const DRAIN_MS = 5_000;
const SWEEP_MS = 50;

/**
 * Stops accepting requests and resolves when running ones are answered or `timeoutMs` ms have passed. Event streams are
 * ended, because they would never finish.
 */
export async function drain(server: Server, closeStreams: () => void, timeoutMs = DRAIN_MS): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  closeStreams();
  // A connection that had begun its answer stays open and idle: server.close() closes only those idle at that moment.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const cut = setTimeout(() => server.closeAllConnections(), timeoutMs);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
