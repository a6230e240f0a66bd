import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { afterAll, expect, test } from "vitest";
import { createOutbound } from "#platform/outbound/outbound.ts";
import { downloadContent } from "./download-content.ts";
import { openImap } from "./open-imap.ts";

const FILE = Buffer.alloc(1_900_000, "The figures of the quarter.");
const ENCODED = Buffer.from(FILE.toString("base64").replaceAll(/.{76}/g, "$&\r\n"));
const MESSAGE = Buffer.concat([Buffer.from("Subject: Figures\r\n\r\n"), ENCODED]);
const STRUCTURE = `BODYSTRUCTURE ("APPLICATION" "ZIP" NIL NIL NIL "BASE64" ${ENCODED.length})`;

/** What the server sends of a piece; null for NIL. */
type Sends = (piece: Buffer, start: number) => Buffer | null;

/** An IMAP server with one message, whose pieces are as `sends` has them. */
async function serverThat(sends: Sends, structure = STRUCTURE): Promise<number> {
  const answer = (socket: Socket, line: string) => {
    const [tag = "", ...words] = line.split(" ");
    const command = words.join(" ").toUpperCase();
    const done = () => socket.write(`${tag} OK done\r\n`);
    if (/^SELECT|^EXAMINE/.test(command))
      socket.write("* 1 EXISTS\r\n* OK [UIDVALIDITY 1] ok\r\n* OK [UIDNEXT 2] ok\r\n");
    const wanted = /BODY\.PEEK\[(TEXT|2|)\]<(\d+)\.(\d+)>/.exec(command);
    if (command.startsWith("UID FETCH") && !wanted) socket.write(`* 1 FETCH (UID 1 ${structure})\r\n`);
    if (!wanted) return done();
    const [, name = "", from = "0", length = "0"] = wanted;
    const start = Number(from);
    const bytes = sends((name === "" ? MESSAGE : ENCODED).subarray(start, start + Number(length)), start);
    const described = /\[(HEADER|2\.MIME)\]/.exec(command)?.[1];
    const header = described ? `BODY[${described}] {37}\r\nContent-Transfer-Encoding: base64\r\n\r\n ` : "";
    socket.write(`* 1 FETCH (UID 1 RFC822.SIZE ${MESSAGE.length} ${header}BODY[${name}]<${start}> `);
    socket.write(bytes === null ? "NIL" : `{${bytes.length}}\r\n`);
    if (bytes) socket.write(bytes);
    socket.write(")\r\n");
    return done();
  };
  const server = createServer((socket) => {
    let rest = "";
    socket.on("error", () => {});
    socket.on("data", (data) => {
      const lines = (rest + data.toString("latin1")).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) answer(socket, line);
    });
    socket.write("* PREAUTH [CAPABILITY IMAP4rev1] ready\r\n");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  afterAll(() => void server.close());
  return (server.address() as AddressInfo).port;
}

async function downloaded(part: string | null, sends: Sends, structure?: string): Promise<Buffer> {
  const outbound = createOutbound({ allowedLocalNetworks: ["127.0.0.0/8", "::1"] });
  const port = await serverThat(sends, structure);
  const client = await openImap(
    { outbound },
    { host: "127.0.0.1", port, security: "none", username: "ada", password: "secret" },
  );
  try {
    await client.mailboxOpen("INBOX", { readOnly: true });
    const content = await downloadContent(client, "1", part, part === null ? MESSAGE.length : null);
    if (!content) throw new Error("There is no such part");
    return await buffer(content);
  } finally {
    client.close();
  }
}

test("a file and a message arrive whole", async () => {
  expect((await downloaded("1", (piece) => piece)).equals(FILE)).toBe(true);
  expect((await downloaded(null, (piece) => piece)).equals(MESSAGE)).toBe(true);
});

test("a piece that is shorter than asked for does not end the file", async () => {
  const short: Sends = (piece) => piece.subarray(0, 700_001);
  expect((await downloaded("1", short)).equals(FILE)).toBe(true);
  expect((await downloaded(null, short)).equals(MESSAGE)).toBe(true);
});

test("a piece that is empty once does not end the file", async () => {
  const emptyOnce = (): Sends => {
    let isEmpty = true;
    return (piece, start) => {
      if (start === 0 || !isEmpty) return piece;
      isEmpty = false;
      return Buffer.of();
    };
  };
  expect((await downloaded("1", emptyOnce())).equals(FILE)).toBe(true);
  expect((await downloaded(null, emptyOnce())).equals(MESSAGE)).toBe(true);
});

test("a server that declares more than it has ends the file where it has no more", async () => {
  const estimated = STRUCTURE.replace(String(ENCODED.length), String(ENCODED.length + 4000));
  expect((await downloaded("1", (piece) => piece, estimated)).equals(FILE)).toBe(true);
});

test.each<[string, Sends]>([
  ["missing", (piece, start) => (start === 0 ? piece : null)],
  ["cut", (piece, start) => (start === 0 ? piece : start === 1_000_000 ? piece.subarray(0, 500) : null)],
])("a later piece that is %s is an error, never a short file", async (_name, sends) => {
  await expect(downloaded("1", sends)).rejects.toThrow("stopped sending before the end");
  await expect(downloaded(null, sends)).rejects.toThrow("stopped sending before the end");
});

test("where the size is not declared, a missing piece is an error, and a short one the end", async () => {
  const unknown = "FLAGS ()";
  expect((await downloaded("2", (piece) => piece, unknown)).equals(FILE)).toBe(true);
  await expect(downloaded("2", (piece, start) => (start === 0 ? piece : null), unknown)).rejects.toThrow();
});
