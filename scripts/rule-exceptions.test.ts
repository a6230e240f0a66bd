import { expect, test } from "vitest";
import { exceptionCount, ruleViolations } from "./check-rules.ts";
import { lowerDebts } from "./rules/debts.ts";
import { functionLength } from "./rules/function-length.ts";
import { MAX_SUPPRESSIONS } from "./rules/suppressions.ts";

// What the rules let pass is counted, so that it can only become less.

const lines = (count: number) => "  work();\n".repeat(count);
const SERVER = "src/features/tasks/planted.ts";
const CAST = "export const a = b as unknown as Task;";

test("exceptions do not count as old violations", () => {
  const file = { [SERVER]: `// rule: double-cast - the package forgot this field\n${CAST}` };
  expect(violationsOf(file, { "double-cast": { [SERVER]: 1 } })).toEqual([
    `${SERVER}: double-cast: 1 are allowed and 0 are left: lower the number`,
  ]);
});

test("all exceptions are counted, marked and listed", () => {
  const rules = [
    { ...functionLength, exceptions: { "src/a.ts": { count: 3, reason: "seen" } } },
    functionLength,
  ];
  expect(
    exceptionCount(rules, [{ rule: "double-cast" }, { rule: "built-sql" }, { rule: "double-cast" }]),
  ).toBe("3 exceptions marked at their places (built-sql 1, double-cast 2), 3 listed by their rules");
});

test("suppressions are counted over the whole tree", () => {
  const many = Object.fromEntries(
    Array.from({ length: MAX_SUPPRESSIONS + 1 }, (_, index) => [
      `src/features/tasks/list-${index}.ts`,
      "// @ts-expect-error the types of this package are wrong\nwork();",
    ]),
  );
  expect(violationsOf(many).join()).toMatch(/^suppressions: \d+ in the tree, at most \d+: take one away$/);
  expect(violationsOf({ ...many, "src/features/tasks/list-0.ts": "work();" })).toEqual([]);
});

test("the end of a suppressed range is not counted as a second suppression", () => {
  const stretch =
    "// biome-ignore-start lint/a/b: these lines are apart\nwork();\n// biome-ignore-end lint/a/b: x";
  const files = Array.from({ length: MAX_SUPPRESSIONS }, (_, index) => [`src/web/part-${index}.ts`, stretch]);
  expect(violationsOf(Object.fromEntries(files))).toEqual([]);
});

test("the number of old violations may only decrease", () => {
  const file = { "src/a.ts": `export function long() {\n${lines(70)}}` };
  expect(violationsOf(file, { "function-length": { "src/a.ts": 1 } })).toEqual([]);
  expect(violationsOf(file, { "function-length": { "src/a.ts": 2 } })).toEqual([
    "src/a.ts: function-length: 2 are allowed and 1 are left: lower the number",
  ]);
  const found = [{ rule: "function-length", path: "src/b.ts" }];
  const moved = lowerDebts({ "function-length": { "src/a.ts": 2 } }, [functionLength], found);
  expect(JSON.parse(moved)).toEqual({ "function-length": { "src/b.ts": 1 } });
  expect(() => lowerDebts({}, [functionLength], found)).toThrow("more than before");
});

/** Without the exceptions of the real tree, whose files are not here. */
function violationsOf(files: Record<string, string>, debts = {}): string[] {
  return ruleViolations(new Map(Object.entries(files)), debts).filter(
    (line) => line.startsWith("suppressions") || Object.keys(files).some((path) => line.startsWith(path)),
  );
}
