import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { expect, test } from "vitest";
import { AppError } from "#platform/capability/errors.ts";
import { readUpload } from "./read-upload.ts";

/** A request whose body arrives in pieces of the given size. */
function requestInChunks(
  body: Uint8Array,
  chunkSize: number,
  contentType: string,
  onEnd = () => {},
): Request {
  let at = 0;
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (at >= body.length) {
        onEnd();
        return controller.close();
      }
      controller.enqueue(body.slice(at, at + chunkSize));
      at += chunkSize;
    },
  });
  return new Request("http://127.0.0.1/", {
    method: "POST",
    headers: { "content-type": contentType },
    body: stream,
    duplex: "half",
  } as RequestInit);
}

async function formOf(parts: FormData, chunkSize: number, onEnd?: () => void): Promise<Request> {
  const request = new Request("http://127.0.0.1/", { method: "POST", body: parts });
  const type = request.headers.get("content-type") ?? "";
  return requestInChunks(new Uint8Array(await request.arrayBuffer()), chunkSize, type, onEnd);
}

const collect = async (fileName: string, content: AsyncIterable<Uint8Array>) => ({
  fileName,
  bytes: await buffer(content),
});

test("fields and a file are read unchanged, however the bytes are split", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uint8Array({ maxLength: 500 }),
      fc.string({ unit: "grapheme", maxLength: 30 }).filter((text) => !/[\r\n]/.test(text)),
      fc.integer({ min: 1, max: 200 }),
      async (bytes, title, chunkSize) => {
        const content = new Uint8Array([...bytes, ...Buffer.from("\r\n--\r\n----"), ...bytes]);
        const form = new FormData();
        form.append("title", title);
        form.append("file", new Blob([content]), 'Größe "A".pdf');
        form.append("tags", "a,b");
        const { fields, file } = await readUpload(await formOf(form, chunkSize), 10_000, collect);
        expect(fields).toEqual({ title, tags: "a,b" });
        expect(file).toEqual({ fileName: 'Größe "A".pdf', bytes: Buffer.from(content) });
      },
    ),
    { numRuns: 60, seed: 20_261_121 },
  );
});

test("an invalid, truncated or too large form is refused with a message", async () => {
  const type = "multipart/form-data; boundary=b";
  const file = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
  const bodies: [string, string, string][] = [
    ["text/plain", "hello", "multipart/form-data"],
    ["multipart/form-data", "hello", "multipart/form-data"],
    [type, "hello", "broke off"],
    [type, `${file}half`, "broke off"],
    [type, `${file}whole\r\n--b`, "broke off"],
    [type, `--b\r\nx: ${"y".repeat(20_000)}`, "not valid"],
    [type, `${file}one\r\n${file}two\r\n--b--`, "one file"],
    [type, `${file}${"z".repeat(1_100_000)}\r\n--b--`, "too large"],
    [
      type,
      `--b\r\ncontent-disposition: form-data; name="t"\r\n\r\n${"z".repeat(70_000)}\r\n--b--`,
      "too long",
    ],
    [type, `${'--b\r\ncontent-disposition: form-data; name="t"\r\n\r\n\r\n'.repeat(40)}--b--`, "too many"],
  ];
  for (const [contentType, body, words] of bodies)
    await expect(
      readUpload(requestInChunks(Buffer.from(body), 997, contentType), 10, collect),
      words,
    ).rejects.toThrow(words);
});

test("a refused file is read to its end, so that the client receives the answer", async () => {
  const form = new FormData();
  form.append("file", new Blob([new Uint8Array(100_000)]), "a.txt");
  form.append("title", "After the file");
  let isRead = false;
  const request = await formOf(form, 1000, () => {
    isRead = true;
  });
  const refusing = readUpload(request, 200_000, async (_, content) => {
    for await (const _chunk of content) throw new AppError("invalid", "Not this one");
  });
  await expect(refusing).rejects.toThrow("Not this one");
  expect(isRead).toBe(true);
});

test("a form at its limits is read, and one byte more is refused", async () => {
  const type = "multipart/form-data; boundary=b";
  const field = (length: number) =>
    `--b\r\ncontent-disposition: form-data; name="t"\r\n\r\n${"z".repeat(length)}\r\n--b--`;
  const read = (body: string) => readUpload(requestInChunks(Buffer.from(body), 997, type), 10, collect);
  expect((await read(field(64 * 1024))).fields.t).toHaveLength(64 * 1024);
  await expect(read(field(64 * 1024 + 1))).rejects.toThrow("too long");
  const file = '--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\n';
  const sized = (length: number) => `${file}${"z".repeat(length - file.length - 7)}\r\n--b--`;
  expect((await read(sized(10 + 1024 * 1024))).file?.fileName).toBe("a.txt");
  await expect(read(sized(11 + 1024 * 1024))).rejects.toThrow("too large");
});
