import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Hono } from "hono";
import { afterAll, expect, test } from "vitest";
import { localFiles } from "#platform/storage/local-files.ts";
import type { Edge } from "./edge.ts";
import { dispositionOf, serveFile } from "./serve-file.ts";

const folder = await mkdtemp(join(tmpdir(), "adjutant-serve-"));
afterAll(() => rm(folder, { recursive: true }));
const files = localFiles(folder);
const { key, size, sha256 } = await files.put(Buffer.from("0123456789"));
const file = { key, size, sha256, fileName: "Lease.html", fileType: "application/pdf" };
const ETAG = `"${sha256}"`;

const app = new Hono<Edge>();
app.get("/pdf", (context) => serveFile(context, files, file));
app.get("/html", (context) => serveFile(context, files, { ...file, fileType: "text/html" }));
/** Reading the bytes of this file fails on disk. */
app.get("/lost", (context) => serveFile(context, files, { ...file, key: `${key.slice(0, -1)}x` }));

async function request(headers: Record<string, string> = {}, path = "/pdf", method = "GET") {
  const answer = await app.request(path, { headers, method });
  const [length, range] = [answer.headers.get("content-length"), answer.headers.get("content-range")];
  return { status: answer.status, text: await answer.text(), length, range, headers: answer.headers };
}

test("D17: a stored file is download only: never displayed, sniffed or executed", async () => {
  const { headers, text } = await request({}, "/html");
  expect(text).toBe("0123456789");
  expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
  expect(headers.get("content-disposition")).toMatch(/^attachment; /);
  expect(headers.get("content-security-policy")).toBe("default-src 'none'; sandbox; frame-ancestors 'none'");
  expect((await request()).headers.get("content-type")).toBe("application/pdf");
});

test.each<[range: string, status: number, text: string, contentRange: string | null]>([
  ["bytes=0-0", 206, "0", "bytes 0-0/10"],
  ["bytes=2-4", 206, "234", "bytes 2-4/10"],
  ["bytes=9-", 206, "9", "bytes 9-9/10"],
  ["bytes=3-99", 206, "3456789", "bytes 3-9/10"],
  ["bytes=-3", 206, "789", "bytes 7-9/10"],
  ["bytes=-99", 206, "0123456789", "bytes 0-9/10"],
  ["bytes=10-", 416, "", "bytes */10"],
  ["bytes=-0", 416, "", "bytes */10"],
  ["bytes=4-2", 200, "0123456789", null],
  ["bytes=-", 200, "0123456789", null],
  ["bytes=0-1,4-5", 200, "0123456789", null],
  ["lines=0-1", 200, "0123456789", null],
])("RFC 9110: %s is answered with %i", async (range, status, text, contentRange) => {
  const answer = await request({ range });
  expect(answer).toMatchObject({ status, text, range: contentRange });
  if (status !== 416) expect(answer.length).toBe(String(text.length));
});

test("RFC 9110: If-Range of another version returns the whole file", async () => {
  expect(await request({ range: "bytes=2-4", "if-range": ETAG })).toMatchObject({ status: 206, text: "234" });
  expect(await request({ range: "bytes=2-4", "if-range": '"old"' })).toMatchObject({
    status: 200,
    length: "10",
  });
});

test("RFC 9110: a matching ETag is answered with 304, and HEAD reads no bytes", async () => {
  for (const tags of [ETAG, `W/${ETAG}`, `"old", ${ETAG}`, " * "])
    expect(await request({ "if-none-match": tags }, "/lost"), tags).toMatchObject({ status: 304, text: "" });
  expect(await request({}, "/lost", "HEAD")).toMatchObject({ status: 200, text: "", length: "10" });
  expect(await request({ "if-none-match": '"old"' })).toMatchObject({ status: 200 });
});

test("RFC 6266: every file name is kept, with an ASCII fallback for old clients", () => {
  expect(dispositionOf('Grüße "50%" (Ada\'s)*.pdf')).toBe(
    `attachment; filename="Grue _50__ (Ada's)*.pdf"; filename*=UTF-8''Gr%C3%BC%C3%9Fe%20%2250%25%22%20%28Ada%27s%29%2A.pdf`,
  );
  expect(dispositionOf("契約")).toBe(`attachment; filename="file"; filename*=UTF-8''%E5%A5%91%E7%B4%84`);
});
