import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { afterAll, expect, test, vi } from "vitest";
import { isAlive, runningPostmaster } from "./postmaster-pid.ts";

const undo: (() => unknown)[] = [];
afterAll(() => {
  for (const each of undo) each();
});

test("no pid file means no server", async () => {
  expect(await runningPostmaster(cluster())).toBeNull();
});

test.concurrent("an empty pid file is removed", async () => {
  const folder = cluster("");
  expect(await runningPostmaster(folder)).toBeNull();
  expect(existsSync(join(folder, "postmaster.pid"))).toBe(false);
});

test.concurrent("a zombie's pid counts as none and its file is removed", async () => {
  // The shell becomes `sleep`, which never reaps its child; the child must not end before that.
  const parent = spawn("/bin/sh", ["-c", "sleep 0.3 & echo $!; exec sleep 60"], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  undo.push(() => parent.kill());
  const [zombie] = await once(createInterface({ input: parent.stdout }), "line");
  await vi.waitFor(() => expect(isAlive(Number(zombie))).toBe(false), 10_000);
  const folder = cluster(`${zombie}\n`);
  expect(await runningPostmaster(folder)).toBeNull();
  expect(existsSync(join(folder, "postmaster.pid"))).toBe(false);
  expect(isAlive(Number(zombie))).toBe(false);
});

test("a pid that another program has now is not a server", async () => {
  const folder = cluster(`${process.pid}\n`);
  expect(await runningPostmaster(folder)).toBeNull();
  expect(existsSync(join(folder, "postmaster.pid"))).toBe(false);
});

function cluster(pidFile?: string): string {
  const folder = mkdtempSync(join(tmpdir(), "adjutant-pid-"));
  undo.push(() => rmSync(folder, { recursive: true }));
  if (pidFile !== undefined) writeFileSync(join(folder, "postmaster.pid"), pidFile);
  return folder;
}
