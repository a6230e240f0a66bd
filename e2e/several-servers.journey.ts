import { createHash } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import S3rver from "s3rver";
import { withClient } from "../src/platform/database/connection.ts";
import { type EmbeddedServer, startEmbedded } from "../src/platform/database/embedded/embedded.ts";
import { BOOTSTRAP_USER, createRolesAndDatabase, OWNER_USER } from "../src/platform/database/roles.ts";
import { quickFolder } from "../src/platform/testing/quick-folder.ts";
import { freePort } from "../src/platform/testing/servers/free-port.ts";
import { expect, expectAccessible, test } from "./support/fixtures.ts";
import { Person } from "./support/person.ts";
import { Instance, type Program, temporaryFolder } from "./support/product.ts";

// What docs/operations.md describes, as processes: PostgreSQL, an S3 service and two servers, each with a folder of its
// own. One is killed, and the other one goes on.

/** Every request with a file has it. */
const UPLOAD = { "x-adjutant-upload": "1" };
const PART = 5 * 1024 ** 2;
const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

let folder: string;
let postgres: EmbeddedServer;
let bucket: S3rver;
let settings: Record<string, string>;
const instances: Instance[] = [];
const programs: Program[] = [];

/** Another server of the same instance. */
async function startServer(given = settings): Promise<{ url: string; program: Program }> {
  const instance = new Instance(await temporaryFolder(), await freePort(), given);
  instances.push(instance);
  const program = await instance.start();
  programs.push(program);
  return { url: instance.url, program };
}

test.beforeAll(async () => {
  folder = await temporaryFolder(quickFolder());
  postgres = await startEmbedded({ dataDir: join(folder, "database"), durable: false, maxConnections: 120 });
  await withClient(postgres.connection(BOOTSTRAP_USER, "postgres"), (client) =>
    createRolesAndDatabase(client, "adjutant"),
  );
  const { host = "" } = postgres.connection(OWNER_USER, "adjutant");
  bucket = new S3rver({
    ...{ port: 0, address: "127.0.0.1", silent: true },
    directory: join(folder, "s3"),
    configureBuckets: [{ name: "adjutant", configs: [] }],
  });
  const { port } = await bucket.run();
  settings = {
    DATABASE_URL: `postgres://${OWNER_USER}:secret@localhost/adjutant?host=${encodeURIComponent(host)}`,
    MASTER_KEYS: Buffer.alloc(32, 7).toString("base64"),
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: "adjutant",
    S3_ACCESS_KEY_ID: "S3RVER",
    S3_SECRET_ACCESS_KEY: "S3RVER",
  };
});

test.afterAll(async () => {
  for (const program of programs.toReversed()) await program.end();
  await Promise.all(instances.map((instance) => instance.remove()));
  await bucket.close();
  await postgres.stop();
  await rm(folder, { recursive: true, force: true });
});

/** The same browser at another server: cookies do not depend on the port. */
const at =
  (url: string, person: Person) =>
  (path: string, init: RequestInit = {}) =>
    fetch(url + path, { ...init, headers: { ...init.headers, origin: url, cookie: person.cookie } });

async function upload(person: Person, name: string, text: string): Promise<string> {
  const form = new FormData();
  form.set("title", name);
  form.set("file", new File([text], name));
  const response = await person.request("/files/documents", { method: "POST", body: form, headers: UPLOAD });
  expect(response.status, await response.clone().text()).toBeLessThan(300);
  return ((await response.json()) as { id: string }).id;
}

/** Resolves with what the person's stream at this server has sent, once it contains the text. */
async function readStream(url: string, person: Person) {
  const abort = new AbortController();
  const { body } = await at(url, person)("/events", { signal: abort.signal });
  let text = "";
  const reading = (async () => {
    for await (const part of body?.pipeThrough(new TextDecoderStream()) ?? []) text += part;
    // The end of the test aborts it.
  })().catch(() => {});
  await expect.poll(() => text).toContain("event: ready");
  return {
    received: () => text,
    end: async () => {
      abort.abort();
      await reading;
    },
  };
}

/** A person with a session at each server. */
type Two = { ada: Person; adaAtSecond: Person };

async function readFileOfOtherServer({ ada, adaAtSecond }: Two): Promise<void> {
  const id = await upload(ada, "minutes.txt", "The board meets in Lisbon");
  const response = await adaAtSecond.request(`/files/documents/${id}`);
  expect(await response.text()).toBe("The board meets in Lisbon");
}

/** The parts of a large file go to both servers in turn. */
async function uploadPartsToBoth({ ada, adaAtSecond }: Two): Promise<void> {
  const bytes = Buffer.alloc(2 * PART + 1000, "Minutes of the board. ");
  const { id } = await ada.call<{ id: string }>("uploads.create", {
    ...{ fileName: "archive.txt", fileSize: bytes.length, sha256: sha256(bytes) },
    fields: { title: "Archive" },
  });
  for (const [n, person] of [ada, adaAtSecond, ada].entries()) {
    const part = new Uint8Array(bytes.subarray(n * PART, (n + 1) * PART));
    const headers = { ...UPLOAD, "upload-offset": String(n * PART), "part-sha256": sha256(part) };
    const response = await person.request(`/files/uploads/${id}`, { method: "PUT", body: part, headers });
    expect(response.status, await response.text()).toBe(200);
  }
  const finished = await adaAtSecond.request(`/files/uploads/${id}`, { method: "POST", headers: UPLOAD });
  expect(finished.status, await finished.clone().text()).toBeLessThan(300);
  const document = (await finished.json()) as { id: string };
  const read = await ada.request(`/files/documents/${document.id}`);
  expect(sha256(new Uint8Array(await read.arrayBuffer()))).toBe(sha256(bytes));
}

/** A change at one server reaches an open page and a stream of the other. */
async function receiveChangeOfOtherServer(page: Page, url: string, ada: Person): Promise<void> {
  await ada.signInPage(page);
  await page.goto(`${url}/tasks`);
  await expect(page.getByRole("heading", { name: "Task Management" })).toBeVisible();
  const stream = await readStream(url, ada);
  await ada.call("tasks.create", { title: "Written at the first server" });
  await expect.poll(stream.received).toContain('"resource":"tasks"');
  await expect(page.getByText("Written at the first server").first()).toBeVisible();
  await stream.end();
}

type Health = { filePlaces: string[]; hints: string[] };

/** A third server with a folder of its own for files says so, and the health page shows it. */
async function warnOfOtherPlace(page: Page, url: string, ada: Person): Promise<void> {
  const { DATABASE_URL = "", MASTER_KEYS = "" } = settings;
  const third = await startServer({ DATABASE_URL, MASTER_KEYS });
  await third.program.waitForOutput("Another server of this instance stores its files in another place");
  const health = await ada.call<Health>("systemHealth.get");
  expect(health.filePlaces).toHaveLength(2);
  expect(health.hints.join()).toContain("Servers store files in different places");
  await page.goto(`${url}/admin/health`);
  await expect(page.getByText(/Servers store files in different places/)).toBeVisible();
  await expectAccessible(page);
  await third.program.end();
  expect((await ada.call<Health>("systemHealth.get")).filePlaces).toHaveLength(1);
}

/** Files, changes, jobs and sign-in, after the other server was killed. */
async function goOnAlone(url: string, ada: Person): Promise<void> {
  const stream = await readStream(url, ada);
  const id = await upload(ada, "after.txt", "Written after the other server was killed");
  await expect.poll(stream.received).toContain('"resource":"documents"');
  expect(await (await ada.request(`/files/documents/${id}`)).text()).toContain("was killed");
  // Reading the text is a job, which the remaining server does.
  const found = async () =>
    (await ada.call<{ items: { id: string }[] }>("documents.list", { text: "killed" })).items;
  await expect.poll(async () => (await found()).map((each) => each.id), { timeout: 60_000 }).toEqual([id]);
  const again = await Person.signIn(url, ada);
  expect((await again.call<{ items: unknown[] }>("tasks.list")).items).toHaveLength(1);
  await stream.end();
}

test("DOC-10: two servers with one database and one bucket serve the same people, and one goes on when the other is killed", async ({
  page,
}) => {
  test.setTimeout(240_000);
  const [first, second] = [await startServer(), await startServer()];
  expect(second.program.output).not.toContain("in another place");
  const ada = await Person.signUp(first.url, "Ada Lovelace");
  await test.step("a session of one is valid at the other", async () => {
    const headers = { "content-type": "application/json" };
    const asked = { method: "POST", body: "{}", headers };
    const response = await at(second.url, ada)("/rpc/session.current", asked);
    expect(await response.json()).toMatchObject({ user: { fullName: "Ada Lovelace" } });
  });
  const two = { ada, adaAtSecond: await Person.signIn(second.url, ada) };
  await test.step("files", () => readFileOfOtherServer(two));
  await test.step("large files", () => uploadPartsToBoth(two));
  await test.step("changes", () => receiveChangeOfOtherServer(page, second.url, ada));
  await test.step("another place", () => warnOfOtherPlace(page, second.url, ada));
  await first.program.end("SIGKILL");
  await test.step("after a kill", () => goOnAlone(second.url, two.adaAtSecond));
});

test("a server does not start on the files of another instance", async () => {
  const { DATABASE_URL: _, ...others } = settings;
  const instance = await Instance.create(others);
  const starting = instance.start();
  // Otherwise a program that does start would outlive the test.
  starting.then(
    (program) => program.end(),
    () => {},
  );
  await expect(starting).rejects.toThrow(/Another Adjutant instance stores its files in the bucket adjutant/);
  await instance.remove();
});
