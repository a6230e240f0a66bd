import "./require-node-24.mjs";
import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { environment } from "./environment.mjs";
import { testsNear } from "./mutations/choose-tests.ts";
import { type OwnerFilter, ownerFilters, withoutFilters } from "./owner-filters.ts";
import { breaksOwnerRule } from "./owner-rule.ts";

/**
 * `node scripts/owner-faults.ts [every [from]]`: removes each owner filter from the program (or every 8th from the
 * third, or, with prefixes of `path:line` instead of numbers, the matching ones), and reports what notices: the tests
 * whose title says that they run without row-level security, the rule `owner-in-query`, or else the tests of its slice.
 * Filters of different slices are removed in the same run of the laws, because a failure names its capability, and so
 * the slice; if something else failed too, those still unnoticed are tried alone. Ends with 1 if nothing notices one.
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

/** At most one filter per slice in each run. */
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

const ALONE = "by its queries alone";
/** Tests that run without row-level security have this in their title. */
const laws = globSync("src/**/*.test.ts").filter((path) => readFileSync(path, "utf8").includes(ALONE));

const failuresOfLaws = (planted: readonly OwnerFilter[]) => failuresWithout(planted, [...laws, "-t", ALONE]);

/** For filters that select one of several people's rows rather than protect them. */
function failuresOfSlice(filter: OwnerFilter): string[] {
  const unit = filter.path.split("/").slice(0, 3).join("/");
  const fault = { ...filter, kind: "left out", text: filter.without };
  return failuresWithout(
    [filter],
    testsNear(fault, { withLaws: false }).filter((test) => test.startsWith(unit)),
  );
}

/** The tests that fail in a program without these filters. */
function failuresWithout(planted: readonly OwnerFilter[], tests: readonly string[]): string[] {
  const file = join(folder, "report.json");
  rmSync(file, { force: true });
  const options = ["--config", "vitest.owner-filters.config.ts", "--maxWorkers=1", "--reporter=json"];
  const ran = spawnSync(
    process.execPath,
    ["node_modules/vitest/vitest.mjs", "run", ...tests, ...options, `--outputFile=${file}`],
    { env: { ...environment, PLANTED_FAULTS: JSON.stringify(planted) }, encoding: "utf8" },
  );
  if (ran.status === null) throw new Error(`The run did not end by itself: ${ran.stderr}`);
  const { testResults } = JSON.parse(readFileSync(file, "utf8")) as Report;
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  if (results.length === 0) throw new Error(`No test ran: ${ran.stdout}${ran.stderr}`);
  return results.filter(({ status }) => status === "failed").map(({ title }) => title);
}

/** The slice of each capability. */
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

/** Filter → the tests that notice its removal. */
function noticedIn(planted: readonly OwnerFilter[], failed: readonly string[]): Map<OwnerFilter, string[]> {
  const [only, second] = planted;
  if (only && !second) return new Map([[only, [...failed]]]);
  return new Map(
    planted.map((filter) => [filter, failed.filter((title) => sliceOfTest(title) === filter.slice)]),
  );
}

const isNoticedByRule = (filter: OwnerFilter) =>
  breaksOwnerRule(filter.path, withoutFilters(readFileSync(filter.path, "utf8"), [filter]));

function detectedBy(filter: OwnerFilter, tests: readonly string[]): string[] {
  if (tests.length > 0) return [...tests];
  return isNoticedByRule(filter) ? ["the rule owner-in-query"] : failuresOfSlice(filter);
}

const unnoticed: OwnerFilter[] = [];
for (const planted of runsOf(chosen)) {
  const failed = failuresOfLaws(planted);
  const noticed = noticedIn(planted, failed);
  const slices = new Set(planted.map(({ slice }) => slice));
  const isUnexplained = failed.some((title) => !slices.has(sliceOfTest(title) ?? ""));
  for (const [filter, tests] of noticed) {
    const by = detectedBy(filter, tests.length === 0 && isUnexplained ? failuresOfLaws([filter]) : tests);
    if (by.length === 0) unnoticed.push(filter);
    const result = by.length > 0 ? `noticed by ${by.length}: ${by.slice(0, 2).join(" | ")}` : "UNNOTICED";
    process.stdout.write(`${filter.path}:${filter.line} ${result}\n`);
  }
}
rmSync(folder, { recursive: true });
process.stdout.write(
  `${chosen.length} of ${all.length} owner filters left out, ${unnoticed.length} unnoticed\n`,
);
process.exitCode = unnoticed.length > 0 ? 1 : 0;
