import { expect, test } from "vitest";
import { prefetchNext } from "./prefetch-next.ts";

test("while one is busy with a chunk the next is on its way, and no more; all come in their order", async () => {
  const begun: number[] = [];
  const seen: string[] = [];
  const doubled = prefetchNext([1, 2, 3, 4], async (each) => {
    begun.push(each);
    return each * 2;
  });
  for await (const each of prefetchNext(doubled, async (twice) => `${twice}`)) {
    seen.push(each);
    expect(begun.length).toBeLessThanOrEqual(seen.length + 2);
  }
  expect([begun, seen]).toEqual([
    [1, 2, 3, 4],
    ["2", "4", "6", "8"],
  ]);
});

test("what fails on its way is told after what came before it, and nobody hears of what nobody waits for", async () => {
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
