import { execFile, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@playwright/test";
import { environment } from "./environment.ts";
import { Person } from "./support/person.ts";
import { Instance } from "./support/product.ts";

const run = promisify(execFile);
const ROOT = resolve(import.meta.dirname, "..");

test("a signal to npm reaches the server, which exits cleanly with 0", async () => {
  const instance = await Instance.blank();
  const npm = await npmStart(instance);
  npm.process.kill("SIGTERM");
  expect(await npm.ended).toBe(0);
  await expect(fetch(`${instance.url}/healthz`)).rejects.toThrow("fetch failed");
  await instance.remove();
});

test("when npm is killed the server ends too, and the next start finds the port and the folder free", async () => {
  const instance = await Instance.create();
  const npm = await npmStart(instance);
  npm.process.kill("SIGKILL");
  // The server notices within a second and still has to finish its work.
  await expect(async () => expect(await (await instance.start()).end()).toBe(0)).toPass();
  await instance.remove();
});

test("a killed server is restarted with everything acknowledged, and still exits cleanly", async () => {
  const instance = await Instance.create();
  const npm = await npmStart(instance);
  const ada = await Person.signUp(instance.url, "Ada Lovelace");
  await ada.call("tasks.create", { title: "Before the crash" });
  process.kill(await serverBelow(npm.process.pid ?? 0), "SIGKILL");
  await expect.poll(() => npm.readyCount(), { timeout: 30_000 }).toBe(2);
  const { items } = await ada.call<{ items: { title: string }[] }>("tasks.list");
  expect(items).toMatchObject([{ title: "Before the crash" }]);
  npm.process.kill("SIGTERM");
  expect(await npm.ended).toBe(0);
  await instance.remove();
});

test("terminated between a crash and the restart, npm start also stops the database server", async () => {
  const instance = await Instance.create();
  const npm = await npmStart(instance);
  const [pid] = (await readFile(join(instance.dataDir, "postgres", "postmaster.pid"), "utf8")).split("\n");
  process.kill(await serverBelow(npm.process.pid ?? 0), "SIGKILL");
  await npm.waitForOutput("restarting in 1 s");
  npm.process.kill("SIGTERM");
  expect(await npm.ended).toBe(0);
  expect(await commandOf(Number(pid))).not.toContain(instance.dataDir);
  await instance.remove();
});

/** Empty where the process is gone or a zombie. */
const commandOf = (pid: number) =>
  run("ps", ["-o", "stat=,args=", "-p", String(pid)]).then(
    ({ stdout }) => (stdout.startsWith("Z") ? "" : stdout),
    () => "",
  );

/** The server process among the descendants of this one. */
async function serverBelow(ancestor: number): Promise<number> {
  const { stdout } = await run("ps", ["-eo", "pid=,ppid=,args="]);
  const processes = stdout.split("\n").map((line) => {
    const [pid, parent, ...command] = line.trim().split(/\s+/);
    return { pid: Number(pid), parent: Number(parent), command: command.join(" ") };
  });
  const below = new Set([ancestor]);
  for (let before = 0; before < below.size; ) {
    before = below.size;
    for (const { pid, parent } of processes) if (below.has(parent)) below.add(pid);
  }
  const found = processes.find(
    ({ pid, command }) =>
      below.has(pid) && /^\S*node .*main\.js$/.test(command) && !command.includes("start"),
  );
  if (!found) throw new Error("No server runs below npm");
  return found.pid;
}

async function npmStart({ settings, url }: Instance) {
  const program = spawn("npm", ["start"], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...environment, ...settings, LOG_LEVEL: "warn" },
  });
  const ended = new Promise<number | null>((end) => program.once("exit", (code) => end(code)));
  let output = "";
  for (const stream of [program.stdout, program.stderr])
    stream.on("data", (text) => {
      output += text;
    });
  const waitForOutput = (text: string) =>
    new Promise<void>((found, failed) => {
      const check = () => output.includes(text) && found();
      for (const stream of [program.stdout, program.stderr]) stream.on("data", check);
      program.once("exit", (code) => failed(new Error(`npm start ended with ${code}:\n${output}`)));
      check();
    });
  const ready = `Adjutant is ready at ${url}`;
  await waitForOutput(ready);
  return { process: program, ended, waitForOutput, readyCount: () => output.split(ready).length - 1 };
}
