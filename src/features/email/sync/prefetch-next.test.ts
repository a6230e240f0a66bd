import { expect, test } from "vitest";
import { prefetchNext } from "./prefetch-next.ts";

test("one chunk is prefetched while another is processed, and no more; results are in order", async () => {
  const started: number[] = [];
  const seen: string[] = [];
  const doubled = prefetchNext([1, 2, 3, 4], async (each) => {
    started.push(each);
    return each * 2;
  });
  for await (const each of prefetchNext(doubled, async (double) => `${double}`)) {
    seen.push(each);
    expect(started.length).toBeLessThanOrEqual(seen.length + 2);
  }
  expect([started, seen]).toEqual([
    [1, 2, 3, 4],
    ["2", "4", "6", "8"],
  ]);
});

test("an error is thrown after the earlier results, and ignored if nobody waits for it", async () => {
  const failing = () =>
    prefetchNext([1, 2, 3], async (each) => {
      if (each === 2) throw new Error("The line was cut");
      return each;
    });
  const seen: number[] = [];
  const all = async () => {
    for await (const each of failing()) seen.push(each);
  };
  await expect(all()).rejects.toThrow("The line was cut");
  expect(seen).toEqual([1]);
  // A step that fails while another one is running: an unhandled rejection would end the process.
  for await (const each of failing()) {
    expect(each).toBe(1);
    await new Promise((resolve) => setImmediate(resolve));
    break;
  }
});
