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
  SetAsideError,
  whileWaiting,
} from "./attribution.ts";
import { isSetAside, recordCrash, recordRuntimeEnd, tryWorkAgain, workSetAside } from "./crash-records.ts";
import { takeWorkLeft } from "./work-in-progress.ts";

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

test("work is set aside with the second crash, other rows are not, and it may be tried again", () => {
  const dataDir = folder();
  recordCrash(dataDir, feed, fault);
  expect(isSetAside(dataDir, feed)).toBe(false);
  recordCrash(dataDir, feed, fault);
  expect(isSetAside(dataDir, feed)).toBe(true);
  expect(isSetAside(dataDir, { ...feed, row: "another" })).toBe(false);
  const [record] = workSetAside(dataDir);
  expect(record).toMatchObject({ ...feed, crashes: 2, problem: "TypeError: socket hang up" });
  expect(tryWorkAgain(dataDir, record?.id ?? "")).toBe(true);
  expect(isSetAside(dataDir, feed)).toBe(false);
  expect(tryWorkAgain(dataDir, record?.id ?? "")).toBe(false);
});

test("two crashes on different days are no pair", () => {
  const dataDir = folder();
  recordCrash(dataDir, feed, fault, new Date("2026-05-01T08:00:00Z"));
  recordCrash(dataDir, feed, fault, new Date("2026-05-03T08:00:00Z"));
  expect(isSetAside(dataDir, feed)).toBe(false);
});

test("a job that is set aside says so, a round over rows leaves it out", async () => {
  const dataDir = folder();
  recordCrash(dataDir, feed, fault);
  recordCrash(dataDir, feed, fault);
  const done: string[] = [];
  const run = async () => void done.push("done");
  await expect(attributeWork(dataDir, feed, run)).rejects.toBeInstanceOf(SetAsideError);
  await attributeRow(dataDir, feed, run);
  expect(done).toEqual([]);
  await attributeRow(dataDir, { ...feed, row: "another" }, run);
  expect(done).toEqual(["done"]);
});

test("an error that nobody caught fails the request in which it began, and keeps the name of the row", async () => {
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

test("a file of crashes that cannot be read is no empty one", () => {
  const dataDir = folder();
  writeFileSync(join(dataDir, "crashes.json"), "{");
  expect(() => isSetAside(dataDir, feed)).toThrow("cannot be read");
});

test("what was in progress is known afterwards, but not what waits, is over, or is the round around a row", async () => {
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
  const left = takeWorkLeft(dataDir).map(({ name }) => name);
  expect(left.sort()).toEqual(["busy", "inner"]);
  expect(takeWorkLeft(dataDir)).toEqual([]);
  resolve();
  await Promise.all(all);
  expect(takeWorkLeft(dataDir)).toEqual([]);
});

test("ends of the runtime count for a row only where it was in progress each time", () => {
  const dataDir = folder();
  const other = { ...feed, row: "another" };
  recordRuntimeEnd(dataDir, [feed, other], "SIGABRT");
  recordRuntimeEnd(dataDir, [other], "SIGABRT");
  recordRuntimeEnd(dataDir, [feed], "SIGABRT");
  expect(workSetAside(dataDir)).toMatchObject([{ ...other, problem: "The runtime ended: SIGABRT" }]);
});
