import { expect, test } from "vitest";
import { redactSecrets, restoreWhileStreaming } from "./redact-secrets.ts";

test("A7: card and account numbers, passwords, codes and keys are redacted; look-alikes are not", () => {
  const { hide, restore } = redactSecrets();
  const text = [
    "Pay with 4111 1111 1111 1111 from DE89 3704 0044 0532 0130 00.",
    "The password is hunt3r2, the PIN: 4711, your verification code is 482913.",
    "sk-live-abcdefghijklmnop1234, https://lattice.example/s?token=abcdef123456",
  ].join("\n");
  const hidden = hide(text);
  for (const secret of ["4111 1111", "DE89", "hunt3r2", "4711", "482913", "abcdefghijkl", "abcdef123456"])
    expect(hidden).not.toContain(secret);
  expect(hidden).toContain("Pay with HIDDEN_CARD_");
  expect(restore(hidden)).toBe(text);
  for (const harmless of [
    "Call +43 660 1234567 at 15:30 on 2026-11-22",
    '{"id":"0de0f065-12f6-48a8-8a64-281fb75dbf3b","at":"2026-11-22T08:10:00.000Z"}',
    "Order 4111 1111 1111 1112 is late; the password is expired",
  ])
    expect(hide(harmless)).toBe(harmless);
});

test("A7: the same secret has the same placeholder, and is restored in text, JSON and any chunks", async () => {
  const secrets = redactSecrets();
  const word = secrets.hide("password: a\\b-1").slice("password: ".length);
  expect(secrets.hide("again, password: a")).not.toContain(word);
  const key = '-----BEGIN PRIVATE KEY-----\nMII"x\n-----END PRIVATE KEY-----';
  const hidden = secrets.hide(key);
  expect(secrets.hide(`twice ${key}`)).toBe(`twice ${hidden}`);
  expect(JSON.parse(secrets.restoreInJson(`{"body":"${hidden}"}`))).toEqual({ body: key });
  async function* pieces() {
    for (const character of `It is ${hidden}, in CAPITALS`) yield character;
    return 7;
  }
  let output = "";
  const stream = restoreWhileStreaming(pieces(), secrets);
  for (;;) {
    const { value, done } = await stream.next();
    if (done) {
      expect(value).toBe(7);
      break;
    }
    output += value;
  }
  expect(output).toBe(`It is ${key}, in CAPITALS`);
});

test("a key block of any length is redacted, also with headers that contain a hyphen", () => {
  const head = "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-256-CBC,00\n\n";
  const block = `${head}${"QUJD\n".repeat(8_000)}-----END RSA PRIVATE KEY-----`;
  expect(redactSecrets().hide(`Here it is: ${block} Bye.`)).toBe("Here it is: HIDDEN_KEY_1 Bye.");
});
