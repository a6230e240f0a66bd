import { createDecipheriv, createECDH, createPublicKey, hkdfSync, verify } from "node:crypto";
import { expect, test } from "vitest";
import { encryptPush, newPushKeys, vapidHeader } from "./push-message.ts";

test("a push message equals RFC 8291 appendix A, byte by byte", () => {
  const sender = createECDH("prime256v1");
  sender.setPrivateKey("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", "base64url");
  const target = {
    p256dh: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    auth: "BTBZMqHH6r4Tts7J_aSIgg",
  };
  const body = encryptPush(
    target,
    "When I grow up, I want to be a watermelon",
    sender,
    Buffer.from("DGv6ra1nlYgDCS1FRnbzlw", "base64url"),
  );
  expect(body.toString("base64url")).toBe(
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN",
  );
});

test("two messages with one text differ, and the browser decrypts both", () => {
  const browser = createECDH("prime256v1");
  browser.generateKeys();
  const auth = Buffer.alloc(16, 7);
  const target = { p256dh: browser.getPublicKey("base64url"), auth: auth.toString("base64url") };
  const bodies = [encryptPush(target, "Grüße"), encryptPush(target, "Grüße")] as const;
  expect(bodies[0].equals(bodies[1])).toBe(false);
  for (const body of bodies) {
    const salt = body.subarray(0, 16);
    const sender = body.subarray(21, 21 + 65);
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), browser.getPublicKey(), sender]);
    const secret = Buffer.from(hkdfSync("sha256", browser.computeSecret(sender), auth, info, 32));
    const part = (name: string, size: number) =>
      Buffer.from(hkdfSync("sha256", secret, salt, `Content-Encoding: ${name}\0`, size));
    const record = body.subarray(86);
    const opened = createDecipheriv("aes-128-gcm", part("aes128gcm", 16), part("nonce", 12));
    opened.setAuthTag(record.subarray(-16));
    const plain = Buffer.concat([opened.update(record.subarray(0, -16)), opened.final()]);
    expect(plain.toString("utf8")).toBe("Grüße\u0002");
  }
});

test("a push service can verify the sender (RFC 8292)", () => {
  const keys = newPushKeys();
  const header = vapidHeader(keys, {
    endpoint: "https://push.example.net/send/42",
    subject: "https://adjutant.example.com",
    now: new Date("2026-03-01T12:00:00Z"),
  });
  const [, token = "", known] = /^vapid t=([^,]+), k=(.+)$/.exec(header) ?? [];
  expect(known).toBe(keys.publicKey);
  const [head = "", claims = "", signature = ""] = token.split(".");
  expect(JSON.parse(Buffer.from(claims, "base64url").toString())).toEqual({
    aud: "https://push.example.net",
    exp: Date.parse("2026-03-02T00:00:00Z") / 1000,
    sub: "https://adjutant.example.com",
  });
  const point = Buffer.from(keys.publicKey, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const key = createPublicKey({ format: "jwk", key: { kty: "EC", crv: "P-256", x: x ?? "", y: y ?? "" } });
  const isGenuine = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  expect(isGenuine).toBe(true);
});
