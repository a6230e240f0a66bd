import { once } from "node:events";
import type { Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";

export type RawRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  /** Sent before the filler bytes. */
  head?: string;
  /** Number of filler bytes to send, while the server accepts them. */
  bytes: number;
  /** True: with Content-Length; false: chunked. */
  isAnnounced?: boolean;
  /** False: the body never ends, the connection stays silent. */
  ends?: boolean;
};

export type RawAnswer = {
  /** 0 where the connection was closed without an answer. */
  status: number;
  text: string;
  /** What the server read of this connection. */
  bytesRead: number;
};

const FILLER = Buffer.alloc(64 * 1024, "a");
const FILLER_CHUNK = Buffer.from(`${FILLER.length.toString(16)}\r\n${FILLER.toString()}\r\n`);

/** Sends requests like a hostile client: continues sending after the answer, until the server closes the connection. */
export function rawClient(server: Server) {
  const accepted = new Map<number, Socket>();
  server.on("connection", (socket) => accepted.set(socket.remotePort ?? 0, socket));
  const { port } = server.address() as AddressInfo;

  return async (request: RawRequest): Promise<RawAnswer> => {
    const socket = connect(port, "127.0.0.1");
    await once(socket, "connect");
    const { localPort = 0 } = socket;
    let text = "";
    socket.setEncoding("latin1").on("data", (data: string) => {
      text += data;
    });
    socket.on("error", () => {});
    const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()));
    socket.write(headOf(request));
    const isOpen = await sendFiller(socket, request, closed);
    if (isOpen && (request.ends ?? true)) {
      socket.on("data", () => isComplete(text) && socket.destroy());
      if (!request.isAnnounced) socket.write("0\r\n\r\n");
      if (isComplete(text)) socket.destroy();
    }
    await closed;
    const status = Number(/^HTTP\/1\.1 (?!100)(\d{3})/m.exec(text)?.[1] ?? 0);
    return { status, text, bytesRead: accepted.get(localPort)?.bytesRead ?? 0 };
  };
}

function headOf({ method, path, headers, head = "", bytes, isAnnounced }: RawRequest): string {
  const length = isAnnounced
    ? { "content-length": String(Buffer.byteLength(head) + bytes) }
    : { "transfer-encoding": "chunked" };
  const fields = Object.entries({ ...length, ...headers });
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const first = head && !isAnnounced ? `${Buffer.byteLength(head).toString(16)}\r\n${head}\r\n` : head;
  return `${method} ${path} HTTP/1.1\r\n${lines}\r\n${first}`;
}

/** False where the server closed the connection meanwhile. */
async function sendFiller(
  socket: Socket,
  { bytes, isAnnounced }: RawRequest,
  closed: Promise<void>,
): Promise<boolean> {
  let drained = () => {};
  socket.on("drain", () => drained());
  void closed.then(() => drained());
  for (let sent = 0; sent < bytes && !socket.destroyed; sent += FILLER.length) {
    const next = new Promise<void>((resolve) => {
      drained = resolve;
    });
    if (!socket.write(isAnnounced ? FILLER : FILLER_CHUNK) && !socket.destroyed) await next;
  }
  return !socket.destroyed;
}

/** The answer with all of its body has arrived. */
function isComplete(text: string): boolean {
  const [, length] = /^content-length: (\d+)/im.exec(text) ?? [];
  const start = text.indexOf("\r\n\r\n");
  if (start < 0) return false;
  return length === undefined ? text.endsWith("\r\n\r\n") : text.length >= start + 4 + Number(length);
}
