import { expect, test } from "vitest";
import { ReadBatch } from "./read-batch.ts";

type Parts = ConstructorParameters<typeof ReadBatch>[0];
const after = (name: string): PromiseSettledResult<unknown> => ({
  status: "fulfilled",
  value: `${name} together`,
});

/** A batch whose requests are recorded. */
function batchWith(several: Parts["several"]) {
  const sent: string[][] = [];
  const batch = new ReadBatch({
    one: async ({ name }) => {
      sent.push([name]);
      return name;
    },
    several: (reads, signal) => {
      sent.push(reads.map(({ name }) => name));
      return several(reads, signal);
    },
  });
  const read = (name: string, signal?: AbortSignal) => batch.read({ name, input: {}, signal });
  return { read, sent };
}

const answered = () => batchWith(async (reads) => reads.map(({ name }) => after(name)));

test("reads of one moment are one request, a later one is another", async () => {
  const { read, sent } = answered();
  const inEffect = Promise.resolve().then(() => read("c"));
  expect(await Promise.all([read("a"), read("b"), inEffect])).toEqual([
    "a together",
    "b together",
    "c together",
  ]);
  expect(await read("d")).toBe("d");
  expect(sent).toEqual([["a", "b", "c"], ["d"]]);
});

test("at most 20 reads are in a request", async () => {
  const { read, sent } = answered();
  await Promise.all(Array.from({ length: 45 }, (_, n) => read(`r${n}`)));
  expect(sent.map(({ length }) => length)).toEqual([20, 20, 5]);
});

test("one that fails does not concern the others; a lost request is repeated one by one", async () => {
  const failing = batchWith(async ([, ...rest]) => [
    { status: "rejected", reason: new Error("refused") },
    ...rest.map(({ name }) => after(name)),
  ]);
  const results = await Promise.allSettled([failing.read("a"), failing.read("b")]);
  expect(results.map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
  const lost = batchWith(async () => null);
  expect(await Promise.all([lost.read("a"), lost.read("b")])).toEqual(["a", "b"]);
  const refused = batchWith(async () => Promise.reject(new Error("too many")));
  const all = await Promise.allSettled([refused.read("a"), refused.read("b")]);
  expect(all.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(refused.sent).toEqual([["a", "b"]]);
});

test("an abandoned read is not sent; the request is aborted when all of its reads are abandoned", async () => {
  const { read, sent } = answered();
  const gone = read("a", AbortSignal.abort(new Error("left")));
  await expect(Promise.all([gone, read("b")])).rejects.toThrow("left");
  expect(sent).toEqual([["b"]]);
  const started = Promise.withResolvers<AbortSignal>();
  const waiting = batchWith((_, signal) => {
    started.resolve(signal);
    return new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  });
  const [one, other] = [new AbortController(), new AbortController()];
  const reads = Promise.allSettled([waiting.read("a", one.signal), waiting.read("b", other.signal)]);
  const signal = await started.promise;
  one.abort();
  expect(signal.aborted).toBe(false);
  other.abort();
  expect(signal.aborted).toBe(true);
  expect((await reads).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});
