import { randomUUID } from "node:crypto";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { expect } from "vitest";
import type { Edge } from "#platform/http/edge.ts";
import { errorResponse } from "#platform/http/error-response.ts";
import { securityHeaders } from "#platform/http/security-headers.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { removeFiles } from "#platform/storage/remove-files.ts";
import type { StoredFiles } from "#platform/storage/stored-files.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { documents } from "./documents.ts";
import type { DocumentOnWire } from "./model.ts";
import { readDocument } from "./read-document.ts";
import { documentRoutes } from "./routes.ts";

/** An instance that serves the routes of documents as the server mounts them; `x-person` says who asks. */
export async function documentRoutesInstance() {
  const log = createLog("silent");
  const people = new Map<string, Person>();
  const instance = await testDatabase(async ({ connection, services, atEnd }) => {
    const jobs = await startJobs({ ...services, owner: connection("owner"), log }, [
      readDocument,
      removeFiles,
    ]);
    atEnd(() => jobs.stop());
    return { jobs };
  });
  const { aUser, as, services } = instance;
  const serveFiles = async (files: StoredFiles) => {
    const app = new Hono<Edge>();
    app.onError((error) => errorResponse(error, "test", log));
    app.use(securityHeaders("http://127.0.0.1"), async (context, next) => {
      context.set("requestId", randomUUID());
      context.set("nonce", "bm9uY2U");
      context.set("actor", people.get(context.req.header("x-person") ?? "") ?? null);
      await next();
    });
    documentRoutes(app, { services: { ...services, files }, log });
    const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1", autoCleanupIncoming: false });
    instance.atEnd(async () => void server.close());
    await once(server, "listening");
    return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
  };
  /** Ada and Bob, who are signed in. */
  const meet = async () => {
    const ada = as(await aUser({ fullName: "Ada Lovelace" }));
    const bob = as(await aUser({ fullName: "Bob" }));
    for (const person of [ada, bob]) people.set(person.userId, person);
    return { ada, bob };
  };
  /** The keys of all stored files. */
  async function storedKeys(files: StoredFiles = services.files): Promise<string[]> {
    const keys: string[] = [];
    for await (const batch of files.storedBefore(new Date(Date.now() + 60_000))) keys.push(...batch);
    return keys.sort();
  }
  return { instance, meet, serveFiles, storedKeys, ...(await serveFiles(services.files)) };
}

export type Fields = Record<string, string>;
export type Uploaded = DocumentOnWire & { duplicateOf: { id: string; title: string } | null };

export function aForm(bytes: Uint8Array<ArrayBuffer> | null, fileName: string, fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (bytes) form.append("file", new Blob([bytes]), fileName);
  return form;
}

/** What people do at the routes that are served at `address`. */
export function documentRequests(address: string) {
  const send = (person: Person | null, body: FormData, headers: Fields = {}) =>
    fetch(`${address}/files/documents`, {
      method: "POST",
      headers: { "x-person": person?.userId ?? "", ...headers },
      body,
    });

  async function upload(
    person: Person,
    bytes: Buffer,
    fileName: string,
    fields: Fields = {},
    headers: Fields = {},
  ): Promise<Uploaded> {
    const answer = await send(
      person,
      aForm(new Uint8Array(bytes), fileName, { title: "Board minutes", ...fields }),
      headers,
    );
    expect(answer.status, await answer.clone().text()).toBe(200);
    return (await answer.json()) as Uploaded;
  }
  const download = (person: Person | null, id: string, headers: Fields = {}, method = "GET") =>
    fetch(`${address}/files/documents/${id}`, {
      method,
      headers: { "x-person": person?.userId ?? "", ...headers },
    });
  return { send, upload, download };
}

export const refusal = async (answer: Response) => {
  const { error } = (await answer.json()) as { error: { code: string; message: string } };
  return { status: answer.status, ...error };
};

export async function sharedToken(
  ada: Person,
  document: Uploaded,
  expiresAt: string | null = null,
): Promise<string> {
  const { path } = (await ada.invoke(documents.createLink, { id: document.id, expiresAt })) as {
    path: string;
  };
  return path.replace("/shared/", "");
}
