import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { request } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { beforeEach, expect, test } from "vitest";
import type { Edge } from "#platform/http/edge.ts";
import { errorResponse } from "#platform/http/error-response.ts";
import { securityHeaders } from "#platform/http/security-headers.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { removeFiles } from "#platform/storage/remove-files.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { undoLastAction } from "#platform/testing/undo-last-action.ts";
import { documents } from "./documents.ts";
import { aDocument, aFile, aLockedPdf } from "./factory.ts";
import { type DocumentOnWire, EXTENSIONS, FILE_TYPES, MAX_FILE_BYTES, QUOTA_BYTES } from "./model.ts";
import { readDocument } from "./read-document.ts";
import { documentRoutes } from "./routes.ts";
import { documents as documentRows } from "./tables.ts";

const instance = await testDatabase(async ({ connection, services, atEnd }) => {
  const jobs = await startJobs({ ...services, owner: connection("owner"), log: createLog("silent") }, [
    readDocument,
    removeFiles,
  ]);
  atEnd(() => jobs.stop());
  return { jobs };
});
const { aUser, as, owner, services } = instance;
const people = new Map<string, Person>();
const log = createLog("silent");

/** The routes as the server mounts them; the header says who asks. */
const app = new Hono<Edge>();
app.onError((error) => errorResponse(error, "test", log));
app.use(securityHeaders("http://127.0.0.1"), async (context, next) => {
  context.set("requestId", randomUUID());
  context.set("nonce", "bm9uY2U");
  context.set("actor", people.get(context.req.header("x-person") ?? "") ?? null);
  await next();
});
documentRoutes(app, { services, log });
const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
instance.atEnd(async () => void server.close());
await once(server, "listening");
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

let ada: Person;
let bob: Person;

beforeEach(async () => {
  ada = as(await aUser({ fullName: "Ada Lovelace" }));
  bob = as(await aUser({ fullName: "Bob" }));
  for (const person of [ada, bob]) people.set(person.userId, person);
});

type Fields = Record<string, string>;
type Uploaded = DocumentOnWire & { duplicateOf: { id: string; title: string } | null };

function aForm(bytes: Uint8Array<ArrayBuffer> | null, fileName: string, fields: Fields): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  if (bytes) form.append("file", new Blob([bytes]), fileName);
  return form;
}

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

const refusal = async (answer: Response) => {
  const { error } = (await answer.json()) as { error: { code: string; message: string } };
  return { status: answer.status, ...error };
};
const download = (person: Person | null, id: string, headers: Fields = {}, method = "GET") =>
  fetch(`${address}/files/documents/${id}`, {
    method,
    headers: { "x-person": person?.userId ?? "", ...headers },
  });

async function storedKeys(): Promise<string[]> {
  const keys: string[] = [];
  for await (const batch of services.files.storedBefore(new Date(Date.now() + 60_000))) keys.push(...batch);
  return keys;
}

async function sharedToken(document: Uploaded, expiresAt: string | null = null): Promise<string> {
  const { path } = (await ada.invoke(documents.createLink, { id: document.id, expiresAt })) as {
    path: string;
  };
  return path.replace("/shared/", "");
}

test("DOC-20, DOC-21, DATA-12: an upload stores the bytes under a random key and a row with every field", async () => {
  const document = await upload(ada, aFile[".pdf"], "Minutes März.pdf", {
    title: "  Minutes of the board ",
    description: "March",
    category: "meeting-notes",
    tags: "board, minutes,board",
  });
  expect(document).toMatchObject({
    userId: ada.userId,
    title: "Minutes of the board",
    description: "March",
    fileName: "Minutes März.pdf",
    fileType: "application/pdf",
    fileSize: aFile[".pdf"].length,
    fileUrl: `/files/documents/${document.id}`,
    category: "meeting-notes",
    tags: ["board", "minutes"],
    isFavorite: false,
    isShared: false,
    aiSummary: null,
    createdAt: expect.any(String),
    duplicateOf: null,
  });
  const { rows } = await owner.query("select * from documents where id = $1", [document.id]);
  expect(rows[0]).toMatchObject({
    user_id: ada.userId,
    file_url: document.fileUrl,
    storage_key: expect.stringMatching(/^[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{28}$/),
    sha256: createHash("sha256").update(aFile[".pdf"]).digest("hex"),
  });
});

test("DOC-15: without a file, a title or a signed-in user nothing is stored", async () => {
  const before = await storedKeys();
  const words = "Please select a file and provide a title";
  const fine = new Uint8Array(aFile[".txt"]);
  expect(await refusal(await send(ada, aForm(null, "", { title: "x" })))).toMatchObject({
    status: 400,
    message: words,
  });
  for (const fields of [{}, { title: "   " }] as Fields[])
    expect((await refusal(await send(ada, aForm(fine, "a.txt", fields)))).message).toContain(words);
  expect(await refusal(await send(null, aForm(fine, "a.txt", { title: "x" })))).toMatchObject({
    code: "unauthenticated",
  });
  expect(await storedKeys()).toEqual(before);
});

test("DOC-18: the category is general by default, and only the ten are accepted", async () => {
  expect(await upload(ada, aFile[".txt"], "a.txt")).toMatchObject({ category: "general", tags: [] });
  const answer = await send(
    ada,
    aForm(new Uint8Array(aFile[".txt"]), "a.txt", { title: "x", category: "secrets" }),
  );
  expect(await refusal(answer)).toMatchObject({ code: "invalid" });
});

test.for(EXTENSIONS)(
  "DOC-16: %s is accepted with valid content and served with its type",
  async (extension) => {
    const document = await upload(ada, aFile[extension], `paper${extension.toUpperCase()}`);
    expect(document.fileType).toBe(FILE_TYPES[extension].type);
    const answer = await download(ada, document.id);
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(aFile[extension]);
  },
);

test("decision 14: extension and signature must agree, whatever type the browser sends", async () => {
  const before = await storedKeys();
  const program = Buffer.from("MZ\u0000\u0001 This program cannot be run in DOS mode");
  const rejected: [string, Buffer][] = [
    ["tool.exe", program],
    ["page.html", Buffer.from("<script>alert(1)</script>")],
    ["picture.svg", Buffer.from("<svg/>")],
    ["no-extension", aFile[".pdf"]],
    ["minutes.pdf.exe", aFile[".pdf"]],
    ["invoice\u202Efdp.exe", aFile[".pdf"]],
    ["tool.pdf", program],
    ["tool.txt", program],
    ["empty.txt", Buffer.alloc(0)],
    ["archive.docx", Buffer.from("PK\u0003\u0004 evil.exe word/document.xml")],
    ["locked.pdf", aLockedPdf],
    ["broken.pdf", Buffer.from("%PDF-1.7\n1 0 obj\n<<>>\nendobj\n%%EOF\n")],
    ...EXTENSIONS.flatMap((named) =>
      EXTENSIONS.filter((real) => real !== named && named !== ".txt").map((real): [string, Buffer] => [
        `file${named}`,
        aFile[real],
      ]),
    ),
  ];
  for (const [fileName, bytes] of rejected) {
    const answer = await send(ada, aForm(new Uint8Array(bytes), fileName, { title: "x" }));
    expect(await refusal(answer), fileName).toMatchObject({ status: 400, code: "invalid" });
  }
  expect(await storedKeys()).toEqual(before);
  expect(await ada.invoke(documents.list)).toMatchObject({ items: [] });
});

test("D17: names lose folders, control characters and direction marks before they are stored", async () => {
  const document = await upload(ada, aFile[".pdf"], "..\\..\\bo\u202Eard\u0007.pdf");
  expect(document.fileName).toBe("board.pdf");
});

test("§6: 50 MB are accepted and one byte more is refused", { timeout: 60_000 }, async () => {
  const atLimit = Buffer.alloc(MAX_FILE_BYTES, "a");
  expect(await upload(ada, atLimit, "big.txt")).toMatchObject({ fileSize: 52_428_800 });
  const before = await storedKeys();
  const above = Buffer.alloc(MAX_FILE_BYTES + 1, "a");
  const answer = await send(ada, aForm(new Uint8Array(above), "big.txt", { title: "x" }));
  expect(await refusal(answer)).toMatchObject({ status: 400, message: "A file may have at most 50 MB" });
  expect(await storedKeys()).toEqual(before);
});

test("§6: a person's files may use 5 GB, including the trash, and not a byte more", async () => {
  const { userId } = ada;
  const size = aFile[".txt"].length;
  await ada.run(({ db }) =>
    db
      .insert(documentRows)
      .values(aDocument({ userId, fileSize: QUOTA_BYTES - size, deletedAt: new Date() })),
  );
  await upload(ada, aFile[".txt"], "fits.txt");
  const before = await storedKeys();
  const answer = await send(ada, aForm(new Uint8Array([97]), "one-more.txt", { title: "x" }));
  expect((await refusal(answer)).message).toContain("more than 5 GB");
  expect(await storedKeys()).toEqual(before);
  expect(await bob.invoke(documents.stats)).toMatchObject({ usedBytes: 0 });
});

test("an upload that is interrupted leaves no bytes and no row", async () => {
  const before = await storedKeys();
  const cut = request(`${address}/files/documents`, {
    method: "POST",
    headers: {
      "x-person": ada.userId,
      "content-type": "multipart/form-data; boundary=b",
      "content-length": "100000",
    },
  });
  cut.on("error", () => undefined);
  cut.write('--b\r\ncontent-disposition: form-data; name="title"\r\n\r\nx\r\n');
  cut.write('--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nhalf of it');
  const disconnected = once(server, "request").then(
    ([incoming]) => new Promise((closed) => incoming.on("error", () => undefined).once("close", closed)),
  );
  await new Promise<void>((sent) => cut.flushHeaders() ?? cut.write(" and more", () => sent()));
  cut.destroy();
  await disconnected;
  expect(await storedKeys()).toEqual(before);
  expect(await ada.invoke(documents.list)).toMatchObject({ items: [] });
});

test("bodies that are not a valid form are refused", async () => {
  for (const [type, body] of [
    ["text/plain", "hello"],
    ["multipart/form-data", "hello"],
    ["multipart/form-data; boundary=b", "hello"],
    [
      "multipart/form-data; boundary=b",
      '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nx',
    ],
    ["multipart/form-data; boundary=b", ""],
  ] as const) {
    const answer = await fetch(`${address}/files/documents`, {
      method: "POST",
      headers: { "x-person": ada.userId, "content-type": type },
      body,
    });
    expect(answer.status, type + body).toBe(400);
  }
});

test("D25: the same Idempotency-Key creates one document and stores its bytes once", async () => {
  const key = { "idempotency-key": randomUUID() };
  const before = (await storedKeys()).length;
  const first = await upload(ada, aFile[".txt"], "a.txt", {}, key);
  expect(await upload(ada, aFile[".txt"], "a.txt", {}, key)).toEqual(first);
  const other = await send(ada, aForm(new Uint8Array([98]), "a.txt", { title: "Board minutes" }), key);
  expect(other.status).toBe(400);
  expect((await storedKeys()).length).toBe(before + 1);
});

test("a duplicate file is reported and stored as a separate document", async () => {
  const first = await upload(ada, aFile[".pdf"], "a.pdf", { title: "Lease" });
  const second = await upload(ada, aFile[".pdf"], "b.pdf", { title: "Lease, copy" });
  expect(second.duplicateOf).toEqual({ id: first.id, title: "Lease" });
  expect(second.id).not.toBe(first.id);
  expect((await upload(bob, aFile[".pdf"], "b.pdf")).duplicateOf).toBeNull();
});

test("DOC-12, D17: a download is byte-equal, saved under its name, and never run by a browser", async () => {
  const document = await upload(ada, aFile[".pdf"], 'Größe "final" 日本.pdf');
  const { headers, status } = await download(ada, document.id);
  expect(status).toBe(200);
  expect(headers.get("content-disposition")).toBe(
    `attachment; filename="Groe _final_ .pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20_final_%20%E6%97%A5%E6%9C%AC.pdf`,
  );
  expect(headers.get("content-type")).toBe("application/pdf");
  expect(headers.get("content-length")).toBe(String(document.fileSize));
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("content-security-policy")).toBe("default-src 'none'; sandbox; frame-ancestors 'none'");
  expect(headers.get("cache-control")).toBe("private, no-cache");
});

test("a download supports conditional and range requests", async () => {
  const { id } = await upload(ada, Buffer.from("0123456789"), "digits.txt");
  const etag = (await download(ada, id)).headers.get("etag") ?? "";
  expect((await download(ada, id, { "if-none-match": `"other", ${etag}` })).status).toBe(304);
  const parts: [string, number, string | null, string][] = [
    ["bytes=2-4", 206, "bytes 2-4/10", "234"],
    ["bytes=7-", 206, "bytes 7-9/10", "789"],
    ["bytes=-2", 206, "bytes 8-9/10", "89"],
    ["bytes=0-999", 206, "bytes 0-9/10", "0123456789"],
    ["bytes=10-", 416, "bytes */10", ""],
    ["bytes=-0", 416, "bytes */10", ""],
    ["bytes=5-2", 200, null, "0123456789"],
    ["bytes=0-1,4-5", 200, null, "0123456789"],
    ["lines=0-1", 200, null, "0123456789"],
  ];
  for (const [range, status, contentRange, text] of parts) {
    const answer = await download(ada, id, { range });
    expect([answer.status, answer.headers.get("content-range"), await answer.text()], range).toEqual([
      status,
      contentRange,
      text,
    ]);
  }
  const changed = await download(ada, id, { range: "bytes=2-4", "if-range": '"older"' });
  expect(changed.status).toBe(200);
  const head = await download(ada, id, {}, "HEAD");
  expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "10", ""]);
});

test("D1: a document of others, in the trash or missing cannot be downloaded", async () => {
  const { id } = await upload(ada, aFile[".txt"], "a.txt");
  expect((await download(bob, id)).status).toBe(404);
  expect((await download(null, id)).status).toBe(401);
  for (const unknown of [randomUUID(), "..%2f..%2fetc", "x"])
    expect((await download(ada, unknown)).status).toBe(404);
  await ada.invoke(documents.delete, { id });
  expect((await download(ada, id)).status).toBe(404);
});

test("decision 14: that person can read a shared document, but not after sharing ends", async () => {
  const document = await upload(ada, aFile[".txt"], "a.txt");
  await ada.invoke(documents.share, { id: document.id, with: { email: bob.email } });
  expect(await (await download(bob, document.id)).text()).toBe(aFile[".txt"].toString());
  const { shares } = (await ada.invoke(documents.sharing, { id: document.id })) as {
    shares: { id: string }[];
  };
  await ada.invoke(documents.unshare, { id: document.id, shareId: shares[0]?.id });
  expect((await download(bob, document.id)).status).toBe(404);
});

test("a link opens a page and the file without signing in, counts visits, and ends when it is revoked", async () => {
  const document = await upload(ada, aFile[".pdf"], "Lease <b>.pdf", {
    title: "Lease <script>alert(1)</script>",
  });
  const token = await sharedToken(document);
  const page = await fetch(`${address}/shared/${token}`);
  expect(page.status).toBe(200);
  const html = await page.text();
  expect(html).toContain("Lease &lt;script&gt;alert(1)&lt;/script&gt;");
  expect(html).toContain("Shared by Ada Lovelace");
  expect(html).not.toContain("<script");
  expect(html).not.toContain(ada.email);
  expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(page.headers.get("x-robots-tag")).toContain("noindex");
  const file = await fetch(`${address}/shared/${token}/file`);
  expect(Buffer.from(await file.arrayBuffer())).toEqual(aFile[".pdf"]);
  expect(file.headers.get("content-disposition")).toContain("attachment");
  await fetch(`${address}/shared/${token}`, { method: "HEAD" });
  const sharing = (await ada.invoke(documents.sharing, { id: document.id })) as { links: { id: string }[] };
  expect(sharing.links).toMatchObject([{ viewCount: 1, downloadCount: 1, lastViewedAt: expect.any(String) }]);
  expect(JSON.stringify(sharing)).not.toContain(token);
  const { rows } = await owner.query("select token_hash from document_links where document_id = $1", [
    document.id,
  ]);
  expect(rows).toEqual([{ token_hash: createHash("sha256").update(token).digest("hex") }]);
  await ada.invoke(documents.revokeLink, { id: document.id, linkId: sharing.links[0]?.id });
  const ended = await fetch(`${address}/shared/${token}`);
  expect([ended.status, await ended.text()]).toEqual([404, expect.stringContaining("This link has expired")]);
  expect((await fetch(`${address}/shared/${token}/file`)).status).toBe(404);
});

test("a new file replaces the old one, which can be viewed, restored and erased together with its bytes", async () => {
  const before = (await storedKeys()).length;
  const { id } = await upload(ada, aFile[".txt"], "lease.txt", { title: "Lease" });
  const sendVersion = (person: Person, bytes: Buffer, name: string) =>
    fetch(`${address}/files/documents/${id}/versions`, {
      method: "POST",
      headers: { "x-person": person.userId },
      body: aForm(new Uint8Array(bytes), name, {}),
    });
  expect((await sendVersion(bob, aFile[".pdf"], "lease.pdf")).status).toBe(404);
  expect((await refusal(await sendVersion(ada, aFile[".txt"], "same.txt"))).message).toContain("already");
  expect((await sendVersion(ada, aLockedPdf, "locked.pdf")).status).toBe(400);
  expect((await storedKeys()).length).toBe(before + 1);
  const second = await (await sendVersion(ada, aFile[".pdf"], "lease.pdf")).json();
  expect(second).toMatchObject({ id, title: "Lease", fileName: "lease.pdf", fileVersion: 2 });
  const versions = async () =>
    (await ada.invoke(documents.versions, { id })) as { versions: { id: string; number: number }[] };
  const [first] = (await versions()).versions;
  expect(await versions()).toMatchObject({
    current: { number: 2 },
    versions: [{ number: 1, fileName: "lease.txt" }],
  });
  const old = (person: Person) => download(person, `${id}/versions/${first?.id}`);
  expect(await (await old(ada)).text()).toBe(aFile[".txt"].toString());
  await ada.invoke(documents.share, { id, with: { email: bob.email } });
  expect((await old(bob)).status).toBe(404);
  expect(await ada.invoke(documents.stats)).toMatchObject({
    usedBytes: aFile[".txt"].length + aFile[".pdf"].length,
  });
  const asked = { id, versionId: first?.id };
  expect(await ada.invoke(documents.restoreVersion, asked)).toMatchObject({
    fileName: "lease.txt",
    fileVersion: 1,
  });
  expect(await (await download(bob, id)).text()).toBe(aFile[".txt"].toString());
  await undoLastAction(instance, ada, documents);
  expect(await versions()).toMatchObject({ current: { number: 2 }, versions: [{ number: 1 }] });
  await expect
    .poll(async () => ((await ada.invoke(documents.get, { id })) as DocumentOnWire).readState, {
      timeout: 15_000,
    })
    .toBe("read");
  await ada.invoke(documents.eraseVersion, asked);
  await expect.poll(async () => (await storedKeys()).length, { timeout: 15_000 }).toBe(before + 1);
  expect((await old(ada)).status).toBe(404);
});

test("erasing a document erases its earlier versions", async () => {
  const before = (await storedKeys()).length;
  const { id } = await upload(ada, aFile[".txt"], "lease.txt");
  const body = aForm(new Uint8Array(aFile[".pdf"]), "lease.pdf", {});
  const headers = { "x-person": ada.userId };
  await fetch(`${address}/files/documents/${id}/versions`, { method: "POST", headers, body });
  expect((await storedKeys()).length).toBe(before + 2);
  await ada.invoke(documents.delete, { id });
  await ada.invoke(documents.erase, { id });
  await expect.poll(async () => (await storedKeys()).length, { timeout: 15_000 }).toBe(before);
});

test("a link with a password opens with it, logs each visit, and is paused after ten wrong attempts", async () => {
  const document = await upload(ada, aFile[".txt"], "a.txt");
  const { path } = (await ada.invoke(documents.createLink, { id: document.id, password: "lisbon" })) as {
    path: string;
  };
  const link = address + path;
  const unlock = (password: string) =>
    fetch(link, { method: "POST", body: new URLSearchParams({ password }), redirect: "manual" });
  const page = await (await fetch(link)).text();
  expect(page).toContain("has given you a password");
  expect(page).not.toContain(document.title);
  expect((await fetch(`${link}/file`)).status).toBe(403);
  expect(await (await unlock("porto")).text()).toContain("This password is not right");
  const opened = await unlock("lisbon");
  expect(opened.status).toBe(303);
  const cookie = opened.headers.get("set-cookie") ?? "";
  expect(cookie).toMatch(/^link-pass=[\w-]{43}; .*HttpOnly; SameSite=Lax/);
  const headers = { cookie: cookie.split(";")[0] ?? "", "user-agent": "A stranger's browser" };
  expect(await (await fetch(link, { headers })).text()).toContain(document.title);
  expect(await (await fetch(`${link}/file`, { headers })).text()).toBe(aFile[".txt"].toString());
  expect((await fetch(`${link}/file`, { headers: { cookie: "link-pass=wrong" } })).status).toBe(403);
  const { links } = (await ada.invoke(documents.sharing, { id: document.id })) as { links: { id: string }[] };
  expect(links).toMatchObject([{ hasPassword: true, viewCount: 1, downloadCount: 1 }]);
  expect(JSON.stringify(links)).not.toContain("argon2");
  const asked = { id: document.id, linkId: links[0]?.id };
  expect(await ada.invoke(documents.linkVisits, asked)).toMatchObject({
    visits: [
      { kind: "download", userAgent: "A stranger's browser" },
      { kind: "view", userAgent: "A stranger's browser" },
      { kind: "refused" },
    ],
  });
  await expect(bob.invoke(documents.linkVisits, asked)).rejects.toMatchObject({ code: "not_found" });
  for (let wrong = 0; wrong < 10; wrong += 1) await unlock("porto");
  expect(await (await unlock("lisbon")).text()).toContain("Too many wrong passwords");
  await owner.query("update document_links set failed_at = now() - interval '16 minutes'");
  expect((await unlock("lisbon")).status).toBe(303);
});

test("a link ends at its expiry, and while its document is in the trash", async () => {
  const document = await upload(ada, aFile[".txt"], "a.txt");
  const token = await sharedToken(document, new Date(Date.now() + 3_600_000).toISOString());
  const status = async () => (await fetch(`${address}/shared/${token}/file`)).status;
  expect(await status()).toBe(200);
  await ada.invoke(documents.delete, { id: document.id });
  expect(await status()).toBe(404);
  await ada.invoke(documents.restore, { id: document.id });
  expect(await status()).toBe(200);
  await owner.query(
    "update document_links set expires_at = now() - interval '1 second' where document_id = $1",
    [document.id],
  );
  expect(await status()).toBe(404);
  expect((await fetch(`${address}/shared/${"x".repeat(43)}`)).status).toBe(404);
});
