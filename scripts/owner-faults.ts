import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { environment } from "./environment.mjs";
import { type OwnerFilter, ownerFilters } from "./owner-filters.ts";

/**
 * `node scripts/owner-faults.ts [every [from]]`: leaves each owner filter out of the program, or every 8th from the third,
 * or with beginnings of `path:line` instead of numbers those that they name, and says which test of the laws notices where row-level security is off. Filters of different slices are left out in
 * the same run, for what fails names its capability, and so the slice; where something else failed as well, those that
 * are still unnoticed are tried alone. Ends with 1 where one stays unnoticed.
 */
const root = process.cwd();
const given = process.argv.slice(2);
const places = given.filter((each) => each.startsWith("src/"));
const [every = "1", from = "0"] = given.filter((each) => !places.includes(each));
const all = ownerFilters(root);
const step = Number(every);
const chosen = all.filter(({ path, line }, index) =>
  places.length > 0
    ? places.some((place) => `${path}:${line}`.startsWith(place))
    : index % step === Number(from) % step,
);
const folder = mkdtempSync(join(tmpdir(), "owner-faults-"));

/** At most one of a slice in each run. */
function runsOf(filters: readonly OwnerFilter[]): OwnerFilter[][] {
  const runs: OwnerFilter[][] = [];
  for (const filter of filters) {
    const free = runs.find((run) => run.every(({ slice }) => slice !== filter.slice));
    if (free) free.push(filter);
    else runs.push([filter]);
  }
  return runs;
}

type Report = { testResults: { assertionResults: { title: string; status: string }[] }[] };

/** The tests of laws that fail in a program without these filters. */
function failuresWithout(planted: readonly OwnerFilter[]): string[] {
  const file = join(folder, "report.json");
  rmSync(file, { force: true });
  const tests = [
    "src/app/laws/capabilities.test.ts",
    "src/app/laws/nothing-of-others.test.ts",
    "src/app/laws/others-rows.test.ts",
    "src/app/laws/same-without-others.test.ts",
    "-t",
    "by its queries alone",
  ];
  const how = ["--config", "vitest.owner-filters.config.ts", "--maxWorkers=1", "--reporter=json"];
  const ran = spawnSync(
    process.execPath,
    ["node_modules/vitest/vitest.mjs", "run", ...tests, ...how, `--outputFile=${file}`],
    { env: { ...environment, PLANTED_FAULTS: JSON.stringify(planted) }, encoding: "utf8" },
  );
  if (ran.status === null) throw new Error(`The run did not end by itself: ${ran.stderr}`);
  const { testResults } = JSON.parse(readFileSync(file, "utf8")) as Report;
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  if (results.length === 0) throw new Error(`No law ran: ${ran.stdout}${ran.stderr}`);
  return results.filter(({ status }) => status === "failed").map(({ title }) => title);
}

/** Which slice a capability belongs to. */
function slicesByNoun(): Map<string, string> {
  const nouns = new Map<string, string>();
  for (const base of ["src/features", "src/app"])
    for (const path of readdirSync(join(root, base), { recursive: true, encoding: "utf8" })) {
      if (!path.endsWith(".ts")) continue;
      const text = readFileSync(join(root, base, path), "utf8");
      for (const [, noun = ""] of text.matchAll(/\bresource\(\s*"(\w+)"/g))
        nouns.set(noun, path.split("/")[0] ?? "");
    }
  return nouns;
}

const sliceOf = slicesByNoun();
const sliceOfTest = (title: string) => sliceOf.get(title.split(".")[0] ?? "");

/** Filter → the tests that notice that it is gone. */
function noticedIn(planted: readonly OwnerFilter[], failed: readonly string[]): Map<OwnerFilter, string[]> {
  const [only, second] = planted;
  if (only && !second) return new Map([[only, [...failed]]]);
  return new Map(
    planted.map((filter) => [filter, failed.filter((title) => sliceOfTest(title) === filter.slice)]),
  );
}

const unnoticed: OwnerFilter[] = [];
for (const planted of runsOf(chosen)) {
  const failed = failuresWithout(planted);
  const noticed = noticedIn(planted, failed);
  const slices = new Set(planted.map(({ slice }) => slice));
  const isUnexplained = failed.some((title) => !slices.has(sliceOfTest(title) ?? ""));
  for (const [filter, tests] of noticed) {
    const by = tests.length === 0 && isUnexplained ? failuresWithout([filter]) : tests;
    if (by.length === 0) unnoticed.push(filter);
    const what = by.length > 0 ? `noticed by ${by.length}: ${by.slice(0, 2).join(" | ")}` : "UNNOTICED";
    process.stdout.write(`${filter.path}:${filter.line} ${what}\n`);
  }
}
rmSync(folder, { recursive: true });
process.stdout.write(
  `${chosen.length} of ${all.length} owner filters left out, ${unnoticed.length} unnoticed\n`,
);
process.exitCode = unnoticed.length > 0 ? 1 : 0;
