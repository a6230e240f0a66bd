import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { gzipSync } from "node:zlib";

/** The protocol that the peer pretends to speak. */
export type PeerProtocol = "web" | "smtp" | "imap" | "clamd" | "turn";

type Manner = {
  /** The client speaks first. */
  waits: boolean;
  /** Half of a first response, and the beginning of a correct one. */
  headerStart: string;
  validStart: string;
  /** Repeated as long as the peer reads. */
  more: string;
};

const MANNERS: Record<PeerProtocol, Manner> = {
  web: {
    waits: true,
    headerStart: "HTTP/1.1 200 OK\r\ncontent-ty",
    validStart: "HTTP/1.1 200 OK\r\ncontent-length: 1000000000\r\n\r\n",
    more: "x".repeat(60_000),
  },
  smtp: {
    waits: false,
    headerStart: "220 re",
    validStart: "220 ready\r\n",
    more: "220-and more\r\n".repeat(2_000),
  },
  imap: {
    waits: false,
    headerStart: "* OK re",
    validStart: "* OK ready\r\n",
    more: "* OK and more\r\n".repeat(2_000),
  },
  clamd: { waits: true, headerStart: "str", validStart: "stream: ", more: "x".repeat(60_000) },
  turn: {
    waits: true,
    headerStart: "\x01\x13",
    validStart: "\x01\x13\xff\xff\x21\x12\xa4\x42",
    more: "x".repeat(60_000),
  },
};

const GIGABYTE = 1_000_000_000;
const DRIP_MS = 1_000;

type PeerConnection = {
  socket: Socket;
  manner: Manner;
  send(text: string | Buffer): void;
  flood(chunk: string): void;
};
type Fault = { run(connection: PeerConnection): void; on: "connection" | "question" };

const onConnection = (run: Fault["run"]): Fault => ({ run, on: "connection" });
const onRequest = (run: Fault["run"]): Fault => ({ run, on: "question" });
/** A WebDAV folder listing (RFC 4918 §13). */
const LIST =
  '<d:multistatus xmlns:d="DAV:"><d:response><d:href>/c/</d:href><d:status>HTTP/1.1 200 OK</d:status></d:response></d:multistatus>';
const list = (text: string) =>
  `HTTP/1.1 207 Multi-Status\r\ncontent-type: text/xml\r\nconnection: close\r\n\r\n${text}`;
const head = (fields: string) => `HTTP/1.1 200 OK\r\n${fields}\r\n\r\n`;
/** Resets the connection once the text has been sent. */
const thenReset = ({ socket }: PeerConnection, text: string | Buffer) =>
  void socket.write(text, "latin1" as never, () => socket.resetAndDestroy());

/** Faults that are possible with any protocol. */
const ANY = {
  "resets at once": onConnection(({ socket }) => void socket.resetAndDestroy()),
  "resets after 1 ms": onConnection(({ socket }) => void setTimeout(() => socket.resetAndDestroy(), 1)),
  "resets mid-header": onRequest((connection) =>
    thenReset(connection, Buffer.from(connection.manner.headerStart, "latin1")),
  ),
  "resets mid-TLS": onRequest((connection) => thenReset(connection, Buffer.from("16030340000200", "hex"))),
  "resets mid-body": onRequest((connection) =>
    thenReset(connection, Buffer.from(`${connection.manner.validStart}xy`, "latin1")),
  ),
  "closes without a word": onConnection(({ socket }) => void socket.end()),
  "closes after the question": onRequest(({ socket }) => void socket.end()),
  "never answers": onConnection(() => undefined),
  "drips its header": onRequest(({ socket, manner }) => drip(socket, manner.headerStart + "y".repeat(1000))),
  "drips its body": onRequest(({ socket, manner }) => drip(socket, manner.validStart + "y".repeat(1000))),
  "sends 1 GB": onRequest((connection) => {
    connection.send(connection.manner.validStart);
    connection.flood(connection.manner.more);
  }),
  "sends a line without end": onRequest((connection) => {
    connection.send(connection.manner.headerStart);
    connection.flood("y".repeat(60_000));
  }),
  "sends rubbish": onRequest(({ socket }) => void socket.end(randomBytes(5_000))),
} satisfies Record<string, Fault>;

/** Faults of HTTP only. */
const WEB = {
  "sends headers without end": onRequest((connection) => {
    connection.send("HTTP/1.1 200 OK\r\n");
    connection.flood("x-more: yes\r\n".repeat(500));
  }),
  "sends interim answers without end": onRequest((connection) =>
    connection.flood("HTTP/1.1 103 Early Hints\r\n\r\n".repeat(50)),
  ),
  "sends chunked rubbish": onRequest(
    ({ socket }) => void socket.end(`${head("transfer-encoding: chunked")}ZZZ\r\n\x00\xffno chunk\r\n`),
  ),
  "names a chunk of 16 EB": onRequest((connection) => {
    connection.send(`${head("transfer-encoding: chunked")}FFFFFFFFFFFFFFFF\r\n`);
    connection.flood("x".repeat(60_000));
  }),
  "sends its body a byte a chunk": onRequest((connection) => {
    connection.send(head("transfer-encoding: chunked"));
    connection.flood("1\r\nx\r\n".repeat(2_000));
  }),
  "sends trailers without end": onRequest((connection) => {
    connection.send(`${head("transfer-encoding: chunked")}1\r\nx\r\n0\r\n`);
    connection.flood("x-more: yes\r\n".repeat(500));
  }),
  "sends a gzip bomb": onRequest(({ socket }) => {
    socket.write(head("content-type: application/json\r\ncontent-encoding: gzip"));
    socket.end(GZIP_BOMB);
  }),
  "redirects without end": onRequest(({ socket }) => {
    const hop = Math.random().toString(36).slice(2);
    socket.end(`HTTP/1.1 302 Found\r\nlocation: /${hop}\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
  }),
  "answers with a page": onRequest(
    ({ socket }) =>
      void socket.end(`${head("content-type: text/html\r\nconnection: close")}<html>Sign in here</html>`),
  ),
  "answers with half of a list": onRequest(({ socket }) => void socket.end(list(LIST.slice(0, -20)))),
  "answers with a list of nothing": onRequest(
    ({ socket }) => void socket.end(list('<d:multistatus xmlns:d="DAV:"/>')),
  ),
  "switches to another protocol": onRequest(
    ({ socket }) =>
      void socket.write(
        "HTTP/1.1 101 Switching Protocols\r\nupgrade: rubbish\r\nconnection: upgrade\r\n\r\nhello",
      ),
  ),
  "breaks off with a length that is none": onRequest(
    ({ socket }) => void socket.end("HTTP/1.1 200 OK\r\ncontent-length: -5\r\n\r\nhello"),
  ),
} satisfies Record<string, Fault>;

export type FaultName = keyof typeof ANY | keyof typeof WEB;

const ALL: Record<string, Fault> = { ...ANY, ...WEB };

export const faultsOf = (protocol: PeerProtocol): FaultName[] => [
  ...(Object.keys(ANY) as FaultName[]),
  ...(protocol === "web" ? (Object.keys(WEB) as FaultName[]) : []),
];

export type HostilePeer = {
  host: string;
  port: number;
  /** Bytes written to the network so far. */
  sent(): number;
  /** Number of accepted connections. */
  connectionCount(): number;
  close(): void;
};

/** A server on loopback that commits one fault on every connection. */
export async function hostilePeer(
  fault: FaultName,
  protocol: PeerProtocol,
  host = "127.0.0.1",
): Promise<HostilePeer> {
  const { run, on } = ALL[fault] ?? {};
  if (!run) throw new Error(`There is no fault ${fault}`);
  const manner = MANNERS[protocol];
  const sockets = new Set<Socket>();
  let [sent, connectionCount] = [0, 0];
  const server = createServer((socket) => {
    connectionCount += 1;
    sockets.add(socket);
    socket.on("error", () => undefined).once("close", () => sockets.delete(socket));
    const count = (chunk: string | Buffer) => {
      sent += chunk.length;
      return socket.write(chunk, "latin1" as never);
    };
    const flood = (chunk: string) => {
      while (!socket.destroyed && sent < GIGABYTE)
        if (!count(chunk)) return void socket.once("drain", () => flood(chunk));
    };
    const act = () => run({ socket, manner, send: count, flood });
    if (on === "connection" || !manner.waits) act();
    else socket.once("data", act);
    socket.resume();
  });
  server.listen(0, host);
  await once(server, "listening");
  return {
    ...{ host, port: (server.address() as { port: number }).port },
    sent: () => sent,
    connectionCount: () => connectionCount,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** One byte a second. */
function drip(socket: Socket, text: string): void {
  const bytes = Buffer.from(text, "latin1");
  let at = 0;
  const next = () => void socket.write(bytes.subarray(at, ++at));
  next();
  const dripTimer = setInterval(next, DRIP_MS);
  socket.once("close", () => clearInterval(dripTimer));
}

/** 1 GB of zeros as 200 equal members, about a megabyte: the process that compresses is the one that is measured. */
const GZIP_BOMB = Buffer.concat(Array(200).fill(gzipSync(Buffer.alloc(5_000_000))));
