import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { expect, test } from "vitest";
import type { Edge } from "#platform/http/edge.ts";
import { errorResponse } from "#platform/http/error-response.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { removeFiles } from "#platform/storage/remove-files.ts";
import { scannerStandIn, VIRUS } from "#platform/testing/stand-ins/scanner-stand-in.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { documents } from "./documents.ts";
import type { DocumentOnWire } from "./model.ts";
import { readDocument } from "./read-document.ts";
import { documentRoutes } from "./routes.ts";
import { scanWaitingFiles } from "./scan-files.ts";

const log = createLog("silent");
const instance = await testDatabase(async ({ connection, services, atEnd }) => {
  const jobs = await startJobs({ ...services, owner: connection("owner"), log }, [readDocument, removeFiles]);
  atEnd(() => jobs.stop());
  return { jobs };
});
const { aUser, as, owner, services } = instance;
const ada = as(await aUser({ fullName: "Ada Lovelace" }));
const bob = as(await aUser({ fullName: "Bob" }));

const scanner = await scannerStandIn();
instance.atEnd(async () => scanner.close());
let clamdAddress: string | null = scanner.address;
const scanned = {
  ...services,
  get config() {
    return { ...services.config, clamdAddress };
  },
};

const app = new Hono<Edge>();
app.onError((error) => errorResponse(error, "test", log));
app.use(async (context, next) => {
  context.set("requestId", randomUUID());
  context.set("nonce", "bm9uY2U");
  context.set("actor", context.req.header("x-person") === "bob" ? bob : ada);
  await next();
});
documentRoutes(app, { services: scanned, log });
const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
instance.atEnd(async () => void server.close());
await once(server, "listening");
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

async function upload(words: string, path = "") {
  const body = new FormData();
  body.append("title", "Minutes");
  body.append("file", new Blob([words]), "minutes.txt");
  const answer = await fetch(`${address}/files/documents${path}`, { method: "POST", body });
  return { status: answer.status, body: (await answer.json()) as DocumentOnWire & Refusal };
}
type Refusal = { error: { code: string; message: string } };

const download = async (path: string, person = "ada") => {
  const answer = await fetch(`${address}${path}`, { headers: { "x-person": person } });
  return { status: answer.status, text: await answer.text() };
};
const get = (id: string) => ada.invoke(documents.get, { id }) as Promise<DocumentOnWire>;
async function storedKeys(): Promise<string[]> {
  const keys: string[] = [];
  for await (const batch of services.files.storedBefore(new Date(Date.now() + 60_000))) keys.push(...batch);
  return keys.sort();
}

test("D2: a file is scanned before it is stored, and one with a virus is refused with a message and deleted", async () => {
  const { body } = await upload("Nothing but words");
  expect(body).toMatchObject({ scanState: "clean", scanFinding: null });
  const before = await storedKeys();
  const refused = await upload(`Invoice ${VIRUS}`);
  expect(refused.status).toBe(400);
  expect(refused.body.error.message).toBe(
    "The virus scanner found 'Eicar-Test-Signature' in this file, so it was not saved",
  );
  expect(await storedKeys()).toEqual(before);
});

test("D2: while the scanner is unreachable a file is pending: nobody opens it, nothing reads it, and this is shown", async () => {
  clamdAddress = "127.0.0.1:1";
  const { body } = await upload("The lease begins in May");
  const { id, fileUrl } = body;
  expect(body).toMatchObject({ scanState: "waiting", readState: "waiting" });
  await ada.invoke(documents.share, { id, with: { email: bob.email } });
  const { path } = (await ada.invoke(documents.createLink, { id })) as { path: string };
  for (const person of ["ada", "bob"]) {
    const { status, text } = await download(fileUrl, person);
    expect([status, text]).toEqual([403, expect.stringContaining("waiting for the virus scanner")]);
  }
  expect((await download(path)).status).toBe(404);
  await scanWaitingFiles.run(scanned, {});
  expect(await get(id)).toMatchObject({ scanState: "waiting" });
  scanner.behaviour.isFull = true;
  clamdAddress = scanner.address;
  await scanWaitingFiles.run(scanned, {});
  expect(await get(id)).toMatchObject({ scanState: "waiting", readState: "waiting" });
  scanner.behaviour.isFull = false;
  await scanWaitingFiles.run(scanned, {});
  expect(await get(id)).toMatchObject({ scanState: "clean" });
  expect(await download(fileUrl, "bob")).toEqual({ status: 200, text: "The lease begins in May" });
  expect((await download(path)).status).toBe(200);
  await expect.poll(async () => (await get(id)).readState, { timeout: 40_000 }).toBe("read");
});

test("D2: a virus found later notifies, the bytes are deleted, and an earlier version is scanned too", async () => {
  const before = await storedKeys();
  clamdAddress = "127.0.0.1:1";
  const { body } = await upload(`First ${VIRUS}`);
  const { id, fileUrl } = body;
  await upload(`Second ${VIRUS}`, `/${id}/versions`);
  expect(await storedKeys()).toHaveLength(before.length + 2);
  clamdAddress = scanner.address;
  await scanWaitingFiles.run(scanned, {});
  expect(await get(id)).toMatchObject({ scanState: "refused", scanFinding: "Eicar-Test-Signature" });
  expect((await download(fileUrl)).text).toContain(
    "The virus scanner found 'Eicar-Test-Signature' in this file",
  );
  const { versions } = (await ada.invoke(documents.versions, { id })) as { versions: { id: string }[] };
  expect((await download(`${fileUrl}/versions/${versions[0]?.id}`)).status).toBe(403);
  await expect.poll(storedKeys, { timeout: 40_000 }).toEqual(before);
  const { rows } = await owner.query("select title from smart_notifications where user_id = $1", [
    ada.userId,
  ]);
  expect(rows).toEqual([
    { title: "A virus was found in 'minutes.txt'" },
    { title: "A virus was found in 'minutes.txt'" },
  ]);
});

test("without a scanner files show that they were not scanned, including pending ones", async () => {
  clamdAddress = "127.0.0.1:1";
  const { body } = await upload("Waiting");
  clamdAddress = null;
  await scanWaitingFiles.run(scanned, {});
  expect(await get(body.id)).toMatchObject({ scanState: "unscanned" });
  expect((await upload("Not scanned")).body).toMatchObject({ scanState: "unscanned" });
});
