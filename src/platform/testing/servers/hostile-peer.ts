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
  half: string;
  good: string;
  /** Repeated as long as the peer reads. */
  more: string;
};

const MANNERS: Record<PeerProtocol, Manner> = {
  web: {
    waits: true,
    half: "HTTP/1.1 200 OK\r\ncontent-ty",
    good: "HTTP/1.1 200 OK\r\ncontent-length: 1000000000\r\n\r\n",
    more: "x".repeat(60_000),
  },
  smtp: { waits: false, half: "220 re", good: "220 ready\r\n", more: "220-and more\r\n".repeat(2_000) },
  imap: { waits: false, half: "* OK re", good: "* OK ready\r\n", more: "* OK and more\r\n".repeat(2_000) },
  clamd: { waits: true, half: "str", good: "stream: ", more: "x".repeat(60_000) },
  turn: { waits: true, half: "\x01\x13", good: "\x01\x13\xff\xff\x21\x12\xa4\x42", more: "x".repeat(60_000) },
};

const GIGABYTE = 1_000_000_000;
const DRIP_MS = 1_000;

type PeerConnection = {
  socket: Socket;
  manner: Manner;
  send(text: string | Buffer): void;
  flood(piece: string): void;
};
type Fault = { run(talk: PeerConnection): void; on: "connection" | "question" };

const onConnection = (does: Fault["run"]): Fault => ({ run: does, on: "connection" });
const onRequest = (does: Fault["run"]): Fault => ({ run: does, on: "question" });
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
  "resets mid-header": onRequest((talk) => thenReset(talk, Buffer.from(talk.manner.half, "latin1"))),
  "resets mid-TLS": onRequest((talk) => thenReset(talk, Buffer.from("16030340000200", "hex"))),
  "resets mid-body": onRequest((talk) => thenReset(talk, Buffer.from(`${talk.manner.good}xy`, "latin1"))),
  "closes without a word": onConnection(({ socket }) => void socket.end()),
  "closes after the question": onRequest(({ socket }) => void socket.end()),
  "never answers": onConnection(() => undefined),
  "drips its header": onRequest(({ socket, manner }) => drip(socket, manner.half + "y".repeat(1000))),
  "drips its body": onRequest(({ socket, manner }) => drip(socket, manner.good + "y".repeat(1000))),
  "sends 1 GB": onRequest((talk) => {
    talk.send(talk.manner.good);
    talk.flood(talk.manner.more);
  }),
  "sends a line without end": onRequest((talk) => {
    talk.send(talk.manner.half);
    talk.flood("y".repeat(60_000));
  }),
  "sends rubbish": onRequest(({ socket }) => void socket.end(randomBytes(5_000))),
} satisfies Record<string, Fault>;

/** Faults of HTTP only. */
const WEB = {
  "sends headers without end": onRequest((talk) => {
    talk.send("HTTP/1.1 200 OK\r\n");
    talk.flood("x-more: yes\r\n".repeat(500));
  }),
  "sends interim answers without end": onRequest((talk) =>
    talk.flood("HTTP/1.1 103 Early Hints\r\n\r\n".repeat(50)),
  ),
  "sends chunked rubbish": onRequest(
    ({ socket }) => void socket.end(`${head("transfer-encoding: chunked")}ZZZ\r\n\x00\xffno chunk\r\n`),
  ),
  "names a chunk of 16 EB": onRequest((talk) => {
    talk.send(`${head("transfer-encoding: chunked")}FFFFFFFFFFFFFFFF\r\n`);
    talk.flood("x".repeat(60_000));
  }),
  "sends its body a byte a chunk": onRequest((talk) => {
    talk.send(head("transfer-encoding: chunked"));
    talk.flood("1\r\nx\r\n".repeat(2_000));
  }),
  "sends trailers without end": onRequest((talk) => {
    talk.send(`${head("transfer-encoding: chunked")}1\r\nx\r\n0\r\n`);
    talk.flood("x-more: yes\r\n".repeat(500));
  }),
  "sends a gzip bomb": onRequest(({ socket }) => {
    socket.write(head("content-type: application/json\r\ncontent-encoding: gzip"));
    socket.end(bomb());
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

export const faultsOf = (speaks: PeerProtocol): FaultName[] => [
  ...(Object.keys(ANY) as FaultName[]),
  ...(speaks === "web" ? (Object.keys(WEB) as FaultName[]) : []),
];

export type HostilePeer = {
  host: string;
  port: number;
  /** Bytes written to the network so far. */
  sent(): number;
  /** Number of accepted connections. */
  came(): number;
  close(): void;
};

/** A server on loopback that commits one fault on every connection. */
export async function hostilePeer(
  fault: FaultName,
  speaks: PeerProtocol,
  host = "127.0.0.1",
): Promise<HostilePeer> {
  const { run: does, on } = ALL[fault] ?? {};
  if (!does) throw new Error(`There is no fault ${fault}`);
  const manner = MANNERS[speaks];
  const sockets = new Set<Socket>();
  let [sent, came] = [0, 0];
  const server = createServer((socket) => {
    came += 1;
    sockets.add(socket);
    socket.on("error", () => undefined).once("close", () => sockets.delete(socket));
    const count = (piece: string | Buffer) => {
      sent += piece.length;
      return socket.write(piece, "latin1" as never);
    };
    const flood = (piece: string) => {
      while (!socket.destroyed && sent < GIGABYTE)
        if (!count(piece)) return void socket.once("drain", () => flood(piece));
    };
    const act = () => does({ socket, manner, send: count, flood });
    if (on === "connection" || !manner.waits) act();
    else socket.once("data", act);
    socket.resume();
  });
  server.listen(0, host);
  await once(server, "listening");
  return {
    ...{ host, port: (server.address() as { port: number }).port },
    sent: () => sent,
    came: () => came,
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
  const dripping = setInterval(next, DRIP_MS);
  socket.once("close", () => clearInterval(dripping));
}

/** 1 GB of zeros, compressed to about a megabyte. */
function bomb(): Buffer {
  bombed ??= Buffer.concat(Array.from({ length: 20 }, () => gzipSync(Buffer.alloc(50_000_000))));
  return bombed;
}
let bombed: Buffer | undefined;
