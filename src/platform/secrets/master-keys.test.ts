import { randomBytes } from "node:crypto";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadMasterKeys } from "./master-keys.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "adjutant-keys-"));
});
afterEach(() => rmSync(dataDir, { recursive: true }));
const file = () => join(dataDir, "secrets", "master.key");
const load = (masterKeys: readonly Buffer[] = []) => loadMasterKeys({ masterKeys, dataDir });

test("D36: the first start creates a key that only its owner can read, the next one reads it", () => {
  const keys = load();
  expect(keys).toHaveLength(1);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(statSync(join(dataDir, "secrets")).mode & 0o777).toBe(0o700);
  expect(load()).toEqual(keys);
  expect(readdirSync(join(dataDir, "secrets"))).toEqual(["master.key"]);
});

test("keys from the environment take precedence, and then no file is created", () => {
  const given = [randomBytes(32), randomBytes(32)];
  expect(load(given)).toEqual(given);
  expect(readdirSync(dataDir)).toEqual([]);
});

test("a new key is prepended to the old one in the file", () => {
  const [old] = load();
  const newest = randomBytes(32);
  writeFileSync(file(), `# changed in March\n${newest.toString("base64")}\n${readFileSync(file(), "utf8")}`);
  expect(load()).toEqual([newest, old]);
});

test("D36: a key file readable by others is refused in one line that says what to do", () => {
  load();
  chmodSync(file(), 0o644);
  expect(load).toThrow(new RegExp(`^${file()} can be read by others; allow only its owner: chmod 600`));
});

test.each(["", "not a key\n", `${randomBytes(32).toString("base64")}\nnot a key\n`])(
  "a damaged file is refused and never replaced (%#)",
  (text) => {
    load();
    writeFileSync(file(), text);
    expect(load).toThrow(/must contain master keys, one per line/);
    expect(readFileSync(file(), "utf8")).toBe(text);
  },
);
