import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { generateX25519Identity, identityToRecipient } from "age-encryption";
import { afterAll, expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { readArchive, verifyArchive, writeArchive } from "./archive.ts";
import { backup } from "./backup.ts";
import { type BackupLock, readIdentities, requireRecipients } from "./encrypt-archive.ts";
import { restore } from "./restore.ts";

const server = await testDatabase();
const other = await testDatabase();
const folder = mkdtempSync(join(tmpdir(), "adjutant-encrypted-"));
afterAll(() => rmSync(folder, { recursive: true }));
await server.aUser({ fullName: "Ada Lovelace" });
const identity = await generateX25519Identity();
const recipient = await identityToRecipient(identity);
const PASSPHRASE = "correct horse battery";
const source = { ownerConnection: server.connection("owner"), filesFolder: join(folder, "files") };
const target = { ownerConnection: other.connection("owner"), filesFolder: join(folder, "other") };

test.for<[string, BackupLock, { passphrase: string | null; identities: string[] }]>([
  ["a passphrase", { passphrase: PASSPHRASE }, { passphrase: PASSPHRASE, identities: [] }],
  ["a public key", { recipients: [recipient] }, { passphrase: null, identities: [identity] }],
])("a backup encrypted with %s is restored with its key, and with no other", async ([, lock, keys]) => {
  const file = join(folder, `${Object.keys(lock)[0]}.tar.age`);
  await backup({ ...source, file, lock });
  const bytes = readFileSync(file, "latin1");
  expect(bytes.startsWith("age-encryption.org/v1\n")).toBe(true);
  expect(bytes).not.toMatch(/manifest\.json|Ada Lovelace/);
  const refused = async (given: typeof keys, words: RegExp) =>
    expect(restore({ ...target, file, keys: given, force: true })).rejects.toThrow(words);
  await refused({ passphrase: null, identities: [] }, /is encrypted: set BACKUP_PASSPHRASE/);
  await refused(
    { passphrase: "wrong horse battery", identities: [] },
    /cannot be decrypted with this passphrase/,
  );
  await refused(
    { passphrase: null, identities: [await generateX25519Identity()] },
    /cannot be decrypted with this passphrase or key/,
  );
  await restore({ ...target, file, keys, force: true });
  const { rows } = await other.owner.query("select full_name from profiles");
  expect(rows).toContainEqual({ full_name: "Ada Lovelace" });
});

test("a truncated or changed encrypted backup is refused and restores nothing", async () => {
  const file = join(folder, "cut.tar.age");
  const keys = { passphrase: null, identities: [identity] };
  await backup({ ...source, file, lock: { recipients: [recipient] } });
  const archive = readFileSync(file);
  truncateSync(file, archive.length - 20);
  await expect(verifyArchive(file, keys)).rejects.toThrow(/is damaged/);
  archive[archive.length - 5] = (archive[archive.length - 5] ?? 0) ^ 1;
  writeFileSync(file, archive);
  await expect(restore({ ...target, file, keys, force: true })).rejects.toThrow(/is damaged/);
});

test("an archive of any size is streamed in small chunks", async () => {
  const file = join(folder, "large.tar.age");
  const [blockCount, block] = [600, Buffer.alloc(65_536, 7)];
  let buffered = 0;
  let maxMemory = 0;
  const content = Readable.from(
    (function* () {
      for (let n = 0; n < blockCount; n += 1) {
        buffered += 1;
        maxMemory = Math.max(maxMemory, process.memoryUsage().rss);
        yield block;
      }
    })(),
    { objectMode: false, highWaterMark: 65_536 },
  );
  const before = process.memoryUsage().rss;
  await writeArchive(
    file,
    (archive) => archive.addStream("files/large", blockCount * block.length, content),
    {
      recipients: [recipient],
    },
  );
  expect(buffered).toBe(blockCount);
  expect(maxMemory - before).toBeLessThan(150 * 2 ** 20);
  let size = 0;
  const measure = async (name: string, entry: AsyncIterable<Buffer>) => {
    for await (const chunk of entry) if (name === "files/large") size += chunk.length;
  };
  await readArchive(file, measure, { passphrase: null, identities: [identity] });
  expect(size).toBe(blockCount * block.length);
});

test("keys are checked before anything is written, and identity files of age-keygen are accepted", async () => {
  expect(() => requireRecipients([recipient])).not.toThrow();
  expect(() => requireRecipients([recipient, "age1nonsense"])).toThrow(/not an age public key/);
  const file = join(folder, "key.txt");
  writeFileSync(file, `# created: 2026-11-22\n# public key: ${recipient}\n${identity}\n`);
  expect(await readIdentities(file)).toEqual([identity]);
  writeFileSync(file, "nothing");
  await expect(readIdentities(file)).rejects.toThrow(/contains no age secret key/);
  await expect(readIdentities(join(folder, "missing"))).rejects.toThrow(/cannot be read/);
  expect(await readIdentities(null)).toEqual([]);
});
