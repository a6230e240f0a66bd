import { randomUUID } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { afterAll, expect, inject, test } from "vitest";
import { parseConfig } from "#platform/config/config.ts";
import { withClient } from "#platform/database/connection.ts";
import { BOOTSTRAP_USER, OWNER_USER } from "#platform/database/roles.ts";
import { createLog } from "#platform/log/log.ts";
import { type DatabaseFault, DatabaseProxy } from "#platform/testing/servers/database-proxy.ts";
import { freePort } from "#platform/testing/servers/free-port.ts";
import { serveProduct } from "../serve-product.ts";
import { IS_FULL_SIZE, sized } from "./full-size.ts";
import { serverSources } from "./server-sources.ts";

/** How long a fault lasts, and how many people write meanwhile. */
const FAULT_MS = sized(3_000, 30_000);
const WRITERS = sized(3, 20);
/** After the fault, or after a failover, the service is back within this. */
const BACK_MS = 15_000;
/** No request waits longer for its answer, whatever the database does. */
const ANSWER_MS = 25_000;

/** Every way to open a connection, and what detects that it hangs. A new place has to be added here. */
const PLACES: Record<string, string> = {
  "platform/database/connection.ts": "defines them",
  "platform/database/database.ts": "pools of requests and of sign-in: asked by /readyz",
  "platform/jobs/queue-database.ts": "pool of the job queue, and its listener with a heartbeat",
  "platform/events/event-broadcaster.ts": "listener with a heartbeat",
  "platform/database/listen.ts": "defines the listener",
  "platform/database/embedded/embedded.ts":
    "the lock on the embedded server, over a local socket; its end restarts it",
  "platform/database/external-server.ts": "at the start only, with a limit on connecting",
  "platform/database/prepare.ts": "migrations, a connection of its own for one piece of work",
  "platform/database/backup/backup.ts": "one piece of work",
  "platform/database/backup/backup-store.ts": "one piece of work",
  "platform/database/backup/restore.ts": "one piece of work",
  "platform/secrets/reseal-secrets.ts": "one piece of work",
  "platform/secrets/require-master-key.ts": "one piece of work, at the start",
  "platform/storage/storage-place.ts": "one piece of work, at the start",
  "app/commands.ts": "one piece of work",
};

test("connections are made in one file, and every place that opens one is listed with its safeguard", () => {
  const sources = serverSources();
  const made = sources.filter(({ text }) => /new (pg\.)?(Pool|Client)\(/.test(text)).map(({ path }) => path);
  expect(made).toEqual(["platform/database/connection.ts"]);
  for (const { path, text } of sources.filter((source) => /new PgBoss\(/.test(source.text)))
    expect(text, `${path} gives pg-boss a pool of ours`).toMatch(/new PgBoss\(\{\s+db: /);
  const opening = /\b(openPool|openClient|withClient|listenTo)\(/;
  const opened = sources.filter(({ text }) => opening.test(text)).map(({ path }) => path);
  expect(opened.toSorted()).toEqual(Object.keys(PLACES).toSorted());
});

const FAULTS: readonly DatabaseFault[] = ["swallow open", "swallow all", "delay", "reset", "drop half"];

/** One after another at full size: five programs with twenty writers each would only measure the machine. */
const law = IS_FULL_SIZE ? test : test.concurrent;

law.for(FAULTS)(
  "%s: the service recovers within 15 s, reports not ready meanwhile, and loses no acknowledged write",
  { timeout: sized(60_000, 180_000) },
  async (fault, { expect }) => {
    const outage = await startInstanceBehindProxy();
    const { proxy, write, isReady } = outage;
    await expect.poll(isReady).toBe(true);
    const answers: Answer[] = [];
    let isOver = false;
    const writers = Array.from({ length: WRITERS }, async () => {
      while (!isOver) {
        answers.push(await write());
        await pause(20);
      }
    });
    await expect.poll(() => answers.length, { timeout: 10_000 }).toBeGreaterThan(WRITERS);
    proxy.startFault(fault);
    if (fault === "swallow all" || fault === "reset" || fault === "delay")
      await expect.poll(isReady, { timeout: 10_000 }).toBe(false);
    await pause(fault === "swallow open" ? 0 : FAULT_MS);
    proxy.end();
    await expect
      .poll(async () => (await write()).status === 200, { timeout: BACK_MS, interval: 200 })
      .toBe(true);
    await expect.poll(isReady, { timeout: BACK_MS }).toBe(true);
    isOver = true;
    await Promise.all(writers);
    await outage.expectAlive();
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.filter(({ status }) => status !== 503)).toEqual([]);
    for (const { message } of refused) expect(message).toMatch(/database/);
    expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(ANSWER_MS);
    expect(await outage.lost(answers)).toEqual([]);
    const complaints = outage.logged().filter(({ msg }) => /job queue is unavailable/.test(msg));
    // Connections that were reset are noticed for certain, so that this finds the words of the log.
    if (fault === "reset") expect(complaints.length).toBeGreaterThan(0);
    expect(complaints.length).toBeLessThanOrEqual(2);
    for (const { error } of complaints) expect(error?.message).toMatch(/\S/);
    // What is tried again every few seconds says so once, not at every try.
    const byMessage = Map.groupBy(outage.logged(), ({ msg }) => msg);
    expect([...byMessage].filter(([, lines]) => lines.length > 2).map(([msg]) => msg)).toEqual([]);
    await outage.end();
  },
);

type Answer = { title: string; status: number; message: string; ms: number };
type Line = { level: string; msg: string; error?: { message: string } };

const { host, template } = inject("testCluster");
const asBootstrap = { host, port: 5432, user: BOOTSTRAP_USER, database: "postgres", password: "" };
const folder = mkdtempSync(join(tmpdir(), "adjutant-outage-"));
const made: string[] = [];
afterAll(async () => {
  for (const name of made)
    await withClient(asBootstrap, (client) => client.query(`drop database ${name} with (force)`));
  rmSync(folder, { recursive: true });
});

/** The whole program, whose only way to its database leads through a proxy. */
async function startInstanceBehindProxy() {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const database = `create database ${name} template ${template} owner ${OWNER_USER}`;
  await withClient(asBootstrap, (client) => client.query(database));
  made.push(name);
  const proxy = await DatabaseProxy.to(join(host, ".s.PGSQL.5432"));
  const lines: Line[] = [];
  const log = createLog("info", { write: (line) => void lines.push(JSON.parse(line)) });
  const port = await freePort();
  const config = parseConfig({
    DATABASE_URL: `postgres://${OWNER_USER}@127.0.0.1:${proxy.port}/${name}`,
    DATA_DIR: join(folder, name),
    PORT: String(port),
    LIMIT_REQUESTS_PER_MINUTE: "1000000",
    LIMIT_SIGN_UPS_PER_SOURCE: "1000000",
    WEATHER_BASE_URL: "off",
    PLACES_BASE_URL: "off",
  });
  const product = await serveProduct(config, log, { webFolder: aPage(name) });
  const browser = await signUp(`http://127.0.0.1:${port}`);
  return {
    proxy,
    write: browser.write,
    isReady: browser.isReady,
    logged: () => lines,
    /** Writes reach an open event stream, and jobs run: the listeners are connected again. */
    expectAlive: () => browser.checkEventStream((title) => expect(title).toBeTruthy()),
    lost: async (answers: readonly Answer[]) => {
      const { rows } = await withClient({ ...asBootstrap, database: name }, (client) =>
        client.query<{ title: string }>("select title from tasks"),
      );
      const stored = new Set(rows.map(({ title }) => title));
      return answers.filter(({ status, title }) => status === 200 && !stored.has(title));
    },
    end: async () => {
      await product.close();
      await proxy.close();
    },
  };
}

async function signUp(url: string) {
  const json = { "content-type": "application/json", origin: url };
  const account = {
    fullName: "Ada Lovelace",
    email: `${randomUUID()}@example.com`,
    password: "difference engine",
  };
  const post = (path: string, body: unknown, cookie = "") =>
    fetch(url + path, { method: "POST", headers: { ...json, cookie }, body: JSON.stringify(body) });
  const signedUp = await post("/rpc/session.signUp", account);
  expect(signedUp.status).toBe(200);
  const cookie = signedUp.headers.get("set-cookie")?.split(";")[0] ?? "";
  const write = async (): Promise<Answer> => {
    const title = randomUUID();
    const startedAt = performance.now();
    const answer = await post("/rpc/tasks.create", { title }, cookie);
    const text = await answer.text();
    const message = answer.ok ? "" : JSON.parse(text).error.message;
    return { title, status: answer.status, message, ms: performance.now() - startedAt };
  };
  return {
    write,
    isReady: () => fetch(`${url}/readyz`).then(({ status }) => status === 200),
    checkEventStream: async (check: (title: string) => void) => {
      const abortController = new AbortController();
      const stream = await fetch(`${url}/events`, { headers: { cookie }, signal: abortController.signal });
      const decoder = new TextDecoder();
      let received = "";
      for await (const bytes of stream.body ?? []) {
        if (received === "") check((await write()).title);
        received += decoder.decode(bytes, { stream: true });
        if (received.includes('"resource":"tasks"')) break;
      }
      abortController.abort();
    },
  };
}

function aPage(name: string): string {
  const webFolder = join(folder, `${name}-web`);
  mkdirSync(join(webFolder, "assets"), { recursive: true });
  writeFileSync(join(webFolder, "index.html"), "<!-- page head --><!-- /page head -->");
  return webFolder;
}
