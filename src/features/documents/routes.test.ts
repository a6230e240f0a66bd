import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { request } from "node:http";
import { beforeEach, expect, test } from "vitest";
import type { Person } from "#platform/testing/test-database.ts";
import {
  aForm,
  documentRequests,
  documentRoutesInstance,
  type Fields,
  refusal,
} from "./document-routes.factory.ts";
import { documents } from "./documents.ts";
import { aDocument, aFile, aLockedPdf } from "./factory.ts";
import { EXTENSIONS, FILE_TYPES, MAX_FILE_BYTES, QUOTA_BYTES } from "./model.ts";
import { documents as documentRows } from "./tables.ts";

const { instance, meet, storedKeys, server, address } = await documentRoutesInstance();
const { owner } = instance;
const { send, upload, download } = documentRequests(address);

let ada: Person;
let bob: Person;
beforeEach(async () => {
  ({ ada, bob } = await meet());
});

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
