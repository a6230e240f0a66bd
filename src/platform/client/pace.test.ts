import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Pace } from "./pace.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("work runs at once, repeated work once in each interval, and the latest is never lost", () => {
  const pace = new Pace(1000);
  const done: string[] = [];
  const run = (key: string, name: string) => pace.run(key, () => void done.push(name));
  run("mail", "a");
  run("tasks", "other key");
  expect(done).toEqual(["a", "other key"]);
  for (const name of ["b", "c", "d"]) run("mail", name);
  vi.advanceTimersByTime(999);
  expect(done).toHaveLength(2);
  vi.advanceTimersByTime(1);
  expect(done).toEqual(["a", "other key", "d"]);
  run("mail", "e");
  vi.advanceTimersByTime(5000);
  expect(done).toEqual(["a", "other key", "d", "e"]);
  run("mail", "f");
  expect(done.at(-1)).toBe("f");
});

test("after the end nothing runs", () => {
  const pace = new Pace(1000);
  const late = vi.fn();
  pace.run("mail", () => {});
  pace.run("mail", late);
  pace.stop();
  vi.advanceTimersByTime(5000);
  expect(late).not.toHaveBeenCalled();
});
