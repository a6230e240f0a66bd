import { CONNECTION_CHANNEL, type Provider } from "../model.ts";
import type { Integration } from "./api.ts";

/** INT-18, INT-19. */
const POLL_MS = 2_000;
const STOP_MS = 300_000;

export type ConnectionEnd = { how: "connected" | "late" | "cancelled" } | { how: "failed"; reason: string };

type Attempt = {
  provider: Provider;
  /** The version of the row when the window opened the provider; older states do not concern this attempt. */
  since: number;
  read(): Promise<readonly Integration[]>;
  signal: AbortSignal;
};

/**
 * Polls the result of the sign-in window every two seconds, for five minutes at most; a message from the window
 * triggers a poll at once. A closed window is no result: some providers cut the opener reference.
 */
export async function awaitConnection({ provider, since, read, signal }: Attempt): Promise<ConnectionEnd> {
  using listener = listenForEnd();
  const end = Date.now() + STOP_MS;
  while (Date.now() < end) {
    await waitForNextPoll(listener, signal);
    if (signal.aborted) return { how: "cancelled" };
    // A failed poll is ignored; the next one follows until the timeout.
    const items = await read().catch(() => []);
    const now = items.find((item) => item.provider === provider && item.version > since);
    if (now?.status === "connected") return { how: "connected" };
    if (now?.lastError) return { how: "failed", reason: now.lastError };
  }
  return { how: "late" };
}

type EndListener = { nextMessage: Promise<void> };

function listenForEnd(): EndListener & Disposable {
  const channel = new BroadcastChannel(CONNECTION_CHANNEL);
  const listener = { nextMessage: next(), [Symbol.dispose]: () => channel.close() };
  function next() {
    return new Promise<void>((resolve) => {
      channel.onmessage = () => {
        listener.nextMessage = next();
        resolve();
      };
    });
  }
  return listener;
}

function waitForNextPoll({ nextMessage }: EndListener, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, POLL_MS);
    const now = () => {
      clearTimeout(timer);
      resolve();
    };
    void nextMessage.then(now);
    signal.addEventListener("abort", now, { once: true });
  });
}
