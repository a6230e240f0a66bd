import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import S3rver from "s3rver";
import { afterAll, expect, test } from "vitest";
import { testDatabase } from "#platform/testing/test-database.ts";
import { bucketFiles } from "./bucket-files.ts";
import { localFiles } from "./local-files.ts";
import { bucketPlace, claimStoragePlace, folderPlace } from "./storage-place.ts";

const instance = await testDatabase();
const other = await testDatabase();
const owner = instance.connection("owner");
const folder = mkdtempSync(join(tmpdir(), "adjutant-place-"));
const server = new S3rver({
  port: 0,
  address: "127.0.0.1",
  silent: true,
  directory: join(folder, "s3"),
  configureBuckets: [{ name: "adjutant", configs: [] }],
});
const { port } = await server.run();
const bucket = {
  endpoint: `http://127.0.0.1:${port}`,
  name: "adjutant",
  region: "us-east-1",
  accessKeyId: "S3RVER",
  secretAccessKey: "S3RVER",
};
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const places = [
  ["a folder", () => folderPlace(join(folder, "files"))],
  ["a bucket", () => bucketPlace(bucket)],
] as const;

test.each(places)(
  "two processes of one instance have the same place in %s, however they start",
  async (_, place) => {
    const ids = await Promise.all([1, 2, 3].map(() => claimStoragePlace(owner, place())));
    expect(new Set(ids).size).toBe(1);
    expect(await claimStoragePlace(owner, place())).toBe(ids[0]);
  },
);

test("another folder is another place of the same instance", async () => {
  const [one, two] = [folderPlace(join(folder, "one")), folderPlace(join(folder, "two"))];
  expect(await claimStoragePlace(owner, one)).not.toBe(await claimStoragePlace(owner, two));
});

test.each(places)(
  "%s with the files of another instance refuses this one and says what to do",
  async (_, place) => {
    await claimStoragePlace(owner, place());
    await expect(claimStoragePlace(other.connection("owner"), place())).rejects.toThrow(
      /Another Adjutant instance stores its files in .* delete instance.json there/,
    );
    // Nothing was changed.
    await claimStoragePlace(owner, place());
  },
);

test("a mark that cannot be read is never replaced", async () => {
  const path = join(folder, "one", "instance.json");
  writeFileSync(path, "{");
  await expect(claimStoragePlace(owner, folderPlace(join(folder, "one")))).rejects.toThrow("cannot be read");
  expect(readFileSync(path, "utf8")).toBe("{");
});

test("the mark is no stored file: it is neither listed nor swept, nor part of a backup", async () => {
  const local = localFiles(join(folder, "files"));
  const remote = bucketFiles(bucket, localFiles(join(folder, "empty")));
  const keys: string[] = [];
  for (const files of [local, remote])
    for await (const batch of files.storedBefore(new Date(Date.now() + 60_000))) keys.push(...batch);
  for await (const batch of remote.listed()) keys.push(...batch.map(({ key }) => key));
  expect(keys).toEqual([]);
});
