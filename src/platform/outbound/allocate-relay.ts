import { createSocket } from "node:dgram";
import { once } from "node:events";
import { isIPv6, type Socket } from "node:net";
import { t } from "#i18n/message.ts";
import { AppError } from "#platform/capability/errors.ts";
import { startTls } from "./guard-socket.ts";
import type { Outbound } from "./outbound.ts";
import {
  ALLOCATE,
  ATTRIBUTE,
  type Attributes,
  decodeMessage,
  encodeMessage,
  errorOf,
  HEADER,
  REFRESH,
  SUCCESS,
} from "./turn-message.ts";

const ANSWER_LIMIT_MS = 5_000;
const REPEAT_MS = 500;

type Credentials = { username: string; credential: string };
type SendTurnRequest = (message: Buffer) => Promise<{ type: number; attributes: Attributes }>;
type TurnTransport = { request: SendTurnRequest; close(): void };

/**
 * Requests a relay allocation from a TURN server (RFC 8656), as a page in a call would, and releases it. Throws an
 * AppError that names the failed step.
 */
export async function allocateRelay(outbound: Outbound, url: string, key: Credentials): Promise<void> {
  const line = await openTransport(outbound, url);
  try {
    const transport: [number, Buffer] = [ATTRIBUTE.transport, Buffer.from([17, 0, 0, 0])];
    const first = await line.request(encodeMessage(ALLOCATE, [transport]));
    const realm = first.attributes.get(ATTRIBUTE.realm);
    const nonce = first.attributes.get(ATTRIBUTE.nonce);
    if (!realm || !nonce)
      throw failed(
        t`${url} answers, but does not ask for credentials: it is set up without use-auth-secret.`,
      );
    const signed = { ...key, realm, nonce };
    const second = await line.request(encodeMessage(ALLOCATE, [transport], signed));
    if (second.type !== ALLOCATE + SUCCESS) throw failed(describe(url, errorOf(second.attributes)));
    if (!second.attributes.has(ATTRIBUTE.relayed)) throw failed(t`${url} allocated nothing.`);
    await line
      .request(encodeMessage(REFRESH, [[ATTRIBUTE.lifetime, Buffer.alloc(4)]], signed))
      // The relay has been verified; an allocation that is not released expires.
      .catch(() => undefined);
  } finally {
    line.close();
  }
}

function describe(url: string, { code, reason }: { code: number; reason: string }): string {
  if (code === 401) return t`${url} refused the credentials: its static-auth-secret is another one.`;
  if (code === 486 || code === 508) return t`${url} has no relay free just now.`;
  return t`${url} allocated no relay: ${code} ${reason}`.trim();
}

const failed = (message: string) => new AppError("upstream", message);

function openTransport(outbound: Outbound, url: string): Promise<TurnTransport> {
  const [, scheme = "", host = "", port, transport] =
    /^(turns?):(\[[^\]]+\]|[^:?]+)(?::(\d+))?(?:\?transport=(udp|tcp))?$/.exec(url) ?? [];
  if (!host) throw failed(t`${url} is no address of a TURN server, such as turn:turn.example.com:3478.`);
  const isSecure = scheme === "turns";
  const number = Number(port ?? (isSecure ? 5349 : 3478));
  return isSecure || transport === "tcp"
    ? byStream(outbound, host, number, isSecure)
    : byDatagrams(outbound, url, host, number);
}

async function byDatagrams(
  outbound: Outbound,
  url: string,
  host: string,
  port: number,
): Promise<TurnTransport> {
  const [address = ""] = await outbound.resolve(host);
  const socket = createSocket(isIPv6(address) ? "udp6" : "udp4").on("error", () => undefined);
  const request: SendTurnRequest = async (message) => {
    const response = Promise.withResolvers<Buffer>();
    const onMessage = (answer: Buffer) => {
      if (answer.subarray(8, HEADER).equals(message.subarray(8, HEADER))) response.resolve(answer);
    };
    const fail = () => response.reject(failed(t`${url} cannot be reached: nothing listens there.`));
    socket.on("message", onMessage).on("error", fail);
    const send = () => socket.send(message, port, address, (error) => error && fail());
    send();
    const repeating = setInterval(send, REPEAT_MS);
    try {
      return parse(await withTimeout(response.promise, url, outbound), url);
    } finally {
      clearInterval(repeating);
      socket.off("message", onMessage).off("error", fail);
    }
  };
  return { request, close: () => socket.close() };
}

async function byStream(
  outbound: Outbound,
  host: string,
  port: number,
  isSecure: boolean,
): Promise<TurnTransport> {
  const url = `${isSecure ? "turns" : "turn"}:${host}:${port}`;
  const plain = await outbound.connect(host, port);
  const socket: Socket = isSecure ? startTls(plain, host) : plain;
  if (isSecure)
    await withTimeout(once(socket, "secureConnect"), url, outbound).catch((error: unknown) => {
      socket.destroy();
      throw error instanceof AppError
        ? error
        : failed(t`${url} has no certificate that a browser would take.`);
    });
  const request: SendTurnRequest = async (message) => {
    const response = Promise.withResolvers<Buffer>();
    if (socket.destroyed) throw failed(t`${url} closed the connection.`);
    let received = Buffer.alloc(0);
    const onData = (part: Buffer) => {
      received = Buffer.concat([received, part]);
      if (received.length >= HEADER && received.length >= HEADER + received.readUInt16BE(2))
        response.resolve(received);
    };
    const fail = () => response.reject(failed(t`${url} closed the connection.`));
    socket.on("data", onData).once("error", fail).once("close", fail);
    socket.write(message);
    try {
      return parse(await withTimeout(response.promise, url, outbound), url);
    } finally {
      socket.off("data", onData).off("error", fail).off("close", fail);
    }
  };
  return { request, close: () => socket.destroy() };
}

function parse(answer: Buffer, url: string) {
  const message = decodeMessage(answer);
  if (!message) throw failed(t`What answers at ${url} is no TURN server.`);
  return message;
}

async function withTimeout<T>(work: Promise<T>, url: string, { timeoutFactor }: Outbound): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(failed(t`${url} does not answer.`)),
    ANSWER_LIMIT_MS * timeoutFactor,
  );
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer));
}
