import { once } from "node:events";
import { createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";

/** The stage at which a mail server that behaved correctly so far begins to fail. */
export const STAGES = {
  imap: ["list", "select", "fetch", "text", "idle"],
  smtp: ["sender", "recipient", "data", "text", "final dot"],
} as const;

export type SessionProtocol = keyof typeof STAGES;
export type SessionStage = (typeof STAGES)[SessionProtocol][number];

export const SESSION_FAULTS = [
  "resets",
  "closes without a word",
  "never answers",
  "drips",
  "answers without end",
  "sends a line without end",
  "announces a literal of 1 GB",
] as const;
export type SessionFault = (typeof SESSION_FAULTS)[number];

export type HostileSession = {
  port: number;
  /** How often the failing stage was reached. */
  reached(): number;
  /** Bytes written to the network so far. */
  sent(): number;
  close(): void;
};

const GIGABYTE = 1_000_000_000;
const DRIP_MS = 1_000;

/** Repeated without end: responses that match the command. */
const MORE: Record<string, string> = {
  list: '* LIST (\\HasNoChildren) "/" Folder\r\n',
  select: "* FLAGS (One Two Three)\r\n",
  fetch: "* 1 FETCH (UID 1 FLAGS ())\r\n",
  text: "* 1 FETCH (UID 1 BODY[] {5}\r\nhello)\r\n",
  idle: "* 8 EXISTS\r\n",
};

/**
 * A mail server on loopback that accepts every sign-in, behaves correctly until `stage`, and then commits one fault.
 */
export async function hostileSession(
  protocol: SessionProtocol,
  stage: SessionStage,
  fault: SessionFault,
): Promise<HostileSession> {
  const sockets = new Set<Socket>();
  let [reached, sent] = [0, 0];
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined).once("close", () => sockets.delete(socket));
    const answerTo = protocol === "imap" ? imapAnswers() : smtpAnswers();
    let hasBroken = false;
    const flood = (chunk: string) => {
      while (!socket.destroyed && sent < GIGABYTE) {
        sent += chunk.length;
        if (!socket.write(chunk)) return void socket.once("drain", () => flood(chunk));
      }
    };
    const breakNow = () => {
      hasBroken = true;
      reached += 1;
      const more = protocol === "imap" ? (MORE[stage] ?? "") : "250-and more\r\n";
      if (fault === "resets") socket.resetAndDestroy();
      if (fault === "closes without a word") socket.end();
      if (fault === "drips") drip(socket, more);
      if (fault === "answers without end") flood(more.repeat(2_000));
      if (fault === "sends a line without end") {
        socket.write(protocol === "imap" ? "* OK " : "250-");
        flood("y".repeat(60_000));
      }
      if (fault === "announces a literal of 1 GB") {
        socket.write(protocol === "imap" ? "* 1 FETCH (UID 1 BODY[] {1000000000}\r\n" : "250 {1000000000}\r");
        flood("y".repeat(60_000));
      }
    };
    const lines = createInterface({ input: socket }).on("error", () => undefined);
    lines.on("line", (line) => {
      if (hasBroken) return;
      const { at, text } = answerTo(line);
      if (at === stage) breakNow();
      else if (text) socket.write(text);
    });
    socket.write(protocol === "imap" ? "* OK [CAPABILITY IMAP4rev1 IDLE] ready\r\n" : "220 ready\r\n");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as { port: number }).port,
    reached: () => reached,
    sent: () => sent,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

type SessionAnswer = { at?: SessionStage; text?: string };

/** One text message in the inbox. */
const ENVELOPE =
  '* 1 FETCH (UID 1 FLAGS () INTERNALDATE "01-Jan-2026 00:00:00 +0000" RFC822.SIZE 5 ENVELOPE ("Thu, 01 Jan 2026 00:00:00 +0000" "Hi" ((NIL NIL "bob" "far.org")) ((NIL NIL "bob" "far.org")) ((NIL NIL "bob" "far.org")) ((NIL NIL "ada" "far.org")) NIL NIL NIL "<1@far.org>") BODYSTRUCTURE ("TEXT" "PLAIN" NIL NIL NIL "7BIT" 5 1))\r\n';
const SELECTED = "* FLAGS (\\Seen)\r\n* 1 EXISTS\r\n* OK [UIDVALIDITY 1] ok\r\n* OK [UIDNEXT 2] ok\r\n";

function imapAnswers(): (line: string) => SessionAnswer {
  let idling = "";
  return (line) => {
    if (line === "DONE") return { text: `${idling} OK done\r\n` };
    const [tag = "", ...words] = line.split(" ");
    const command = words.join(" ").toUpperCase();
    const done = (before = "") => `${before}${tag} OK done\r\n`;
    if (/^LIST .*\*"?$/.test(command))
      return { at: "list", text: done('* LIST (\\HasNoChildren) "/" INBOX\r\n') };
    if (command.startsWith("LIST")) return { text: done('* LIST (\\Noselect) "/" ""\r\n') };
    if (/^(SELECT|EXAMINE)/.test(command)) return { at: "select", text: done(SELECTED) };
    if (/^(UID )?SEARCH/.test(command)) return { text: done("* SEARCH 1\r\n") };
    if (/^(UID )?FETCH.*BODY(\.PEEK)?\[\]/.test(command)) return { at: "text", text: done(MORE.text) };
    if (/^(UID )?FETCH/.test(command)) return { at: "fetch", text: done(ENVELOPE) };
    if (command === "IDLE") {
      idling = tag;
      return { at: "idle", text: "+ idling\r\n" };
    }
    return { text: done(command === "CAPABILITY" ? "* CAPABILITY IMAP4rev1 IDLE\r\n" : "") };
  };
}

function smtpAnswers(): (line: string) => SessionAnswer {
  let isText = false;
  return (line) => {
    if (isText && line !== ".") return { at: "text" };
    if (line === ".") {
      isText = false;
      return { at: "final dot", text: "250 Ok: queued\r\n" };
    }
    const word = line.split(/[ :]/)[0]?.toUpperCase();
    if (word === "EHLO") return { text: "250-ready\r\n250 AUTH PLAIN\r\n" };
    if (word === "AUTH") return { text: "235 welcome\r\n" };
    if (word === "MAIL") return { at: "sender", text: "250 Ok\r\n" };
    if (word === "RCPT") return { at: "recipient", text: "250 Ok\r\n" };
    if (word !== "DATA") return { text: "250 Ok\r\n" };
    isText = true;
    return { at: "data", text: "354 go on\r\n" };
  };
}

/** One byte a second, for as long as somebody reads. */
function drip(socket: Socket, text: string): void {
  let at = 0;
  const next = () => void socket.write(text[at++ % text.length] ?? "");
  next();
  const dripTimer = setInterval(next, DRIP_MS);
  socket.once("close", () => clearInterval(dripTimer));
}
