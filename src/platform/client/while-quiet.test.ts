import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { whileQuiet } from "./while-quiet.ts";

/** Longer than the quiet time. */
const PAUSE_MS = 5_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  vi.stubGlobal("window", new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const act = (kind = "keydown") => window.dispatchEvent(new Event(kind));
const pause = () => vi.advanceTimersByTimeAsync(PAUSE_MS);

test("nothing runs before the first act, and everything in order after it", async () => {
  const ran: number[] = [];
  whileQuiet([1, 2, 3].map((step) => async () => void ran.push(step)));
  await pause();
  expect(ran).toEqual([]);
  act("pointerdown");
  expect(ran).toEqual([]);
  await pause();
  expect(ran).toEqual([1, 2, 3]);
});

test("a step waits for the one before it, and for a person who goes on", async () => {
  const ran: number[] = [];
  const first = Promise.withResolvers<void>();
  whileQuiet([
    () => {
      ran.push(1);
      return first.promise;
    },
    async () => void ran.push(2),
  ]);
  act();
  await pause();
  act();
  await pause();
  expect(ran).toEqual([1]);
  act();
  first.resolve();
  await vi.advanceTimersByTimeAsync(1);
  expect(ran).toEqual([1]);
  await pause();
  expect(ran).toEqual([1, 2]);
});

test("a step that fails does not end the others, and the end does", async () => {
  const ran: number[] = [];
  const failing = async () => {
    ran.push(1);
    throw new Error("no connection");
  };
  const end = whileQuiet([failing, async () => void ran.push(2)]);
  act();
  await pause();
  expect(ran).toEqual([1, 2]);
  const other = whileQuiet([async () => void ran.push(3)]);
  act();
  other();
  end();
  await pause();
  expect(ran).toEqual([1, 2]);
});
