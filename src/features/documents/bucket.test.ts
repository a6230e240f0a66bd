import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, rmSync, utimesSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer, text } from "node:stream/consumers";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import S3rver from "s3rver";
import { expect, test } from "vitest";
import { discard, readArchive } from "#platform/database/backup/archive.ts";
import { backup } from "#platform/database/backup/backup.ts";
import { restore } from "#platform/database/backup/restore.ts";
import type { Edge } from "#platform/http/edge.ts";
import { errorResponse } from "#platform/http/error-response.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import type { Bucket } from "#platform/storage/bucket.ts";
import { bucketFiles } from "#platform/storage/bucket-files.ts";
import { localFiles } from "#platform/storage/local-files.ts";
import { removeFiles } from "#platform/storage/remove-files.ts";
import type { StoredFiles } from "#platform/storage/stored-files.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { documents } from "./documents.ts";
import { aFile } from "./factory.ts";
import { sweepOrphanedFiles } from "./jobs.ts";
import type { DocumentOnWire } from "./model.ts";
import { readDocument } from "./read-document.ts";
import { documentRoutes } from "./routes.ts";

const log = createLog("silent");
const folder = mkdtempSync(join(tmpdir(), "adjutant-bucket-"));
const server = new S3rver({
  port: 0,
  address: "127.0.0.1",
  silent: true,
  directory: join(folder, "s3"),
  configureBuckets: [{ name: "adjutant", configs: [] }],
});
const { port } = await server.run();
const bucket: Bucket = {
  endpoint: `http://127.0.0.1:${port}`,
  name: "adjutant",
  region: "us-east-1",
  accessKeyId: "S3RVER",
  secretAccessKey: "S3RVER",
};
const local = localFiles(join(folder, "local"));
const files = bucketFiles(bucket, local);
const instance = await testDatabase(async ({ connection, services, atEnd }) => {
  const parts = { ...services, files, owner: connection("owner"), log };
  const jobs = await startJobs(parts, [readDocument, removeFiles]);
  atEnd(() => jobs.stop());
  return { jobs, files };
});
const { aUser, as, owner, services } = instance;
const other = await testDatabase();
const ada = as(await aUser({ fullName: "Ada Lovelace" }));
instance.atEnd(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

const app = new Hono<Edge>();
app.onError((error) => errorResponse(error, "test", log));
app.use(async (context, next) => {
  context.set("requestId", randomUUID());
  context.set("actor", ada);
  await next();
});
documentRoutes(app, { services, log });
const edge = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
instance.atEnd(async () => void edge.close());
await once(edge, "listening");
const address = `http://127.0.0.1:${(edge.address() as AddressInfo).port}`;

const objects = () =>
  readdirSync(join(folder, "s3", "adjutant"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith("_object"))
    .map((entry) => join(entry.parentPath, entry.name));

async function storedKeys(storage: StoredFiles = files): Promise<string[]> {
  const keys: string[] = [];
  for await (const batch of storage.storedBefore(new Date(Date.now() + 60_000))) keys.push(...batch);
  return keys.sort();
}

test("an object is read completely or in part, and is gone after deletion", async () => {
  const stored = await files.put(aFile[".pdf"]);
  expect((await buffer(await files.get(stored.key))).equals(aFile[".pdf"])).toBe(true);
  expect(await text(await files.get(stored.key, { start: 1, end: 3 }))).toBe("PDF");
  expect(await storedKeys()).toEqual([stored.key]);
  expect(await storedKeys(local)).toEqual([]);
  await files.remove(stored.key);
  await files.remove(stored.key);
  await expect(files.get(stored.key)).rejects.toThrow("ENOENT");
  expect(objects()).toEqual([]);
});

test("an interrupted stream leaves no object or local file; only valid keys are accepted", async () => {
  const broken = (async function* () {
    yield Buffer.from("half");
    throw new Error("connection lost");
  })();
  await expect(files.put(broken)).rejects.toThrow("connection lost");
  expect([...objects(), ...(await storedKeys(local))]).toEqual([]);
  await expect(files.get("../secrets")).rejects.toThrow("Not a key");
});

test("files stored on disk before the bucket existed are still read, and deleted there", async () => {
  const { key } = await local.put(Buffer.from("from before"));
  expect(await text(await files.get(key))).toBe("from before");
  expect(await storedKeys()).toContain(key);
  await files.remove(key);
  expect(await storedKeys(local)).toEqual([]);
});

test("DOC-21: an upload is stored in the bucket under the key of its row and deleted with the document", async () => {
  const body = new FormData();
  body.append("title", "Lease");
  body.append("file", new Blob([new Uint8Array(aFile[".pdf"])]), "lease.pdf");
  const answer = await fetch(`${address}/files/documents`, { method: "POST", body });
  const { id } = (await answer.json()) as DocumentOnWire;
  const { rows } = await owner.query("select storage_key from documents where id = $1", [id]);
  expect(await storedKeys()).toEqual([rows[0].storage_key]);
  const download = await fetch(`${address}/files/documents/${id}`);
  expect(Buffer.from(await download.arrayBuffer()).equals(aFile[".pdf"])).toBe(true);
  const read = async () => ((await ada.invoke(documents.get, { id })) as DocumentOnWire).readState;
  await expect.poll(read, { timeout: 40_000 }).toBe("read");
  await ada.invoke(documents.delete, { id });
  expect(objects()).toHaveLength(1);
  await ada.invoke(documents.erase, { id });
  await expect.poll(objects, { timeout: 40_000 }).toEqual([]);
});

test("unreferenced objects are deleted after a day; newer ones and those of documents are retained", async () => {
  const [orphan, young] = [await files.put(Buffer.from("orphan")), await files.put(Buffer.from("young"))];
  const yesterday = new Date(Date.now() - 2 * 86_400_000);
  for (const path of objects())
    if (path.replaceAll("\\", "/").includes(orphan.key)) utimesSync(path, yesterday, yesterday);
  await sweepOrphanedFiles.run(services, {});
  expect(await storedKeys()).toEqual([young.key]);
});

test("S7: a backup includes the bucket's files; after a restore they are read from disk, with or without a bucket", async () => {
  const there = await files.put(aFile[".docx"]);
  const file = join(folder, "whole.tar");
  const filesFolder = join(folder, "local");
  const ownerConnection = instance.connection("owner");
  await backup({ file, ownerConnection, filesFolder, bucket: files });
  await files.remove(there.key);
  const elsewhere = join(folder, "elsewhere");
  await restore({ file, ownerConnection: other.connection("owner"), filesFolder: elsewhere, force: true });
  const onDisk = localFiles(elsewhere);
  for (const storage of [onDisk, bucketFiles(bucket, onDisk)])
    expect((await buffer(await storage.get(there.key))).equals(aFile[".docx"])).toBe(true);
  const without = join(folder, "without.tar");
  await backup({ file: without, ownerConnection, filesFolder });
  const names: string[] = [];
  await readArchive(without, async (name, entry) => {
    names.push(name);
    await discard(entry);
  });
  expect(names).not.toContain(`files/${there.key}`);
});

test("S7: a bucket larger than the free disk space is reported before anything is written", async () => {
  const file = join(folder, "huge.tar");
  const huge = {
    ...files,
    listed: async function* () {
      yield [{ key: "", size: 2 ** 60 }];
    },
  };
  const attempt = backup({
    file,
    ownerConnection: instance.connection("owner"),
    filesFolder: folder,
    bucket: huge,
  });
  await expect(attempt).rejects.toThrow(
    /^The files in the bucket need 1073741824\.0 GB and .* free for a backup/,
  );
  expect(existsSync(file)).toBe(false);
});

test("a bucket that refuses, fails or is missing gives a readable error without its details, and nothing is stored", async () => {
  const words = "The storage for files cannot be reached right now";
  const wrongKey = bucketFiles({ ...bucket, accessKeyId: "nobody" }, local);
  await expect(wrongKey.put(Buffer.from("x"))).rejects.toMatchObject({
    code: "upstream",
    message: expect.stringContaining(words),
  });
  const unreachable = bucketFiles({ ...bucket, endpoint: "http://127.0.0.1:1" }, local);
  await expect(unreachable.put(Buffer.from("x"))).rejects.toMatchObject({ code: "upstream" });
  const full = createServer((_, answer) =>
    answer.writeHead(507).end("<Error><Code>XMinioStorageFull</Code></Error>"),
  ).listen(0, "127.0.0.1");
  await once(full, "listening");
  const { port: fullPort } = full.address() as AddressInfo;
  const noRoom = bucketFiles({ ...bucket, endpoint: `http://127.0.0.1:${fullPort}` }, local);
  await expect(noRoom.put(Buffer.from("x"))).rejects.toThrow("no room left");
  full.close();
  expect(await storedKeys(local)).toEqual([]);
});
