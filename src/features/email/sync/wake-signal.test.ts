import { expect, test } from "vitest";
import { WakeSignal } from "./wake-signal.ts";

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
