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

const house = await testDatabase();
const other = await testDatabase();
const folder = mkdtempSync(join(tmpdir(), "adjutant-encrypted-"));
afterAll(() => rmSync(folder, { recursive: true }));
await house.aUser({ fullName: "Ada Lovelace" });
const identity = await generateX25519Identity();
const recipient = await identityToRecipient(identity);
const PASSPHRASE = "correct horse battery";
const source = { ownerConnection: house.connection("owner"), filesFolder: join(folder, "files") };
const target = { ownerConnection: other.connection("owner"), filesFolder: join(folder, "other") };

test.for<[string, BackupLock, { passphrase: string | null; identities: string[] }]>([
  ["a passphrase", { passphrase: PASSPHRASE }, { passphrase: PASSPHRASE, identities: [] }],
  ["a public key", { recipients: [recipient] }, { passphrase: null, identities: [identity] }],
])(
  "a backup encrypted with %s is restored with what opens it, and with nothing else",
  async ([, lock, keys]) => {
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
      /does not open with this passphrase/,
    );
    await refused(
      { passphrase: null, identities: [await generateX25519Identity()] },
      /does not open with this passphrase or key/,
    );
    await restore({ ...target, file, keys, force: true });
    const { rows } = await other.owner.query("select full_name from profiles");
    expect(rows).toContainEqual({ full_name: "Ada Lovelace" });
  },
);

test("an encrypted backup that was cut or changed is damaged, and restores nothing", async () => {
  const file = join(folder, "cut.tar.age");
  const keys = { passphrase: null, identities: [identity] };
  await backup({ ...source, file, lock: { recipients: [recipient] } });
  const whole = readFileSync(file);
  truncateSync(file, whole.length - 20);
  await expect(verifyArchive(file, keys)).rejects.toThrow(/is damaged/);
  whole[whole.length - 5] = (whole[whole.length - 5] ?? 0) ^ 1;
  writeFileSync(file, whole);
  await expect(restore({ ...target, file, keys, force: true })).rejects.toThrow(/is damaged/);
});

test("an archive of any size passes through in small pieces", async () => {
  const file = join(folder, "large.tar.age");
  const [pieces, piece] = [600, Buffer.alloc(65_536, 7)];
  let ahead = 0;
  let most = 0;
  const content = Readable.from(
    (function* () {
      for (let n = 0; n < pieces; n += 1) {
        ahead += 1;
        most = Math.max(most, process.memoryUsage().rss);
        yield piece;
      }
    })(),
    { objectMode: false, highWaterMark: 65_536 },
  );
  const before = process.memoryUsage().rss;
  await writeArchive(file, (archive) => archive.addStream("files/large", pieces * piece.length, content), {
    recipients: [recipient],
  });
  expect(ahead).toBe(pieces);
  expect(most - before).toBeLessThan(150 * 2 ** 20);
  let size = 0;
  const measure = async (name: string, entry: AsyncIterable<Buffer>) => {
    for await (const chunk of entry) if (name === "files/large") size += chunk.length;
  };
  await readArchive(file, measure, { passphrase: null, identities: [identity] });
  expect(size).toBe(pieces * piece.length);
});

test("keys are checked before anything is made, and secret ones are read as age-keygen writes them", async () => {
  expect(() => requireRecipients([recipient])).not.toThrow();
  expect(() => requireRecipients([recipient, "age1nonsense"])).toThrow(/not an age public key/);
  const file = join(folder, "key.txt");
  writeFileSync(file, `# created: 2026-11-22\n# public key: ${recipient}\n${identity}\n`);
  expect(await readIdentities(file)).toEqual([identity]);
  writeFileSync(file, "nothing");
  await expect(readIdentities(file)).rejects.toThrow(/holds no secret key/);
  await expect(readIdentities(join(folder, "missing"))).rejects.toThrow(/cannot be read/);
  expect(await readIdentities(null)).toEqual([]);
});
