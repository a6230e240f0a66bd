import type { Server } from "node:http";

/** Requests get this long to finish before their connections are cut. */
const DRAIN_MS = 5_000;
const SWEEP_MS = 50;

/** Takes no more requests and resolves when those under way are answered. Event streams are ended, or it would wait for ever. */
export async function drain(server: Server, closeStreams: () => void, patience = DRAIN_MS): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()));
  closeStreams();
  // A connection whose answer had begun stays open, idle, after it: node closes only those idle at the first moment.
  const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS);
  const cut = setTimeout(() => server.closeAllConnections(), patience);
  await closed;
  clearInterval(sweep);
  clearTimeout(cut);
}
