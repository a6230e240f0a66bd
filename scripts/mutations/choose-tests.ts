import { globSync, readFileSync } from "node:fs";
import { basename, dirname } from "node:path";
import { LONG_TESTS } from "../stages.mjs";
import type { Fault } from "./find-faults.ts";

const EXCLUDED = /^src\/app\/laws\/|\/web\/|^src\/ui\//;
const texts = new Map<string, string>();

export const textOf = (path: string): string => {
  const text = texts.get(path) ?? readFileSync(path, "utf8");
  texts.set(path, text);
  return text;
};

const testFiles = globSync("src/**/*.test.ts").filter(
  (path) => !EXCLUDED.test(path) && !(path in LONG_TESTS),
);

/** Laws that find a missing owner or guard anywhere; they take minutes for a fault, so they run only on request. */
const LAWS = [
  "src/app/laws/capabilities.test.ts",
  "src/app/laws/others-rows.test.ts",
  "src/app/laws/nothing-of-others.test.ts",
];

/** The tests that could reach a fault, nearest first: of its folder or by its name, of its slice, by its slice's name. */
export function testsNear({ path, kind }: Fault, { withLaws }: { withLaws: boolean }): string[] {
  const unit = path.split("/").slice(0, 3).join("/");
  const alias = `#${unit.slice("src/".length)}/`;
  const isEverywhere = /^src\/platform\/(http|capability)\//.test(path);
  const distance = (test: string): number => {
    if (dirname(test) === dirname(path) || textOf(test).includes(`/${basename(path)}"`)) return 0;
    if (test.startsWith(`${unit}/`)) return 1;
    if (textOf(test).includes(alias)) return 2;
    return test.startsWith("src/app/") || isEverywhere ? 3 : 4;
  };
  const near = testFiles
    .filter((test) => distance(test) < 4)
    .sort((one, other) => distance(one) - distance(other) || one.localeCompare(other));
  return withLaws && /guard|where/.test(kind) ? [...near, ...LAWS] : near;
}
