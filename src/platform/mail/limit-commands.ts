import type { ImapFlow } from "imapflow";

/**
 * Maximum milliseconds of a command, however slowly the server responds: a full listing of a large folder takes less.
 */
const LONGEST_MS = 10 * 60_000;
/**
 * Maximum bytes of a server's response to one command, or between two; the flags of a folder of 800,000 messages are
 * less.
 */
const MOST: Record<string, number> = {
  FETCH: 50_000_000,
  "UID FETCH": 50_000_000,
  SEARCH: 10_000_000,
  "UID SEARCH": 10_000_000,
};
const MOST_OF_OTHERS = 5_000_000;
const WATCH_MS = 100;

type Request = { tag: string; command: string };
type Inside = { currentRequest: Request | false; rejectCurrentRequest(error: Error): void };

/**
 * The library waits for the end of a response as long as bytes arrive, and buffers them. This limits each command:
 * beyond the limits the connection is closed, and the caller gets the error that `failure` creates from the reason.
 */
export function limitCommands(client: ImapFlow, patience: number, failure: (what: string) => Error): void {
  const inside = client as ImapFlow & Inside;
  let tag: string | null = null;
  let began = performance.now();
  let bytesBefore = 0;
  const look = () => {
    const current = inside.currentRequest || null;
    const { received } = client.stats();
    if ((current?.tag ?? null) !== tag) {
      tag = current?.tag ?? null;
      began = performance.now();
      bytesBefore = received;
    }
    const isLate = current !== null && performance.now() - began > LONGEST_MS * patience;
    const isMuch = received - bytesBefore > (MOST[current?.command ?? ""] ?? MOST_OF_OTHERS);
    if (!isLate && !isMuch) return;
    clearInterval(watching);
    inside.rejectCurrentRequest(failure(isLate ? "took too long" : "sent too much"));
    client.close();
  };
  const watching = setInterval(look, WATCH_MS).unref();
  client.once("close", () => clearInterval(watching));
}
