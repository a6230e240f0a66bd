import {
  createCipheriv,
  createECDH,
  createPrivateKey,
  type ECDH,
  hkdfSync,
  randomBytes,
  sign,
} from "node:crypto";

/** The browser's push subscription; base64url. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string };
/** The instance's own P-256 key pair, base64url: an uncompressed point and a scalar. */
export type PushKeyPair = { publicKey: string; privateKey: string };

const CURVE = "prime256v1";
const RECORD_SIZE = 4096;
const SALT_BYTES = 16;

export function newPushKeys(): PushKeyPair {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  return { publicKey: pair.getPublicKey("base64url"), privateKey: pair.getPrivateKey("base64url") };
}

/**
 * The body of a push message, encoded as aes128gcm (RFC 8188, RFC 8291): only the browser of `target` can decrypt it.
 * `ephemeral` and `salt` are fresh for every message; a test passes those of the standard.
 */
export function encryptPush(
  { p256dh, auth }: Omit<PushTarget, "endpoint">,
  text: string,
  ephemeral: ECDH = freshPair(),
  salt: Buffer = randomBytes(SALT_BYTES),
): Buffer {
  const receiver = Buffer.from(p256dh, "base64url");
  const sender = ephemeral.getPublicKey();
  const shared = ephemeral.computeSecret(receiver);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), receiver, sender]);
  const secret = derive(shared, Buffer.from(auth, "base64url"), info, 32);
  const key = derive(secret, salt, Buffer.from("Content-Encoding: aes128gcm\0"), 16);
  const nonce = derive(secret, salt, Buffer.from("Content-Encoding: nonce\0"), 12);
  const cipher = createCipheriv("aes-128-gcm", key, nonce);
  /** 2 marks the last record, and there is only one. */
  const record = Buffer.concat([
    cipher.update(Buffer.concat([Buffer.from(text, "utf8"), Buffer.of(2)])),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
  const size = Buffer.alloc(4);
  size.writeUInt32BE(RECORD_SIZE);
  return Buffer.concat([salt, size, Buffer.of(sender.length), sender, record]);
}

/** Identifies the sender to a push service (RFC 8292); valid for twelve hours. `subject`: a web or mail address. */
export function vapidHeader(
  { publicKey, privateKey }: PushKeyPair,
  { endpoint, subject, now }: { endpoint: string; subject: string; now: Date },
): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const expires = Math.floor(now.getTime() / 1000) + 12 * 3600;
  const claims = `${part({ typ: "JWT", alg: "ES256" })}.${part({ aud: new URL(endpoint).origin, exp: expires, sub: subject })}`;
  const point = Buffer.from(publicKey, "base64url");
  const key = createPrivateKey({
    format: "jwk",
    key: {
      kty: "EC",
      crv: "P-256",
      x: point.subarray(1, 33).toString("base64url"),
      y: point.subarray(33).toString("base64url"),
      d: privateKey,
    },
  });
  const signature = sign("sha256", Buffer.from(claims), { key, dsaEncoding: "ieee-p1363" });
  return `vapid t=${claims}.${signature.toString("base64url")}, k=${publicKey}`;
}

function freshPair(): ECDH {
  const pair = createECDH(CURVE);
  pair.generateKeys();
  return pair;
}

const derive = (secret: Buffer, salt: Buffer, info: Buffer, bytes: number) =>
  Buffer.from(hkdfSync("sha256", secret, salt, info, bytes));
