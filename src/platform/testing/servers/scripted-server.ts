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
 * A line-based server on loopback with scripted faults: `answer` gets each line ("" for the greeting) and returns what
 * to write, or acts on the socket and returns nothing.
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

/**
 * By the first word of a line ("" is the greeting, "." the end of a message, BODY its first line); null closes the
 * connection.
 */
export type Misbehaviour = Record<string, string | null | ((line: string) => string | undefined)>;

const OBEDIENT: Record<string, string> = {
  "": "220 ready",
  EHLO: "250 ready",
  MAIL: "250 2.1.0 Ok",
  RCPT: "250 2.1.5 Ok",
  DATA: "354 go on",
  ".": "250 2.0.0 Ok: queued as 4711",
  QUIT: "221 bye",
};

/** An SMTP server that accepts every message, except for what `given` specifies. */
export function scriptedSmtp(given: Misbehaviour = {}): Promise<ScriptedServer> {
  let isInData = false;
  return scriptedServer((line, socket) => {
    if (isInData && line !== ".") return given.BODY === null ? void socket.destroy() : undefined;
    const word = line.split(/[ :]/)[0] ?? "";
    isInData = word === "DATA" && given.DATA === undefined;
    const answer = given[word] === undefined ? OBEDIENT[word] : given[word];
    if (answer === null) return void socket.destroy();
    return typeof answer === "function" ? answer(line) : answer;
  });
}
