import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer, text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test } from "vitest";
import { localFiles } from "./local-files.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "adjutant-files-"));
});
afterEach(() => rm(folder, { recursive: true }));

const filesIn = async (path: string) =>
  (await readdir(path, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());

test("a stored file is read back byte for byte, with its size and SHA-256", async () => {
  const files = localFiles(folder);
  const bytes = randomBytes(300_000);
  const stored = await files.put(bytes);
  expect(stored).toMatchObject({
    size: 300_000,
    sha256: createHash("sha256").update(bytes).digest("hex"),
  });
  expect(stored.key).toMatch(/^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{28}$/);
  expect((await buffer(await files.get(stored.key))).equals(bytes)).toBe(true);
});

test("a stream is stored chunk by chunk", async () => {
  const files = localFiles(folder);
  const stored = await files.put(
    (async function* () {
      yield Buffer.from("Minutes of ");
      yield Buffer.from("the board");
    })(),
  );
  expect(stored.size).toBe(20);
  expect(await text(await files.get(stored.key))).toBe("Minutes of the board");
});

test("an aborted stream leaves nothing behind", async () => {
  const files = localFiles(folder);
  const broken = (async function* () {
    yield Buffer.from("half");
    throw new Error("connection lost");
  })();
  await expect(files.put(broken)).rejects.toThrow("connection lost");
  expect(await filesIn(folder)).toEqual([]);
});

test("a removed file is deleted, and removing it again is no error", async () => {
  const files = localFiles(folder);
  const { key } = await files.put(Buffer.from("secret"));
  await files.remove(key);
  await files.remove(key);
  await expect(files.get(key)).rejects.toThrow("ENOENT");
  expect(await filesIn(folder)).toEqual([]);
});

test("the same bytes stored twice are two files: removing one leaves the other", async () => {
  const files = localFiles(folder);
  const [first, second] = [await files.put(Buffer.from("same")), await files.put(Buffer.from("same"))];
  expect(first.sha256).toBe(second.sha256);
  await files.remove(first.key);
  expect(await text(await files.get(second.key))).toBe("same");
});

test("path traversal is impossible: only keys are looked up", async () => {
  const files = localFiles(folder);
  for (const key of ["../../etc/passwd", "/etc/passwd", "ab/cd/../../../x", "", "ab/cd/e\u0000"]) {
    await expect(files.get(key)).rejects.toThrow("Not a key");
    await expect(files.remove(key)).rejects.toThrow("Not a key");
  }
});

test("a byte range of a file can be read", async () => {
  const files = localFiles(folder);
  const { key } = await files.put(Buffer.from("0123456789"));
  expect(await text(await files.get(key, { start: 2, end: 4 }))).toBe("234");
});

test("old files are listed, new ones not, and incomplete ones are removed", async () => {
  const files = localFiles(folder);
  const { key } = await files.put(Buffer.from("old"));
  await writeFile(join(folder, "unfinished", "half"), "half");
  const keysBefore = async (then: number) => {
    const keys: string[] = [];
    for await (const batch of files.storedBefore(new Date(then))) keys.push(...batch);
    return keys;
  };
  expect(await keysBefore(Date.now() - 60_000)).toEqual([]);
  expect(await filesIn(folder)).toHaveLength(2);
  expect(await keysBefore(Date.now() + 60_000)).toEqual([key]);
  expect(await filesIn(folder)).toHaveLength(1);
});
