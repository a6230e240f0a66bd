import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { environment } from "#platform/config/environment.ts";
import { withClient } from "#platform/database/connection.ts";
import { BOOTSTRAP_USER, OWNER_USER } from "#platform/database/roles.ts";
import { DatabaseProxy } from "#platform/testing/servers/database-proxy.ts";
import { testDatabase } from "#platform/testing/test-database.ts";

// The commands `backup --encrypt` and `restore` as people run them, each in its own process.

const ROOT = join(import.meta.dirname, "../../..");
const { host, template } = inject("testCluster");
const asBootstrap = { host, port: 5432, user: BOOTSTRAP_USER, database: "postgres", password: "" };
const proxy = await DatabaseProxy.to(join(host, ".s.PGSQL.5432"));
const folder = mkdtempSync(join(tmpdir(), "adjutant-encrypted-command-"));
const home = await testDatabase();
const emptyDatabase = `test_${randomUUID().replaceAll("-", "")}`;
afterAll(async () => {
  await proxy.close();
  await withClient(asBootstrap, (client) => client.query(`drop database ${emptyDatabase} with (force)`));
  rmSync(folder, { recursive: true });
});

const PASSPHRASE = "correct horse battery";
const identity = await generateX25519Identity();
const recipient = await identityToRecipient(identity);
const keyFile = join(folder, "key.txt");
const files = { passphrase: join(folder, "by-passphrase.tar.age"), key: join(folder, "by-key.tar.age") };

/** A command in a shell, on one of the two databases; `typed` arrives at its standard input. */
async function command(
  database: string,
  args: string[],
  { typed = "", ...settings }: Record<string, string> = {},
) {
  const program = spawn(process.execPath, ["src/app/cli.ts", ...args], {
    cwd: ROOT,
    env: {
      ...{ PATH: environment.PATH, HOME: environment.HOME },
      DATABASE_URL: `postgres://${OWNER_USER}@127.0.0.1:${proxy.port}/${database}`,
      ...{ DATA_DIR: join(folder, database), ...settings },
    },
  });
  program.stdin.end(typed);
  const output = Promise.all([text(program.stdout), text(program.stderr)]);
  const [code] = await once(program, "close");
  return { code, output: (await output).join("") };
}

const restored = (file: string, settings: Record<string, string> = {}) =>
  command(emptyDatabase, ["restore", file, "--force"], settings);

/** The people of the empty instance and unfinished files beside its archive: a refused command must not change them. */
async function stateOfEmpty() {
  const { rows } = await withClient({ ...asBootstrap, database: emptyDatabase }, (client) =>
    client.query("select full_name from profiles order by 1"),
  );
  return { people: rows.map((row) => row.full_name), unfinished: readdirSync(folder).filter(isUnfinished) };
}
const isUnfinished = (name: string) => name.endsWith(".unfinished");

beforeAll(async () => {
  await withClient(asBootstrap, (client) =>
    client.query(`create database ${emptyDatabase} template ${template} owner ${OWNER_USER}`),
  );
  await home.aUser({ fullName: "Ada Lovelace" });
  writeFileSync(keyFile, `# public key: ${recipient}\n${identity}\n`);
  const source = home.connection("owner").database;
  expect(
    await command(source, ["backup", files.passphrase, "--encrypt"], { typed: `${PASSPHRASE}\n` }),
  ).toEqual({ code: 0, output: `Wrote ${files.passphrase}, encrypted\n` });
  expect(await command(source, ["backup", files.key, "--encrypt", recipient])).toEqual({
    code: 0,
    output: `Wrote ${files.key}, encrypted\n`,
  });
  for (const file of Object.values(files)) {
    const bytes = readFileSync(file, "latin1");
    expect(bytes.startsWith("age-encryption.org/v1\n")).toBe(true);
    expect(bytes).not.toContain("Ada Lovelace");
  }
}, 60_000);

const REFUSED: readonly [
  what: string,
  file: () => string,
  settings: Record<string, string>,
  words: string,
][] = [
  [
    "a wrong passphrase",
    () => files.passphrase,
    { typed: "wrong horse battery\n" },
    "cannot be decrypted with this",
  ],
  [
    "a key where a passphrase is asked",
    () => files.passphrase,
    { BACKUP_IDENTITY_FILE: keyFile },
    "cannot be decrypted",
  ],
  [
    "a file that is missing",
    () => join(folder, "missing.tar.age"),
    {},
    "cannot be opened: there is no such file",
  ],
  [
    "one cut in its content",
    () => cut(files.passphrase, 9000),
    { BACKUP_PASSPHRASE: PASSPHRASE },
    "is damaged",
  ],
  ["one without its end", () => cut(files.key, -20), { BACKUP_IDENTITY_FILE: keyFile }, "is damaged"],
];

function cut(file: string, at: number): string {
  const short = `${file}.${at}`;
  writeFileSync(short, readFileSync(file).subarray(0, at));
  return short;
}

test.for(REFUSED)(
  "restore refuses %s and changes nothing",
  { timeout: 60_000 },
  async ([, file, settings, words]) => {
    const before = await stateOfEmpty();
    const { code, output } = await restored(file(), settings);
    expect(output).toContain(words);
    expect(output.trim().split("\n"), "one sentence, no stack").toHaveLength(1);
    expect(code).toBe(1);
    expect(await stateOfEmpty()).toEqual(before);
  },
);

test.for<[string, string[], string, RegExp]>([
  ["a passphrase of eleven letters", ["--encrypt"], "short words", /at least 12 characters/],
  ["a secret key", ["--encrypt", identity], "", /is a secret key\. Use the public key/],
])("backup refuses %s and writes no file", { timeout: 60_000 }, async ([, flags, typed, words]) => {
  const file = join(folder, "never.tar.age");
  const { code, output } = await command(home.connection("owner").database, ["backup", file, ...flags], {
    typed,
  });
  expect(output).toMatch(words);
  expect(output).not.toContain(identity);
  expect(code).toBe(1);
  expect(existsSync(file)).toBe(false);
  expect((await stateOfEmpty()).unfinished).toEqual([]);
});

test.for<[string, () => string, Record<string, string>]>([
  ["the passphrase that is typed", () => files.passphrase, { typed: PASSPHRASE }],
  ["the key of the settings", () => files.key, { BACKUP_IDENTITY_FILE: keyFile }],
])("restore opens an encrypted archive with %s", { timeout: 60_000 }, async ([, file, settings]) => {
  const { code, output } = await restored(file(), settings);
  expect(output).toContain(`Restored ${file()}; everyone has to sign in again`);
  expect(code).toBe(0);
  expect((await stateOfEmpty()).people).toEqual(["Ada Lovelace"]);
});
