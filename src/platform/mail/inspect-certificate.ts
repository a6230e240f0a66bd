import type { Socket } from "node:net";
import type { Outbound } from "#platform/outbound/outbound.ts";
import { presentedCertificate } from "#platform/outbound/trusted-certificate.ts";

export type CertificatePlace = {
  protocol: "imap" | "smtp";
  host: string;
  port: number;
  security: "tls" | "starttls" | "none";
};

const MAX_MS = 15_000;
/** Bytes before TLS begins: a greeting and an answer. */
const MAX_BYTES = 64_000;

/**
 * The certificate of a mail server in PEM, for a person to decide about; null where it presents none. Nobody signs in: the
 * only commands are those that begin TLS. Throws OutboundError where the guard refuses the address.
 */
export async function inspectCertificate(
  outbound: Outbound,
  place: CertificatePlace,
): Promise<string | null> {
  const { protocol, host, port, security } = place;
  if (security === "none") return null;
  const socket = await outbound.connect(host, port);
  const late = setTimeout(() => socket.destroy(), MAX_MS * outbound.timeoutFactor);
  try {
    if (security === "starttls") await beginTls(socket, protocol);
    return await presentedCertificate(socket, host);
  } catch {
    // What is wrong with it is said by the attempt to use it; here it presents no certificate.
    return null;
  } finally {
    clearTimeout(late);
    socket.destroy();
  }
}

/** RFC 9051, 6.2.1 and RFC 3207. */
async function beginTls(socket: Socket, protocol: CertificatePlace["protocol"]): Promise<void> {
  if (protocol === "imap") {
    await answer(socket, null, /^\* OK/i);
    await answer(socket, "a1 STARTTLS", /^a1 OK/i);
    return;
  }
  await answer(socket, null, /^220 /);
  await answer(socket, "EHLO adjutant", /^250 /);
  await answer(socket, "STARTTLS", /^220 /);
}

/** Sends the line and reads lines until one matches; one that says no ends it. */
function answer(socket: Socket, line: string | null, expected: RegExp): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let text = "";
  const read = (bytes: Buffer) => {
    text += bytes.toString("latin1");
    if (text.length > MAX_BYTES) return reject(new Error("it sends too much"));
    const lines = text.split("\r\n").slice(0, -1);
    if (lines.some((each) => expected.test(each))) resolve();
    else if (lines.some((each) => /^(?:a1 (?:NO|BAD)|[45]\d\d )/i.test(each)))
      reject(new Error("it has no TLS"));
  };
  const end = () => reject(new Error("it closed the connection"));
  socket.on("data", read).once("close", end).resume();
  if (line !== null) socket.write(`${line}\r\n`);
  return promise.finally(() => socket.off("data", read).off("close", end).pause());
}
