import { spawn } from "node:child_process";
import { resolve } from "node:path";
import { expect, test } from "@playwright/test";
import { Instance } from "./product.ts";

const ROOT = resolve(import.meta.dirname, "..");

test("a signal to npm reaches the server, which ends in order with 0", async () => {
  const instance = await Instance.blank();
  const npm = await npmStart(instance);
  npm.process.kill("SIGTERM");
  expect(await npm.ended).toBe(0);
  await expect(fetch(`${instance.url}/healthz`)).rejects.toThrow("fetch failed");
  await instance.remove();
});

test("when npm is killed the server does not live on, and the next start finds the port and the folder free", async () => {
  const instance = await Instance.create();
  const npm = await npmStart(instance);
  npm.process.kill("SIGKILL");
  // The server notices within a second and still has to finish its work.
  await expect(async () => expect(await (await instance.start()).end()).toBe(0)).toPass();
  await instance.remove();
});

async function npmStart({ settings, url }: Instance) {
  const program = spawn("npm", ["start"], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...settings, LOG_LEVEL: "warn" },
  });
  const ended = new Promise<number | null>((end) => program.once("exit", (code) => end(code)));
  await new Promise<void>((ready, failed) => {
    program.stdout.on("data", (text) => String(text).includes(`Adjutant is ready at ${url}`) && ready());
    program.once("exit", (code) => failed(new Error(`npm start ended with ${code}`)));
  });
  return { process: program, ended };
}
