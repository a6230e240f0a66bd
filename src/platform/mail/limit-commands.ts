import type { ImapFlow } from "imapflow";

/** Milliseconds from a command to its end, however slowly the server speaks: a whole look at a large folder stays below. */
const LONGEST_MS = 10 * 60_000;
/** Bytes that a server may say to one command, or between two; of a folder of 800,000 messages the flags are less. */
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
 * The library waits for the end of an answer for as long as bytes come, and holds what they say. Here each command has an end:
 * after it the connection is closed, and whoever waits is given what `failure` makes of the reason.
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
