import { expect, test } from "vitest";
import { splitByTitles } from "./split-by-titles.ts";

const record = (title: string) => ({ kind: "task" as const, id: title, title });

test("a sentence is split at the titles that it quotes, without losing text", () => {
  const text = "2 tasks overdue: 'Lease' (5 days late) and 'Tax' (due today).";
  const parts = splitByTitles(text, [record("Lease"), record("Unnamed"), record("Tax")]);
  expect(parts.map(({ text: words, record: found }) => [words, found?.title])).toEqual([
    ["2 tasks overdue: ", undefined],
    ["'Lease'", "Lease"],
    [" (5 days late) and ", undefined],
    ["'Tax'", "Tax"],
    [" (due today).", undefined],
  ]);
  expect(parts.map(({ text: words }) => words).join("")).toBe(text);
});

test("long titles are found by their first characters", () => {
  const title = "x".repeat(100);
  expect(splitByTitles(`1 task: '${"x".repeat(69)}…'.`, [record(title)])[1]?.record?.title).toBe(title);
});

test("a sentence may start with the name of its record", () => {
  const parts = splitByTitles("Home: 68 °F, Sunny.", [record("Home")]);
  expect(parts.map(({ text: words }) => words)).toEqual(["Home", ": 68 °F, Sunny."]);
});
