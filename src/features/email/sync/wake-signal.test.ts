import { expect, test } from "vitest";
import { timeSlice, WakeSignal } from "./wake-signal.ts";

const NEVER = new AbortController().signal;
const HOUR = 3_600_000;

test("a wait ends with what happens, also with what happened before it, and once for each", async () => {
  const wake = new WakeSignal();
  wake.happen();
  wake.happen();
  expect(await wake.wait(HOUR, NEVER)).toBe(true);
  expect(await wake.wait(1, NEVER)).toBe(false);
  const waiting = wake.wait(HOUR, NEVER);
  wake.happen();
  expect(await waiting).toBe(true);
  expect(await wake.wait(1, NEVER)).toBe(false);
});

test("a wait ends when it is aborted", async () => {
  const stop = new AbortController();
  const waiting = new WakeSignal().wait(HOUR, stop.signal);
  stop.abort();
  expect(await waiting).toBe(false);
});

test("a request to sync everything wakes, and counts once", async () => {
  const wake = new WakeSignal();
  expect(wake.takeSyncRequest()).toBe(false);
  wake.happen();
  expect(wake.takeSyncRequest()).toBe(false);
  wake.requestSync();
  expect(await wake.wait(HOUR, NEVER)).toBe(true);
  expect([wake.takeSyncRequest(), wake.takeSyncRequest()]).toEqual([true, false]);
});

test("what happens after a watch began is seen by it, however often it is asked", () => {
  const wake = new WakeSignal();
  wake.happen();
  const hasHappened = wake.watch();
  expect(hasHappened()).toBe(false);
  wake.happen();
  expect([hasHappened(), hasHappened(), wake.watch()()]).toEqual([true, true, false]);
});

test.each([
  ["nothing else is to be done", false, 1, 3000],
  ["something else is to be done", true, 1, 1000],
  ["two folders take turns", false, 2, 1500],
  ["many folders take turns", false, 50, 1000],
])("a slice where %s (%s, %s slices) ends after %s ms", (_name, isWoken, slices, milliseconds) => {
  let now = 5000;
  const isOver = timeSlice(
    () => isWoken,
    slices,
    () => now,
  );
  now += milliseconds - 1;
  expect(isOver()).toBe(false);
  now += 1;
  expect(isOver()).toBe(true);
});
