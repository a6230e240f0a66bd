import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { copyFile, open, rm, writeFile } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ReadableStream } from "node:stream/web";
import { serve } from "@hono/node-server";
import { Hono } from "hono";
import { documents } from "#features/documents/documents.ts";
import { documentRoutes } from "#features/documents/routes.ts";
import { invoke } from "#platform/capability/execute.ts";
import type { Edge } from "#platform/http/edge.ts";
import { errorResponse } from "#platform/http/error-response.ts";
import { withoutTypes } from "../src/platform/capability/definition.ts";
import { createBenchInstance, type Fill } from "./support/bench-instance.ts";
import { compare, report, timed } from "./support/compare.ts";

// Documents: an upload against a plain copy of the file, list and search among 10,000 documents with their texts, and
// the memory of the server during 20 concurrent uploads of 50 MB.

const MANY = 10_000;
const RARE = 7;
const MB = 1024 ** 2;

/** Each document has about 300 words; 'heating' is in RARE of them, 'board' in every second one. */
const rows: Fill = {
  table: "documents",
  fill: (owner, ada) =>
    owner.query(
      `insert into documents (user_id, title, file_name, file_type, file_size, storage_key, sha256, created_at, read_state)
       select $1, 'Document ' || n, n || '.pdf', 'application/pdf', n, '00/00/' || n, n, now() - n * interval '1 hour', 'read'
       from generate_series(1, ${MANY}) n`,
      [ada],
    ),
};
const texts: Fill = {
  table: "document_texts",
  fill: (owner, ada) =>
    owner.query(
      `insert into document_texts (document_id, user_id, content)
       select id, $1, (select string_agg('word' || (file_size * 31 + word * 17) % 9973, ' ') from generate_series(1, 300) word)
         || case when file_size % 2 = 0 then ' the board decides' else '' end
         || case when file_size % ${Math.floor(MANY / RARE)} = 0 then ' heating' else '' end
       from documents where user_id = $1`,
      [ada],
    ),
};

const instance = await createBenchInstance([rows, texts]);
const { ada, bare } = instance;
const nothing = async () => {};
const services = { ...instance.services, jobs: { ...instance.services.jobs, enqueue: nothing } };
const list = (input: object) =>
  invoke(services, withoutTypes(documents.list), input, {
    actor: ada,
    requestId: "bench",
    address: null,
  }) as Promise<{ items: { id: string }[] }>;

const found = await list({ text: "heating" });
if (found.items.length !== RARE) throw new Error(`'heating' was found ${found.items.length} times`);
const newest = `select id, title, file_name, file_type, file_size, created_at from documents
  where user_id = $1 and deleted_at is null order by created_at desc, id desc limit 51`;
for (const [name, input] of [
  ["the first page", {}],
  ["a rare word of the content", { text: "heating" }],
  ["a word of every second content", { text: "board" }],
  ["the beginning of a word, with another", { text: "boa word12" }],
] as const)
  await compare({
    name: `documents.list among ${MANY}: ${name}`,
    measured: () => list(input),
    floor: () => bare.query(newest, [ada.userId]),
    floorName: "the rows of the first page, bare driver",
    times: 20,
  });

const app = new Hono<Edge>();
app.onError((error) => errorResponse(error, "bench", services.log));
app.use(async (context, next) => {
  context.set("requestId", randomUUID());
  context.set("actor", ada);
  await next();
});
documentRoutes(app, { services, log: services.log } as Parameters<typeof documentRoutes>[1]);
const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" });
await once(server, "listening");
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/files/documents`;

/** A form with a text file of this many megabytes, generated while it is sent. */
async function upload(megabytes: number): Promise<void> {
  const part = (name: string, more = "") =>
    `--b\r\ncontent-disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const line = Buffer.from(`${randomBytes(32).toString("hex")}\n`.repeat(MB / 65).padEnd(MB, "x"));
  async function* body() {
    yield Buffer.from(`${part("title")}Upload\r\n${part("file", '; filename="a.txt"')}`);
    for (let sent = 0; sent < megabytes; sent += 1) yield line;
    yield Buffer.from("\r\n--b--\r\n");
  }
  const answer = await fetch(address, {
    method: "POST",
    headers: { "content-type": "multipart/form-data; boundary=b" },
    body: ReadableStream.from(body()),
    duplex: "half",
  } as RequestInit);
  if (answer.status !== 200)
    throw new Error(`An upload was answered with ${answer.status}: ${await answer.text()}`);
}

const folder = mkdtempSync(join(tmpdir(), "adjutant-bench-copy-"));
const source = join(folder, "source");
await writeFile(source, randomBytes(20 * MB));
await compare({
  name: "upload of 20 MB",
  measured: () => upload(20),
  floor: async () => {
    const copy = join(folder, randomUUID());
    await copyFile(source, copy);
    const file = await open(copy, "r+");
    await file.sync();
    await file.close();
    await rm(copy);
  },
  floorName: "copy of the file, synchronised",
  times: 2,
});
rmSync(folder, { recursive: true });

const before = process.memoryUsage().rss;
let peak = before;
const watch = setInterval(() => {
  peak = Math.max(peak, process.memoryUsage().rss);
}, 20);
const times = await Promise.all(Array.from({ length: 20 }, () => timed(() => upload(50))));
clearInterval(watch);
report("20 uploads of 50 MB at once, each", times);
console.log(
  `  memory: ${Math.round(before / MB)} MB before, at most ${Math.round(peak / MB)} MB during them`,
);

server.close();
await services.workers.close();
await instance.remove();
