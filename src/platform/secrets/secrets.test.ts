import { randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { AppError } from "#platform/capability/errors.ts";
import { createSecrets, keyId, parseMasterKey, SecretError, type SecretPlace } from "./secrets.ts";

const key = randomBytes(32);
const secrets = createSecrets([key]);
const [ada, bob] = [randomUUID(), randomUUID()];
const place: SecretPlace = { table: "mail_accounts", row: randomUUID(), column: "password", userId: ada };

test("D36: a secret opens where it was sealed, and only its key id is readable from outside", () => {
  const sealed = secrets.seal(place, "correct horse ✓");
  expect(secrets.open(place, sealed)).toBe("correct horse ✓");
  expect(sealed).toMatch(new RegExp(`^v1\\.${keyId(key)}\\.[A-Za-z0-9_-]+$`));
  expect(Buffer.from(sealed.split(".")[2] ?? "", "base64url").toString("latin1")).not.toContain("correct");
});

test("D36: sealing the same secret twice gives different values", () => {
  const sealed = Array.from({ length: 200 }, () => secrets.seal(place, "same"));
  expect(new Set(sealed).size).toBe(200);
});

test.each([
  ["row", { ...place, row: randomUUID() }],
  ["table", { ...place, table: "integrations" }],
  ["column", { ...place, column: "refresh_token" }],
  ["account", { ...place, userId: bob }],
  ["instance", { ...place, userId: null }],
] as const)("D36: a value moved to another %s does not open", (_name, other) => {
  const sealed = secrets.seal(place, "Ada's password");
  expect(() => secrets.open(other, sealed)).toThrow(SecretError);
  expect(() => secrets.open(other, sealed)).toThrow(/changed or moved/);
});

test("parts of a place cannot be shifted into one another", () => {
  const sealed = secrets.seal({ table: "a", row: "b,c", column: "d", userId: null }, "secret");
  expect(() => secrets.open({ table: "a,b", row: "c", column: "d", userId: null }, sealed)).toThrow(
    SecretError,
  );
});

test("D36: every changed bit and every truncation is detected", () => {
  const [version, id, text = ""] = secrets.seal(place, "secret").split(".");
  const bytes = Buffer.from(text, "base64url");
  for (let bit = 0; bit < bytes.length * 8; bit += 1) {
    const changed = Buffer.from(bytes);
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7));
    expect(() => secrets.open(place, `${version}.${id}.${changed.toString("base64url")}`)).toThrow(
      SecretError,
    );
  }
  for (let length = 0; length < bytes.length; length += 1)
    expect(() => secrets.open(place, `${version}.${id}.${bytes.toString("base64url", 0, length)}`)).toThrow(
      SecretError,
    );
});

test.each(["", "plain text", "v1..", "v2.00000000.AAAA", "v1.00000000.AAAA.more"])(
  "an unsealed value ('%s') does not open",
  (text) => expect(() => secrets.open(place, text)).toThrow(SecretError),
);

test("D36: after key rotation old secrets still open and new ones are sealed with the newest key", () => {
  const newest = randomBytes(32);
  const after = createSecrets([newest, key]);
  const old = secrets.seal(place, "from before");
  expect(after.open(place, old)).toBe("from before");
  expect(after.isOutdated(old)).toBe(true);
  const renewed = after.seal(place, "from before");
  expect(after.isOutdated(renewed)).toBe(false);
  expect(createSecrets([newest]).open(place, renewed)).toBe("from before");
});

test("G21: the error for a lost key names it and says what to do", () => {
  const sealed = secrets.seal(place, "secret");
  const attempt = () => createSecrets([randomBytes(32)]).open(place, sealed);
  expect(attempt).toThrow(AppError);
  expect(attempt).toThrow(new RegExp(`master key ${keyId(key)}, .* Put that key back, or enter`));
});

test("a master key is 32 bytes in base64 and nothing else", () => {
  expect(parseMasterKey(key.toString("base64"))).toEqual(key);
  expect(parseMasterKey(key.toString("base64url"))).toEqual(key);
  for (const text of ["", "short", randomBytes(31).toString("base64"), `${key.toString("base64")}x`])
    expect(parseMasterKey(text)).toBeNull();
  expect(() => createSecrets([])).toThrow();
  expect(() => createSecrets([randomBytes(16)])).toThrow(/32 bytes/);
});
