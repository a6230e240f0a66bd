import { once } from "node:events";
import { connect, type Socket } from "node:net";

/** What is asked again and again: a GET with these headers. */
export type Target = { port: number; path: string; headers?: Record<string, string> };
export type Load = { count: number; seconds: number; milliseconds: number[]; bytes: number };

/**
 * Asks over so many connections at once for so many seconds, on each again as soon as it is answered. Over bare sockets: a
 * client that costs as much as the server would measure itself.
 */
export async function runLoad(
  target: Target,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Load> {
  const milliseconds: number[] = [];
  const from = performance.now();
  const until = from + seconds * 1000;
  const bytes = await Promise.all(
    Array.from({ length: connections }, () => askUntil(target, until, milliseconds)),
  );
  return {
    count: milliseconds.length,
    seconds: (performance.now() - from) / 1000,
    milliseconds,
    bytes: bytes[0] ?? 0,
  };
}

/** Returns the bytes of the last answer's body. */
async function askUntil({ port, path, headers = {} }: Target, until: number, samples: number[]) {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const question = Buffer.from(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1:${port}\r\n${lines.join("")}\r\n`);
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  let bytes = 0;
  while (performance.now() < until) {
    const start = performance.now();
    socket.write(question);
    bytes = await answerOn(socket);
    samples.push(performance.now() - start);
  }
  socket.destroy();
  return bytes;
}

/** Reads one answer with a Content-Length; rejects any other than 200. */
function answerOn(socket: Socket): Promise<number> {
  return new Promise((done, failed) => {
    let [head, missing, length] = ["", Number.POSITIVE_INFINITY, 0];
    const read = (chunk: Buffer) => {
      if (missing === Number.POSITIVE_INFINITY) {
        head += chunk.toString("latin1");
        const end = head.indexOf("\r\n\r\n");
        if (end < 0) return;
        length = Number(/^content-length: (\d+)/im.exec(head)?.[1]);
        if (!head.startsWith("HTTP/1.1 200") || Number.isNaN(length)) failed(new Error(head.slice(0, 500)));
        missing = length - (head.length - end - 4);
      } else missing -= chunk.length;
      if (missing > 0) return;
      socket.off("data", read);
      done(length);
    };
    socket.on("data", read);
  });
}
