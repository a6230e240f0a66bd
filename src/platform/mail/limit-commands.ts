import type { ImapFlow } from "imapflow";

/**
 * Maximum milliseconds of a command, however slowly the server responds: a full listing of a large folder takes less.
 */
const MAX_DURATION_MS = 10 * 60_000;
/**
 * Maximum bytes of a server's response to one command, or between two; the flags of a folder of 800,000 messages are
 * less.
 */
const MAX_BYTES: Record<string, number> = {
  FETCH: 50_000_000,
  "UID FETCH": 50_000_000,
  SEARCH: 10_000_000,
  "UID SEARCH": 10_000_000,
};
const DEFAULT_MAX_BYTES = 1_000_000;
const WATCH_MS = 100;

type Request = { tag: string; command: string };
/** `tagCounter`: commands sent so far. */
type Inside = {
  currentRequest: Request | false;
  tagCounter: number;
  rejectCurrentRequest(error: Error): void;
};

/**
 * The library waits for the end of a response as long as bytes arrive, and buffers them. This limits each command:
 * beyond the limits the connection is closed, and the caller gets the error that `failure` creates from the reason.
 */
export function limitCommands(
  client: ImapFlow,
  timeoutFactor: number,
  failure: (reason: string) => Error,
): void {
  const inside = client as ImapFlow & Inside;
  let tag: string | null = null;
  let sent = 0;
  let startedAt = performance.now();
  let bytesBefore = 0;
  const check = () => {
    const current = inside.currentRequest || null;
    const { received } = client.stats();
    // A command may have begun and ended since the last look.
    if ((current?.tag ?? null) !== tag || inside.tagCounter !== sent) {
      tag = current?.tag ?? null;
      sent = inside.tagCounter;
      startedAt = performance.now();
      bytesBefore = received;
    }
    const isLate = current !== null && performance.now() - startedAt > MAX_DURATION_MS * timeoutFactor;
    const isTooMuch = received - bytesBefore > (MAX_BYTES[current?.command ?? ""] ?? DEFAULT_MAX_BYTES);
    if (!isLate && !isTooMuch) return;
    clearInterval(watching);
    inside.rejectCurrentRequest(failure(isLate ? "took too long" : "sent too much"));
    client.close();
  };
  const watching = setInterval(check, WATCH_MS).unref();
  client.once("close", () => clearInterval(watching));
}
