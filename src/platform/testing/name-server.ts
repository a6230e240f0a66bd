import { createSocket } from "node:dgram";
import { once } from "node:events";

const A = 1;
const AAAA = 28;

/** The bytes of a name's addresses, for the `times`-th query of this kind, from 0 on. */
type Answers = (name: string, kind: "A" | "AAAA", times: number) => readonly Buffer[];

/** A name server (RFC 1035) on loopback, over UDP, whose answers may change and have TTL 0. */
export async function nameServer(answers: Answers) {
  const asked = new Map<string, number>();
  const socket = createSocket("udp4");
  socket.on("message", (question, from) => {
    const { name, type, end } = readQuestion(question);
    const key = `${type} ${name}`;
    const times = asked.get(key) ?? 0;
    asked.set(key, times + 1);
    const isKnown = type === A || type === AAAA;
    const found = isKnown ? answers(name, type === A ? "A" : "AAAA", times) : [];
    const header = Buffer.from(question.subarray(0, 12));
    // Authoritative response with one question, these answers and nothing more.
    header.writeUInt16BE(0x8580, 2);
    header.writeUInt16BE(found.length, 6);
    header.writeUInt32BE(0, 8);
    const records = found.map((address) => recordOf(type, address));
    socket.send(Buffer.concat([header, question.subarray(12, end), ...records]), from.port, from.address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return {
    address: `127.0.0.1:${socket.address().port}`,
    /** How often this was queried. */
    asked: (name: string, kind: "A" | "AAAA") => asked.get(`${kind === "A" ? A : AAAA} ${name}`) ?? 0,
    close: () => socket.close(),
  };
}

function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message.readUInt8(at); length > 0; length = message.readUInt8(at)) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

/** The name as a pointer into the question, class IN, TTL 0. */
function recordOf(type: number, address: Buffer): Buffer {
  const record = Buffer.alloc(12);
  record.writeUInt16BE(0xc00c, 0);
  record.writeUInt16BE(type, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt16BE(address.length, 10);
  return Buffer.concat([record, address]);
}
