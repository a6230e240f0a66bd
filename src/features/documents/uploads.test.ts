import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { request } from "node:http";
import { buffer } from "node:stream/consumers";
import { beforeEach, expect, test } from "vitest";
import type { Person } from "#platform/testing/test-database.ts";
import { documentRoutesInstance } from "./document-routes.factory.ts";
import { documents } from "./documents.ts";
import { aDocument, aFile } from "./factory.ts";
import { expireUploads } from "./jobs.ts";
import { type DocumentOnWire, PART_BYTES, QUOTA_BYTES } from "./model.ts";
import { documents as documentRows } from "./tables.ts";
import { aText, createUpload, hashOf, partRefusal, partRequests } from "./upload-parts.factory.ts";
import { uploads } from "./uploads.ts";

const { instance, meet, storedKeys, server, address } = await documentRoutesInstance();
const { owner, services } = instance;
const { sendPart, finish } = partRequests(address);
const refusal = partRefusal;

let ada: Person;
let bob: Person;
beforeEach(async () => {
  ({ ada, bob } = await meet());
});

const keyOf = async (id: string) =>
  (await owner.query("select storage_key, sha256 from documents where id = $1", [id])).rows[0];

/** Jobs run in the background; this waits until the deleted files are gone. */
const expectStored = (keys: string[]) => expect.poll(() => storedKeys(), { timeout: 40_000 }).toEqual(keys);

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
  await owner.query(
    "update document_uploads set expires_at = now() - interval '1 second' - interval '1 minute' where id = $1",
    [abandoned.id],
  );
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
