import { createHash, createHmac, randomBytes } from "node:crypto";

const COOKIE = 0x2112a442;
export const HEADER = 20;

export const ALLOCATE = 0x0003;
export const REFRESH = 0x0004;
export const SUCCESS = 0x0100;

export const ATTRIBUTE = {
  username: 0x0006,
  integrity: 0x0008,
  error: 0x0009,
  lifetime: 0x000d,
  realm: 0x0014,
  nonce: 0x0015,
  relayed: 0x0016,
  transport: 0x0019,
} as const;

export type Attributes = ReadonlyMap<number, Buffer>;
export type LongTerm = { username: string; credential: string; realm: Buffer; nonce: Buffer };

/** A STUN message (RFC 8489), signed by long-term credentials where they are given. */
export function encodeMessage(type: number, attributes: readonly [number, Buffer][], key?: LongTerm): Buffer {
  const all = [
    ...attributes,
    ...(key
      ? ([
          [ATTRIBUTE.username, Buffer.from(key.username)],
          [ATTRIBUTE.realm, key.realm],
          [ATTRIBUTE.nonce, key.nonce],
        ] as [number, Buffer][])
      : []),
  ];
  const body = Buffer.concat(all.map(([kind, value]) => encodeAttribute(kind, value)));
  const header = Buffer.alloc(HEADER);
  header.writeUInt16BE(type, 0);
  header.writeUInt16BE(body.length + (key ? 24 : 0), 2);
  header.writeUInt32BE(COOKIE, 4);
  randomBytes(12).copy(header, 8);
  const message = Buffer.concat([header, body]);
  if (!key) return message;
  const password = createHash("md5")
    .update(Buffer.concat([Buffer.from(`${key.username}:`), key.realm, Buffer.from(`:${key.credential}`)]))
    .digest();
  const digest = createHmac("sha1", password).update(message).digest();
  return Buffer.concat([message, encodeAttribute(ATTRIBUTE.integrity, digest)]);
}

/** Null if it is no STUN message. */
export function decodeMessage(message: Buffer): { type: number; attributes: Attributes } | null {
  if (message.length < HEADER || message.readUInt32BE(4) !== COOKIE) return null;
  const attributes = new Map<number, Buffer>();
  const end = Math.min(message.length, HEADER + message.readUInt16BE(2));
  for (let at = HEADER; at + 4 <= end; ) {
    const length = message.readUInt16BE(at + 2);
    attributes.set(message.readUInt16BE(at), message.subarray(at + 4, Math.min(end, at + 4 + length)));
    at += 4 + Math.ceil(length / 4) * 4;
  }
  return { type: message.readUInt16BE(0), attributes };
}

/** 'Unauthorized' is 401; 0 where the server gave none. */
export function errorOf(attributes: Attributes): { code: number; reason: string } {
  const value = attributes.get(ATTRIBUTE.error);
  if (!value || value.length < 4) return { code: 0, reason: "" };
  return { code: (value.readUInt8(2) & 7) * 100 + value.readUInt8(3), reason: value.subarray(4).toString() };
}

function encodeAttribute(kind: number, value: Buffer): Buffer {
  const padded = Buffer.alloc(4 + Math.ceil(value.length / 4) * 4);
  padded.writeUInt16BE(kind, 0);
  padded.writeUInt16BE(value.length, 2);
  value.copy(padded, 4);
  return padded;
}
