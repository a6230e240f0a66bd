import type { ECDH } from "node:crypto";
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, verify } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

type Received = { path: string; payload: { title: string; body: string; href: string }; urgency: string };

/** A push service that follows RFC 8030 and RFC 8292: verifies the sender and delivers the message to the browser. */
export async function startPushService() {
  const received: Received[] = [];
  const answers = new Map<string, number>();
  const browser = createECDH("prime256v1");
  browser.generateKeys();
  const secret = Buffer.alloc(16, 9);
  const pushService = createServer((request, answer) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const path = request.url ?? "";
      const status = answers.get(path) ?? 201;
      const isGenuine = isSignedBy(String(request.headers.authorization), `http://${request.headers.host}`);
      if (isGenuine && status === 201)
        received.push({
          path,
          payload: JSON.parse(decrypt(Buffer.concat(parts), browser, secret)),
          urgency: String(request.headers.urgency),
        });
      answer.writeHead(isGenuine && request.headers.ttl ? status : 403).end();
    });
  }).listen(0, "127.0.0.1");
  await new Promise((ready) => pushService.once("listening", ready));
  afterAll(() => void pushService.close());
  const address = `http://127.0.0.1:${(pushService.address() as AddressInfo).port}`;
  return { address, received, answers, browser, secret };
}

function isSignedBy(header: string, audience: string): boolean {
  const [, head = "", claims = "", signature = "", known = ""] =
    /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(header) ?? [];
  const point = Buffer.from(known, "base64url");
  const [x = "", y = ""] = [point.subarray(1, 33), point.subarray(33)].map((part) =>
    part.toString("base64url"),
  );
  const key = createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x, y } });
  const { aud, exp } = JSON.parse(Buffer.from(claims, "base64url").toString());
  const isTimely = exp > Date.now() / 1000 && exp <= Date.now() / 1000 + 86_400;
  return (
    aud === audience &&
    isTimely &&
    verify(
      "sha256",
      Buffer.from(`${head}.${claims}`),
      { key, dsaEncoding: "ieee-p1363" },
      Buffer.from(signature, "base64url"),
    )
  );
}

function decrypt(body: Buffer, browser: ECDH, secret: Buffer): string {
  const [salt, sender, record] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)];
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), browser.getPublicKey(), sender]);
  const shared = Buffer.from(hkdfSync("sha256", browser.computeSecret(sender), secret, info, 32));
  const part = (name: string, size: number) =>
    Buffer.from(hkdfSync("sha256", shared, salt, `Content-Encoding: ${name}\0`, size));
  const opened = createDecipheriv("aes-128-gcm", part("aes128gcm", 16), part("nonce", 12));
  opened.setAuthTag(record.subarray(-16));
  const plain = Buffer.concat([opened.update(record.subarray(0, -16)), opened.final()]);
  return plain.subarray(0, plain.lastIndexOf(2)).toString("utf8");
}
