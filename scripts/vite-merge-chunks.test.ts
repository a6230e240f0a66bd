import { expect, test } from "vitest";
import { mergeParts, type Part } from "./vite-merge-chunks.ts";

const part = (module: string, size: number, ...pages: string[]): Part => ({
  pages: new Set(pages),
  modules: [module],
  size,
});

/** The modules of each chunk. */
function merged(
  parts: Part[],
  own: Record<string, number>,
  count: number,
  imports: Record<string, string[]> = {},
) {
  const chunks = mergeParts(parts, new Map(Object.entries(own)), count, (id) => imports[id] ?? []);
  return chunks.map((chunk) => chunk.flatMap(({ modules }) => modules).sort()).sort();
}

test("parts that nearly the same pages need are joined", () => {
  const rows = part("rows", 5_000, "mail", "tasks", "team");
  const lists = part("lists", 5_000, "mail", "tasks");
  const charts = part("charts", 5_000, "admin");
  expect(merged([rows, lists, charts], { mail: 0, tasks: 0, team: 0, admin: 0 }, 2)).toEqual([
    ["charts"],
    ["lists", "rows"],
  ]);
});

test("the page that loads most is spared: what it does not need is joined to what others need", () => {
  const people = part("people", 9_000, "mail", "team");
  const votes = part("votes", 9_000, "team");
  const figures = part("figures", 9_000, "admin");
  expect(merged([people, votes, figures], { mail: 90_000, team: 0, admin: 0 }, 2)).toEqual([
    ["figures", "votes"],
    ["people"],
  ]);
});

test("no two chunks need each other, also not through a third", () => {
  const parts = [
    part("form", 4_000, "mail"),
    part("field", 4_000, "mail", "team"),
    part("words", 4_000, "mail", "team", "admin"),
    part("icons", 90_000, "mail", "team", "admin", "tasks"),
  ];
  const imports = { form: ["field"], field: ["words"], words: ["icons"] };
  const chunks = merged(parts, { mail: 0, team: 0, admin: 0, tasks: 0 }, 2, imports);
  expect(
    chunks.some((chunk) => chunk.includes("form") && chunk.includes("words") && !chunk.includes("field")),
  ).toBe(false);
  expect(chunks).toHaveLength(2);
});
