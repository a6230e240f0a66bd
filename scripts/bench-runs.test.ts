import { expect, test } from "vitest";
import { comparisonOf, processorSeconds } from "./bench-runs.mjs";

const runOf = (figures: { name: string; median: number; requests?: number }[]) => ({
  ...{ at: "2026-11-27T12:00:00.000Z", load: 0, seconds: {}, processor: {} },
  figures: figures.map((figure) => ({ bench: "email-page", p95: figure.median, count: 9, ...figure })),
});

test("a run is compared with the one before: what is slower or asks for more is marked", () => {
  const before = runOf([
    { name: "open", median: 10, requests: 1 },
    { name: "star", median: 10, requests: 1 },
    { name: "gone", median: 10 },
  ]);
  const now = runOf([
    { name: "open", median: 13, requests: 1 },
    { name: "star", median: 9, requests: 3 },
    { name: "new one", median: 5 },
  ]);
  const [open, star, fresh] = comparisonOf(now, before);
  expect(open).toMatch(/email-page: open .*13\.00 ms.*1 requests.*was 10\.00 \(x 1\.30\).*SLOWER$/);
  expect(star).toMatch(/x 0\.90\) {2}MORE REQUESTS, was 1$/);
  expect(fresh).toMatch(/5\.00 ms.*new$/);
  expect(comparisonOf(now, null).every((line) => line.endsWith("new"))).toBe(true);
});

test("processor time is read where the system says it", () => {
  expect(processorSeconds()).toBeGreaterThanOrEqual(0);
});
