import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, inject, test } from "vitest";
import { environment } from "#platform/config/environment.ts";
import { suspendedWork } from "#platform/crash/crash-records.ts";
import { withClient } from "#platform/database/connection.ts";
import { BOOTSTRAP_USER, OWNER_USER } from "#platform/database/roles.ts";
import { DatabaseProxy } from "#platform/testing/servers/database-proxy.ts";
import { freePort } from "#platform/testing/servers/free-port.ts";
import { serverSources } from "./server-sources.ts";

const ROOT = join(import.meta.dirname, "../../..");

/** Services whose rows are not influenced from outside; every other one names its row for the crash records. */
const WITHOUT_ROWS: Record<string, string> = {
  "features/email/delivery/take-over-mail.ts": "only enqueues a job, which runs under its own name",
  "platform/notify/notice-delivery-service.ts": "deliver-notices.ts names the person",
};

test("every job and every background service runs under the name of its row", () => {
  const sources = serverSources();
  const running = sources.filter(({ text }) => /\bjob\.run\(/.test(text));
  expect(running.map(({ path }) => path)).toEqual(["platform/jobs/job-workers.ts"]);
  expect(running[0]?.text).toContain("attributeWork(");
  expect(sources.find(({ path }) => path.endsWith("deliver-notices.ts"))?.text).toContain("attributeRow(");
  const withServices = sources.filter(({ text }) => /: (Background|Separate)Service = \{/.test(text));
  expect(withServices.length).toBeGreaterThan(2);
  for (const { path, text } of withServices)
    if (!WITHOUT_ROWS[path]) expect(text, path).toContain("attributeRow(");
});

test.concurrent("an uncaught error ends the program in order, twice for one row; then that row is set aside and the rest runs", {
  timeout: 150_000,
}, async ({ expect }) => {
  const { program, output, dataDir, url, ended } = await start("src/app/laws/crashing-program.ts");
  const lastRun = () => output().split("restarting in 2 s")[1] ?? "";
  await expect
    .poll(lastRun, { timeout: 120_000 })
    .toMatch(/Adjutant is ready[\s\S]*worked on good\nworked on fine\nworked on good/);
  expect(output().match(/restarting in \d s/g)).toHaveLength(2);
  expect(output()).toMatch(/Adjutant (crashed \(code 70\)|did not start); restarting in 1 s/);
  expect(lastRun()).not.toContain("worked on bad");
  expect(suspendedWork(dataDir)).toMatchObject([
    { name: "Planted", row: "bad", crashes: 2, problem: "Error: planted" },
  ]);
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  const refused = await fetch(`${url}/shared/planted`);
  expect(refused.status).toBe(500);
  expect(await refused.json()).toMatchObject({ error: { code: "internal", requestId: expect.any(String) } });
  await expect.poll(output, { timeout: 40_000 }).toContain("restarting in 4 s");
  program.kill("SIGTERM");
  expect(await ended).toBe(0);
});

test.concurrent("a runtime crash is attributed to the work that ran both times, and to nothing else", {
  timeout: 150_000,
}, async ({ expect }) => {
  const { program, output, dataDir, ended } = await start("src/app/laws/crashing-program.ts", {
    ...{ PLANTED: "abort", SUPERVISOR_FIRST_PAUSE_MS: "10" },
  });
  await expect
    .poll(output, { timeout: 120_000 })
    .toMatch(/(restarting in [\s\S]*){2}ready[\s\S]*worked on fine/);
  expect(suspendedWork(dataDir)).toMatchObject([
    { name: "Planted", row: "bad", crashes: 2, problem: "The runtime ended: SIGABRT" },
  ]);
  program.kill("SIGTERM");
  expect(await ended).toBe(0);
});

test.concurrent("a start refused by a condition is not retried", { timeout: 150_000 }, async ({ expect }) => {
  const { output, ended } = await start("src/app/main.ts", { PORT: "no number" });
  expect(await ended).toBe(1);
  expect(output()).toContain("PORT");
  expect(output()).not.toContain("restarting");
});

test.concurrent("a program that ran and cannot start again is given up after five attempts, with a message", {
  timeout: 150_000,
}, async ({ expect }) => {
  // Becomes ready once and then refuses to start, as after a changed setting.
  const mark = join(folder, randomUUID());
  const file = join(folder, `${randomUUID()}.mjs`);
  writeFileSync(
    file,
    `import { existsSync, writeFileSync } from "node:fs";
     if (existsSync("${mark}")) { console.error("PORT is not a number"); process.exit(1); }
     writeFileSync("${mark}", "");
     process.send({ type: "ready" }, () => process.kill(process.pid, "SIGKILL"));`,
  );
  const { output, ended } = supervised([file], { SUPERVISOR_FIRST_PAUSE_MS: "10" });
  expect(await ended).toBe(1);
  expect(output().split("PORT is not a number")).toHaveLength(6);
  expect(output()).toContain("did not start again in 5 tries");
});

const { host, template } = inject("testCluster");
const asBootstrap = { host, port: 5432, user: BOOTSTRAP_USER, database: "postgres", password: "" };
const folder = mkdtempSync(join(tmpdir(), "adjutant-crash-"));
const made: string[] = [];
/** The tests' database server listens only on a Unix socket. */
const proxy = await DatabaseProxy.to(join(host, ".s.PGSQL.5432"));
const programs = new Set<ChildProcess>();
afterAll(async () => {
  for (const program of programs) program.kill("SIGKILL");
  await proxy.close();
  for (const name of made)
    await withClient(asBootstrap, (client) => client.query(`drop database ${name} with (force)`));
  rmSync(folder, { recursive: true });
});

/** A program under the supervisor of `npm start`, with a database of its own. */
async function start(file: string, settings: Record<string, string> = {}) {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const database = `create database ${name} template ${template} owner ${OWNER_USER}`;
  await withClient(asBootstrap, (client) => client.query(database));
  made.push(name);
  const [dataDir, webFolder, port] = [join(folder, name), join(folder, `${name}-web`), await freePort()];
  mkdirSync(join(webFolder, "assets"), { recursive: true });
  writeFileSync(join(webFolder, "index.html"), "<!-- page head --><!-- /page head -->");
  const given = {
    DATABASE_URL: `postgres://${OWNER_USER}@127.0.0.1:${proxy.port}/${name}`,
    ...{ DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: "info" },
    ...{ WEATHER_BASE_URL: "off", PLACES_BASE_URL: "off", ...settings },
  };
  return { ...supervised([file, webFolder], given), dataDir, url: `http://127.0.0.1:${port}` };
}

function supervised(args: string[], settings: Record<string, string>) {
  const program = spawn(process.execPath, ["scripts/supervise.mjs", ...args], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    // What one start has compiled the next ones use: they would only repeat it.
    env: {
      ...{ PATH: environment.PATH, HOME: environment.HOME, NODE_COMPILE_CACHE: join(folder, "compiled") },
      ...settings,
    },
  });
  programs.add(program);
  let text = "";
  for (const stream of [program.stdout, program.stderr])
    stream.on("data", (bytes) => {
      text += bytes;
    });
  const ended = once(program, "close").then(([code]) => {
    programs.delete(program);
    return code;
  });
  return { program, output: () => text, ended };
}
