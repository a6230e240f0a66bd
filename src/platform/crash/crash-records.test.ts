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
} from "./attribution.ts";
import { isSetAside, recordCrash, tryWorkAgain, workSetAside } from "./crash-records.ts";

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
