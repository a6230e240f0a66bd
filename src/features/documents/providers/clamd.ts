import { once } from "node:events";
import { connect } from "node:net";
import { guardSocket } from "#platform/outbound/guard-socket.ts";

/**
 * Time without data after which the scanner counts as unreachable; also the limit for the verdict after the last byte.
 */
const IDLE_TIMEOUT_MS = 60_000;
/** Limit for sending and scanning a whole file. */
const TOTAL_TIMEOUT_MS = 300_000;
const MAX_ANSWER_LENGTH = 4096;

/**
 * What clamd at this socket or host:port finds in a file; null where nothing. Throws where it cannot be reached, does
 * not answer as a scanner does, or takes no file of this size (clamd(8), INSTREAM).
 */
export async function scanWithClamd(
  address: string,
  open: () => Promise<AsyncIterable<Uint8Array>>,
  timeoutFactor = 1,
): Promise<string | null> {
  const socket = guardSocket(connect(address.startsWith("/") ? { path: address } : hostAndPort(address)));
  const onTimeout = () => socket.destroy(new Error("the scanner is silent"));
  socket.setTimeout(IDLE_TIMEOUT_MS * timeoutFactor, onTimeout);
  const timers = [setTimeout(onTimeout, TOTAL_TIMEOUT_MS * timeoutFactor)];
  const response = answerOf(socket);
  // Awaited below; without this a failure while sending would be an unhandled rejection.
  response.catch(() => undefined);
  try {
    await once(socket, "connect");
    socket.write("zINSTREAM\0");
    for await (const chunk of await open()) {
      const size = Buffer.alloc(4);
      size.writeUInt32BE(chunk.byteLength);
      socket.write(size);
      if (!socket.write(chunk)) await Promise.race([once(socket, "drain"), response]);
    }
    socket.write(Buffer.alloc(4));
    timers.push(setTimeout(onTimeout, IDLE_TIMEOUT_MS * timeoutFactor));
    const answer = await response;
    const [, verdict] = /^stream: (.*)$/s.exec(answer) ?? [];
    if (verdict === "OK") return null;
    if (verdict?.endsWith(" FOUND")) return verdict.slice(0, -" FOUND".length).slice(0, 200);
    throw new Error(`the scanner answered '${answer.slice(0, 200)}'`);
  } finally {
    for (const timer of timers) clearTimeout(timer);
    socket.destroy();
  }
}

function hostAndPort(address: string) {
  const at = address.lastIndexOf(":");
  return { host: address.slice(0, at).replace(/^\[(.*)\]$/, "$1"), port: Number(address.slice(at + 1)) };
}

async function answerOf(socket: AsyncIterable<Buffer>): Promise<string> {
  let answer = "";
  for await (const part of socket) {
    answer += part.toString("utf8");
    if (answer.includes("\0") || answer.length > MAX_ANSWER_LENGTH) break;
  }
  return answer.replace(/\0.*$/s, "").trim();
}
