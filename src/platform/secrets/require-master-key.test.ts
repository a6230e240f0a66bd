import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { StartError } from "#platform/database/start-error.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { requireMasterKeys } from "./require-master-key.ts";
import { createSecrets, keyId } from "./secrets.ts";

const server = await testDatabase();
const key = randomBytes(32);
let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "adjutant-keys-"));
});
afterEach(async () => {
  rmSync(dataDir, { recursive: true });
  await server.owner.query("delete from system_secrets");
});

const start = (masterKeys: readonly Buffer[] = [], lostMasterKeys: readonly string[] = []) =>
  requireMasterKeys(server.connection("owner"), { masterKeys, dataDir, lostMasterKeys });

const store = (name: string, sealedWith: Buffer) => {
  const place = { table: "system_secrets", row: name, column: "sealed", userId: null };
  const sealed = createSecrets([sealedWith]).seal(place, "secret");
  return server.owner.query("insert into system_secrets (name, sealed, last_four) values ($1, $2, '')", [
    name,
    sealed,
  ]);
};

test("a fresh instance creates its key, and starts with it again", async () => {
  const [made = Buffer.of()] = await start();
  await store("smtpPassword", made);
  expect(await start()).toEqual([made]);
});

test("G21: a missing key prevents every start with instructions, and no other key is created", async () => {
  await store("smtpPassword", key);
  for (const keys of [[], [], [randomBytes(32)]]) {
    const refused = await start(keys).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StartError);
    expect((refused as Error).message).toContain(`The master key ${keyId(key)} is missing`);
    expect((refused as Error).message).toContain(
      `Restore it as ${join(dataDir, "secrets", "master.key")} or set MASTER_KEYS`,
    );
    expect((refused as Error).message).toContain(`set LOST_MASTER_KEYS=${keyId(key)}`);
  }
  expect(readdirSync(dataDir)).toEqual([]);
});

test("with the key restored, as a file or a setting, it starts", async () => {
  await store("smtpPassword", key);
  expect(await start([key])).toEqual([key]);
  mkdirSync(join(dataDir, "secrets"));
  writeFileSync(join(dataDir, "secrets", "master.key"), `${key.toString("base64")}\n`, { mode: 0o600 });
  expect(await start()).toEqual([key]);
});

test("a lost key is declared until something is sealed with the new one", async () => {
  await store("smtpPassword", key);
  const [made = Buffer.of()] = await start([], [keyId(key)]);
  const again = await start().catch((error: unknown) => error);
  expect((again as Error).message).toContain(
    `set LOST_MASTER_KEYS=${keyId(key)} until the secrets that it encrypted have been entered again`,
  );
  await store("openaiApiKey", made);
  expect(await start()).toEqual([made]);
});
