import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { afterAll } from "vitest";

export type ScriptedServer = {
  port: number;
  /** Every line that was received, in order. */
  lines: string[];
};

/**
 * A line-based server on loopback that behaves as badly as a test wants: `answer` gets each line ("" for the greeting)
 * and returns what to write, or acts on the socket and returns nothing.
 */
export async function scriptedServer(
  answer: (line: string, socket: Socket) => string | undefined,
): Promise<ScriptedServer> {
  const lines: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    const reply = (line: string) => {
      const text = answer(line, socket);
      if (text !== undefined) socket.write(`${text}\r\n`);
    };
    createInterface({ input: socket }).on("line", (line) => {
      lines.push(line);
      reply(line);
    });
    reply("");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  afterAll(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { port: (server.address() as { port: number }).port, lines };
}
