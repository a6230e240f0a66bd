import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { afterAll, expect, test } from "vitest";
import {
  attributeRequest,
  attributeRow,
  attributeWork,
  currentOrigin,
  SuspendedWorkError,
  whileWaiting,
} from "./attribution.ts";
import { isSuspended, recordCrash, recordRuntimeEnd, suspendedWork, tryWorkAgain } from "./crash-records.ts";
import { takeUnfinishedWork } from "./work-in-progress.ts";

const folders: string[] = [];
const folder = () => {
  const made = mkdtempSync(join(tmpdir(), "adjutant-crashes-"));
  folders.push(made);
  return made;
};
afterAll(() => {
  for (const each of folders) rmSync(each, { recursive: true });
});

const feed = { name: "daily-ops.read-one-feed", row: "a feed" };
const fault = new TypeError("socket hang up");

test("work is suspended after the second crash, other rows are not, and it can be retried", () => {
  const dataDir = folder();
  recordCrash(dataDir, feed, fault);
  expect(isSuspended(dataDir, feed)).toBe(false);
  recordCrash(dataDir, feed, fault);
  expect(isSuspended(dataDir, feed)).toBe(true);
  expect(isSuspended(dataDir, { ...feed, row: "another" })).toBe(false);
  const [record] = suspendedWork(dataDir);
  expect(record).toMatchObject({ ...feed, crashes: 2, problem: "TypeError: socket hang up" });
  expect(tryWorkAgain(dataDir, record?.id ?? "")).toBe(true);
  expect(isSuspended(dataDir, feed)).toBe(false);
  expect(tryWorkAgain(dataDir, record?.id ?? "")).toBe(false);
});

test("two crashes on different days do not count together", () => {
  const dataDir = folder();
  recordCrash(dataDir, feed, fault, new Date("2026-05-01T08:00:00Z"));
  recordCrash(dataDir, feed, fault, new Date("2026-05-03T08:00:00Z"));
  expect(isSuspended(dataDir, feed)).toBe(false);
});

test("a suspended job throws, a loop over rows skips the suspended one", async () => {
  const dataDir = folder();
  recordCrash(dataDir, feed, fault);
  recordCrash(dataDir, feed, fault);
  const done: string[] = [];
  const run = async () => void done.push("done");
  await expect(attributeWork(dataDir, feed, run)).rejects.toBeInstanceOf(SuspendedWorkError);
  await attributeRow(dataDir, feed, run);
  expect(done).toEqual([]);
  await attributeRow(dataDir, { ...feed, row: "another" }, run);
  expect(done).toEqual(["done"]);
});

test("an uncaught error fails the request that caused it and records the row's name", async () => {
  const answer = attributeRequest(async () => {
    await attributeRow(folder(), feed, async () => {
      await setImmediate();
      expect(currentOrigin().work).toEqual(feed);
      currentOrigin().failRequest?.(fault);
    });
    return new Promise(() => {});
  });
  await expect(answer).rejects.toBe(fault);
  expect(currentOrigin()).toEqual({});
});

test("an unreadable crash file is not treated as empty", () => {
  const dataDir = folder();
  writeFileSync(join(dataDir, "crashes.json"), "{");
  expect(() => isSuspended(dataDir, feed)).toThrow("cannot be read");
});

test("work in progress is recorded, but not waiting or finished work or the loop around a row", async () => {
  const dataDir = folder();
  const { promise: end, resolve } = Promise.withResolvers<void>();
  const row = (name: string, run: () => Promise<void>) => attributeRow(dataDir, { name, row: "1" }, run);
  const all = [
    row("busy", () => end),
    row("busy", () => end),
    row("waits", () => whileWaiting(() => end)),
    row("round", () => row("inner", () => end)),
    row("over", async () => {}),
  ];
  await all.at(-1);
  const unfinished = takeUnfinishedWork(dataDir).map(({ name }) => name);
  expect(unfinished.sort()).toEqual(["busy", "inner"]);
  expect(takeUnfinishedWork(dataDir)).toEqual([]);
  resolve();
  await Promise.all(all);
  expect(takeUnfinishedWork(dataDir)).toEqual([]);
});

test("a process beside the program has records of its own, which the program does not take for its work", () => {
  const dataDir = folder();
  const module = JSON.stringify(join(import.meta.dirname, "work-in-progress.ts"));
  const run = (then: string) =>
    execFileSync(process.execPath, [
      "--input-type=module",
      "--eval",
      `const records = await import(${module});
       records.recordWorkOf("mail");
       ${then}`,
    ]).toString();
  run(`records.beginWork(${JSON.stringify(dataDir)}, { name: "Mail account", row: "1" })`);
  expect(takeUnfinishedWork(dataDir)).toEqual([]);
  const taken = run(`console.log(JSON.stringify(records.takeUnfinishedWork(${JSON.stringify(dataDir)})))`);
  expect(JSON.parse(taken)).toEqual([{ name: "Mail account", row: "1" }]);
});

test("runtime crashes count for a row only where it was in progress each time", () => {
  const dataDir = folder();
  const other = { ...feed, row: "another" };
  recordRuntimeEnd(dataDir, [feed, other], "SIGABRT");
  recordRuntimeEnd(dataDir, [other], "SIGABRT");
  recordRuntimeEnd(dataDir, [feed], "SIGABRT");
  expect(suspendedWork(dataDir)).toMatchObject([{ ...other, problem: "The runtime ended: SIGABRT" }]);
});
