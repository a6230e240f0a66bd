import { execFileSync } from "node:child_process";
import { createHash, randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { beforeEach, expect, test } from "vitest";
import type { Edge } from "#platform/http/edge.ts";
import { errorResponse } from "#platform/http/error-response.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { localFiles } from "#platform/storage/local-files.ts";
import { removeFiles } from "#platform/storage/remove-files.ts";
import type { StoredFiles } from "#platform/storage/stored-files.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { documents } from "./documents.ts";
import { aDocument, aFile } from "./factory.ts";
import { expireUploads } from "./jobs.ts";
import { type DocumentOnWire, PART_BYTES, QUOTA_BYTES, type UploadOnWire } from "./model.ts";
import { readDocument } from "./read-document.ts";
import { documentRoutes } from "./routes.ts";
import { documents as documentRows } from "./tables.ts";
import { uploads } from "./uploads.ts";

const log = createLog("silent");
const instance = await testDatabase(async ({ connection, services, atEnd }) => {
  const jobs = await startJobs({ ...services, owner: connection("owner"), log }, [readDocument, removeFiles]);
  atEnd(() => jobs.stop());
  return { jobs };
});
const { aUser, as, owner, services } = instance;
const people = new Map<string, Person>();

const served = async (files: StoredFiles) => {
  const app = new Hono<Edge>();
  app.onError((error) => errorResponse(error, "test", log));
  app.use(async (context, next) => {
    context.set("requestId", randomUUID());
    context.set("actor", people.get(context.req.header("x-person") ?? "") ?? null);
    await next();
  });
  documentRoutes(app, { services: { ...services, files }, log });
  const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
  instance.atEnd(async () => void server.close());
  await once(server, "listening");
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
};
const { server, address } = await served(services.files);

let ada: Person;
let bob: Person;

beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada Lovelace" }));
  bob = as(await aUser({ fullName: "Bob" }));
  for (const person of [ada, bob]) people.set(person.userId, person);
});

const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const aText = (size: number) =>
  Buffer.from(randomBytes(Math.ceil(size / 2)).toString("hex")).subarray(0, size);

const createUpload = (person: Person, bytes: Buffer, fileName = "minutes.txt", more: object = {}) =>
  person.invoke(uploads.create, {
    fileName,
    fileSize: bytes.length,
    sha256: hashOf(bytes),
    fields: { title: "Minutes" },
    ...more,
  }) as Promise<UploadOnWire>;

const sendPart = (
  person: Person | null,
  id: string,
  bytes: Buffer,
  start: number,
  at = address,
  sha256 = "",
) =>
  fetch(`${at}/files/uploads/${id}`, {
    method: "PUT",
    headers: {
      "x-person": person?.userId ?? "",
      "upload-offset": String(start),
      "part-sha256": sha256 || hashOf(bytes.subarray(start, start + PART_BYTES)),
    },
    body: new Uint8Array(bytes.subarray(start, start + PART_BYTES)),
  });

const finish = (person: Person | null, id: string, at = address) =>
  fetch(`${at}/files/uploads/${id}`, { method: "POST", headers: { "x-person": person?.userId ?? "" } });

const refusal = async (answer: Response) => {
  const { error } = (await answer.json()) as {
    error: { code: string; message: string; details?: { current?: UploadOnWire } };
  };
  return { status: answer.status, ...error };
};

async function storedKeys(files = services.files): Promise<string[]> {
  const keys: string[] = [];
  for await (const batch of files.storedBefore(new Date(Date.now() + 60_000))) keys.push(...batch);
  return keys.sort();
}

const keyOf = async (id: string) =>
  (await owner.query("select storage_key, sha256 from documents where id = $1", [id])).rows[0];

/** Jobs run in the background; this waits until the deleted files are gone. */
const expectStored = (keys: string[]) => expect.poll(() => storedKeys(), { timeout: 10_000 }).toEqual(keys);

test("a file of more than 10 MB is uploaded in parts, resumed after an interruption, and complete", async () => {
  const before = await storedKeys();
  const bytes = aText(2 * PART_BYTES + 5000);
  const { id } = await createUpload(ada, bytes, "Minutes.txt", {
    fields: { title: "Minutes", tags: ["board"] },
  });
  expect(await (await sendPart(ada, id, bytes, 0)).json()).toMatchObject({ received: PART_BYTES });
  const cut = request(`${address}/files/uploads/${id}`, {
    method: "PUT",
    headers: {
      "x-person": ada.userId,
      "upload-offset": String(PART_BYTES),
      "part-sha256": hashOf(bytes),
      "content-length": "1000000",
    },
  });
  cut.on("error", () => undefined);
  const disconnected = once(server, "request").then(
    ([incoming]) => new Promise((closed) => incoming.on("error", () => undefined).once("close", closed)),
  );
  await new Promise<void>((sent) =>
    cut.write(bytes.subarray(PART_BYTES, PART_BYTES + 100_000), () => sent()),
  );
  cut.destroy();
  await disconnected;
  await expectStored([...before, ...(await partKeys(id))].sort());
  expect(await ada.invoke(uploads.get, { id })).toMatchObject({ received: PART_BYTES });
  const early = await refusal(await finish(ada, id));
  expect(early).toMatchObject({ code: "conflict", details: { current: { received: PART_BYTES } } });
  const again = await refusal(await sendPart(ada, id, bytes, 0));
  expect(again).toMatchObject({ code: "conflict", details: { current: { received: PART_BYTES } } });
  for (const start of [PART_BYTES, 2 * PART_BYTES])
    expect((await sendPart(ada, id, bytes, start)).status).toBe(200);
  const answer = await finish(ada, id);
  expect(answer.status, await answer.clone().text()).toBe(200);
  const document = (await answer.json()) as DocumentOnWire;
  expect(document).toMatchObject({ title: "Minutes", tags: ["board"], fileSize: bytes.length });
  const { storage_key: key, sha256 } = await keyOf(document.id);
  expect(sha256).toBe(hashOf(bytes));
  expect((await buffer(await services.files.get(key))).equals(bytes)).toBe(true);
  await expectStored([...before, key].sort());
  expect(await (await finish(ada, id)).json()).toMatchObject({ id: document.id });
  expect(await ada.invoke(uploads.list)).toEqual({ items: [] });
  expect(await ada.invoke(documents.list)).toMatchObject({ items: [{ id: document.id }] });
});

const partKeys = async (id: string) =>
  (await owner.query("select storage_key from document_upload_parts where upload_id = $1", [id])).rows.map(
    (row) => row.storage_key as string,
  );

test("if a part is sent twice, or the upload finished twice, at the same time, one succeeds", async () => {
  const bytes = aText(PART_BYTES + 5000);
  const { id } = await createUpload(ada, bytes);
  const first = await Promise.all([sendPart(ada, id, bytes, 0), sendPart(ada, id, bytes, 0)]);
  expect(first.map(({ status }) => status).sort()).toEqual([200, 409]);
  await sendPart(ada, id, bytes, PART_BYTES);
  const made = await Promise.all([finish(ada, id), finish(ada, id)]);
  const ids = await Promise.all(made.map(async (each) => ((await each.json()) as DocumentOnWire).id));
  expect(new Set(ids).size).toBe(1);
  expect(await ada.invoke(documents.list)).toMatchObject({ items: [{ id: ids[0] }] });
});

test("a damaged, empty or oversized part is refused and not stored; the upload continues", async () => {
  const bytes = aText(PART_BYTES + 5000);
  const { id } = await createUpload(ada, bytes);
  const before = await storedKeys();
  expect((await refusal(await sendPart(ada, id, bytes, 0, address, hashOf(bytes)))).message).toContain(
    "damaged",
  );
  expect((await refusal(await sendPart(ada, id, Buffer.alloc(0), 0))).message).toContain("damaged");
  const { status } = await fetch(`${address}/files/uploads/${id}`, {
    method: "PUT",
    headers: { "x-person": ada.userId, "upload-offset": "0", "part-sha256": hashOf(bytes) },
    body: new Uint8Array(bytes),
  });
  expect(status).toBe(400);
  const bare = await fetch(`${address}/files/uploads/${id}`, {
    method: "PUT",
    headers: { "x-person": ada.userId },
    body: "x",
  });
  expect((await refusal(bare)).message).toContain("upload-offset");
  expect(await storedKeys()).toEqual(before);
  expect((await sendPart(ada, id, bytes, 0)).status).toBe(200);
});

test("decision 14: the assembled file must match its declaration, or it is deleted", async () => {
  const before = await storedKeys();
  const program = Buffer.concat([Buffer.from("MZ\u0000\u0001"), randomBytes(PART_BYTES + 5000)]);
  for (const [fileName, about, words] of [
    ["tool.pdf", {}, "content is something else"],
    ["minutes.txt", { sha256: hashOf(Buffer.from("another")) }, "changed while it was sent"],
  ] as const) {
    const bytes = fileName === "tool.pdf" ? program : aText(PART_BYTES + 5000);
    const { id } = await createUpload(ada, bytes, fileName, about);
    for (const start of [0, PART_BYTES]) await sendPart(ada, id, bytes, start);
    expect((await refusal(await finish(ada, id))).message).toContain(words);
    expect((await finish(ada, id)).status).toBe(404);
  }
  await expectStored(before);
  expect(await ada.invoke(documents.list)).toMatchObject({ items: [] });
});

test("an upload that is cancelled or idle for a day is deleted completely", async () => {
  const before = await storedKeys();
  const bytes = aText(PART_BYTES + 5000);
  const cancelled = await createUpload(ada, bytes);
  const abandoned = await createUpload(ada, bytes);
  const ongoing = await createUpload(ada, bytes);
  for (const { id } of [cancelled, abandoned, ongoing]) await sendPart(ada, id, bytes, 0);
  await ada.invoke(uploads.delete, { id: cancelled.id });
  await owner.query("update document_uploads set expires_at = now() - interval '1 minute' where id = $1", [
    abandoned.id,
  ]);
  await ada.run(({ db }) => db.execute("select expire_document_uploads()"));
  expect(await ada.invoke(uploads.list)).toMatchObject({ items: [{ id: ongoing.id }, { id: abandoned.id }] });
  await expireUploads.run(services, {});
  expect(await ada.invoke(uploads.list)).toMatchObject({ items: [{ id: ongoing.id }] });
  await expectStored([...before, ...(await partKeys(ongoing.id))].sort());
});

test("§6: a large file needs an accepted type, room within 5 GB and one purpose before its first byte", async () => {
  const refused = async (about: object, bytes = aText(10)) =>
    expect(createUpload(ada, bytes, "a.txt", about)).rejects;
  await (await refused({ fileName: "tool.exe" })).toThrow("Accepted are");
  await (await refused({ fileSize: 50 * 1024 ** 2 + 1 })).toThrow("at most 50 MB");
  await (await refused({ fields: null })).toThrow("Please select a file and provide a title");
  await (await refused({ fields: { title: " " } })).toThrow("Please select a file and provide a title");
  await (await refused({ fields: null, documentId: randomUUID() })).toThrow("not found");
  const full = aDocument({ userId: ada.userId, fileSize: QUOTA_BYTES - 15 });
  await ada.run(({ db }) => db.insert(documentRows).values(full));
  await createUpload(ada, aText(10));
  await (await refused({})).toThrow("more than 5 GB");
});

test("D1: users cannot see, continue, finish or cancel uploads of others", async () => {
  const bytes = aText(1000);
  const { id } = await createUpload(ada, bytes);
  expect((await sendPart(bob, id, bytes, 0)).status).toBe(404);
  expect((await sendPart(null, id, bytes, 0)).status).toBe(401);
  await sendPart(ada, id, bytes, 0);
  expect((await finish(bob, id)).status).toBe(404);
  expect((await finish(null, id)).status).toBe(401);
  await expect(bob.invoke(uploads.get, { id })).rejects.toMatchObject({ code: "not_found" });
  await expect(bob.invoke(uploads.delete, { id })).rejects.toMatchObject({ code: "not_found" });
  expect(await bob.invoke(uploads.list)).toEqual({ items: [] });
  const uploaded = (await (await finish(ada, id)).json()) as DocumentOnWire;
  expect((await finish(bob, id)).status).toBe(404);
  await expect(
    createUpload(bob, bytes, "a.txt", { fields: null, documentId: uploaded.id }),
  ).rejects.toMatchObject({
    code: "not_found",
  });
});

test("a large file in parts becomes a new version of a document", async () => {
  const first = aText(1000);
  const { id } = await createUpload(ada, first);
  await sendPart(ada, id, first, 0);
  const document = (await (await finish(ada, id)).json()) as DocumentOnWire;
  const next = await createUpload(ada, aFile[".pdf"], "next.pdf", { fields: null, documentId: document.id });
  await sendPart(ada, next.id, aFile[".pdf"], 0);
  expect(await (await finish(ada, next.id)).json()).toMatchObject({ id: document.id, fileVersion: 2 });
  expect(await (await finish(ada, next.id)).json()).toMatchObject({ id: document.id, fileVersion: 2 });
});

/** A tmpfs of 4 MB if mounting is allowed, otherwise a limit of the kernel on the size of our files. */
function aSmallDisk(): { folder: string; remove(): void } {
  const folder = mkdtempSync(join(tmpdir(), "adjutant-full-"));
  const pid = String(process.pid);
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", folder], { stdio: "ignore" });
    return {
      folder,
      remove: () => {
        execFileSync("umount", ["-l", folder]);
        rmSync(folder, { recursive: true });
      },
    };
  } catch {
    process.on("SIGXFSZ", () => undefined);
    execFileSync("prlimit", ["--pid", pid, `--fsize=${3 * 1024 ** 2}:`]);
    return {
      folder,
      remove: () => {
        execFileSync("prlimit", ["--pid", pid, "--fsize=unlimited:"]);
        rmSync(folder, { recursive: true });
      },
    };
  }
}

test("G11: a full disk gives a readable error, stores nothing, and uploads work again once there is room", async () => {
  const disk = aSmallDisk();
  try {
    const files = localFiles(disk.folder);
    const small = await served(files);
    const filesOnDisk = () =>
      readdirSync(disk.folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const send = (bytes: Buffer) => {
      const form = new FormData();
      form.append("title", "Minutes");
      form.append("file", new Blob([new Uint8Array(bytes)]), "minutes.txt");
      return fetch(`${small.address}/files/documents`, {
        method: "POST",
        headers: { "x-person": ada.userId },
        body: form,
      });
    };
    const words = "The server has no room left for files, so nothing was saved";
    const refused = await refusal(await send(aText(PART_BYTES + 5000)));
    expect(refused).toMatchObject({ status: 503, code: "unavailable" });
    expect(refused.message).toContain(words);
    expect(filesOnDisk()).toEqual([]);
    const bytes = aText(4.5 * 1024 ** 2);
    const { id } = await createUpload(ada, bytes);
    expect((await refusal(await sendPart(ada, id, bytes, 0, small.address))).message).toContain(words);
    expect(filesOnDisk()).toEqual([]);
    expect(await ada.invoke(uploads.get, { id })).toMatchObject({ received: 0 });
    expect(await ada.invoke(documents.list)).toMatchObject({ items: [] });
    expect((await send(aText(1024 ** 2))).status).toBe(200);
    expect(filesOnDisk()).toHaveLength(1);
  } finally {
    disk.remove();
  }
});
