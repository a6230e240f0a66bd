import { createHash, randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import type { Person } from "#platform/testing/test-database.ts";
import { documentRequests, documentRoutesInstance, sharedToken } from "../document-routes.factory.ts";
import { documents } from "../documents.ts";
import { aFile } from "../factory.ts";

const { instance, meet, address } = await documentRoutesInstance();
const { owner } = instance;
const { upload, download } = documentRequests(address);

let ada: Person;
let bob: Person;
beforeEach(async () => {
  ({ ada, bob } = await meet());
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
  const token = await sharedToken(ada, document);
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
  const token = await sharedToken(ada, document, new Date(Date.now() + 3_600_000).toISOString());
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

test("the page of a link shows the document in a frame without any permission, but nothing before its password", async () => {
  const document = await upload(ada, aFile[".docx"], "lease.docx");
  await owner.query(
    `insert into document_texts (document_id, user_id, content, preview) values ($1, $2, 'Ten years', $3)
      on conflict (document_id) do update set preview = excluded.preview`,
    [document.id, ada.userId, '<h1>The lease</h1><p title="x">Two doors & no script</p>'],
  );
  const { path } = (await ada.invoke(documents.createLink, { id: document.id, password: "lisbon" })) as {
    path: string;
  };
  expect(await (await fetch(address + path)).text()).not.toContain("The lease</h1>");
  const token = await sharedToken(ada, document);
  const page = await (await fetch(`${address}/shared/${token}`)).text();
  expect(page).toContain('<iframe sandbox title="Preview of lease.docx" srcdoc="&lt;!doctype html&gt;');
  expect(page).toContain("&lt;p title=&quot;x&quot;&gt;Two doors &amp; no script&lt;/p&gt;");
  expect(page).not.toContain("without its layout");
  await owner.query("update document_texts set preview = null, content = '<b>Ten years'");
  const asText = await (await fetch(`${address}/shared/${token}`)).text();
  expect(asText).toContain("&lt;pre&gt;&amp;lt;b&amp;gt;Ten years&lt;/pre&gt;");
  expect(asText).toContain("The text of the document, without its layout and pictures.");
});
