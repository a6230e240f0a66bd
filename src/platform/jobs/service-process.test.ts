import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { JoinedConnections } from "#platform/database/prepare.ts";
import { createLog } from "#platform/log/log.ts";
import { ServiceProcess } from "./service-process.ts";

const folder = mkdtempSync(join(tmpdir(), "adjutant-service-"));
afterAll(() => rmSync(folder, { recursive: true }));

const connection = { user: "ada", database: "adjutant" };
const connections: JoinedConnections = {
  ...{ owner: connection, app: connection },
  ...{ auth: connection, maker: connection },
};
const log = createLog("silent");

/** Records its process id, its argument, how its predecessor ended and every message; does what it is sent. */
const PROGRAM = `
  import { appendFileSync } from "node:fs";
  const record = (line) => appendFileSync(FILE, line + "\\n");
  record([process.pid, process.argv[2], process.env.RUNTIME_END, process.execArgv.at(-1)].join(" "));
  process.on("SIGTERM", () => { record("SIGTERM"); process.exit(0); });
  process.on("disconnect", () => { record("disconnected"); process.exit(0); });
  process.on("message", ({ kind, connections, holder }) => {
    record(kind + (connections ? " " + connections.app.user + " " + holder : ""));
    if (kind === "wake") process.abort();
    if (kind === "settings") process.exit(70);
  });`;

function program(name: string) {
  const record = join(folder, `${name}.txt`);
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, PROGRAM.replace("FILE", JSON.stringify(record)));
  const lines = () => (existsSync(record) ? readFileSync(record, "utf8").trim().split("\n") : []);
  return { lines, given: { file, name, megabytes: 64, pauseMs: 20 } };
}

const isRunning = (pid: number) => existsSync(`/proc/${pid}`);

test("it is given its database first, runs again after each end by itself, and knows how its predecessor ended", async () => {
  const { lines, given } = program("restarted");
  const service = new ServiceProcess(given, connections, log);
  await expect.poll(() => lines().length).toBe(2);
  const open = expect.stringMatching(/^open ada [0-9a-f-]{36}$/);
  const started = (runtimeEnd: string) => [
    expect.stringMatching(new RegExp(`^\\d+ restarted ${runtimeEnd} --max-old-space-size=64$`)),
    open,
  ];
  expect(lines()).toEqual(started(""));
  service.send({ kind: "wake" });
  await expect.poll(lines).toEqual([...started(""), "wake", ...started("SIGABRT")]);
  service.send({ kind: "settings" });
  const all = [...started(""), "wake", ...started("SIGABRT"), "settings", ...started("")];
  await expect.poll(lines).toEqual(all);
  await service.close();
  expect(lines()).toEqual([...all, "SIGTERM"]);
  // What one leases the next can go on with.
  expect(new Set(lines().filter((line) => line.startsWith("open"))).size).toBe(1);
});

test("closing while it waits for its next start starts nothing more, and sending then is no error", async () => {
  const { lines, given } = program("closed");
  const service = new ServiceProcess({ ...given, pauseMs: 60_000 }, connections, log);
  await expect.poll(() => lines().length).toBe(2);
  service.send({ kind: "settings" });
  await expect.poll(() => isRunning(Number.parseInt(lines()[0] ?? "", 10))).toBe(false);
  service.send({ kind: "wake" });
  await service.close();
  expect(lines().slice(2)).toEqual(["settings"]);
});

test("it ends with a program that is killed", async () => {
  const { lines, given } = program("orphaned");
  const parent = join(folder, "parent.ts");
  const module = join(import.meta.dirname, "service-process.ts");
  writeFileSync(
    parent,
    `const { ServiceProcess } = await import(${JSON.stringify(module)});
     new ServiceProcess(${JSON.stringify(given)}, ${JSON.stringify(connections)}, console);`,
  );
  const running = spawn(process.execPath, [parent], { stdio: "inherit" });
  await expect.poll(() => lines().length, { timeout: 10_000 }).toBe(2);
  running.kill("SIGKILL");
  await expect.poll(() => lines().at(-1)).toBe("disconnected");
});
