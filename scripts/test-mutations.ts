import "./require-node-24.mjs";
import { globSync } from "node:fs";
import { parseArgs } from "node:util";
import { AREAS, areaOf } from "./mutations/areas.ts";
import {
  accepted,
  changedSince,
  lastCommits,
  obsoleteAccepted,
  sampleOf,
} from "./mutations/choose-faults.ts";
import { scoreLines } from "./mutations/print-score.ts";
import { scoreFaults } from "./mutations/score-faults.ts";

/**
 * `npm run test:mutations`: plants faults in the program, one at a time and in memory, and reports those that no test
 * notices. `--sample=25` per area, `--area=mail`, `--changed=main` only files that differ from main, `--minutes=10` at
 * most, `--laws` includes the slow laws, `--fresh` ignores cached results. Ends with 1 below the floor of an area, and for
 * accepted faults that no file has any more.
 * `--commits=10`: so many in all, in the files of the last ten commits; this prints the score and never fails.
 */
const { values } = parseArgs({
  options: {
    sample: { type: "string", default: "25" },
    area: { type: "string" },
    changed: { type: "string" },
    commits: { type: "string" },
    minutes: { type: "string", default: "60" },
    workers: { type: "string", default: "2" },
    seed: { type: "string" },
    silence: { type: "string", default: "180" },
    laws: { type: "boolean", default: false },
    fresh: { type: "boolean", default: false },
  },
});
const all = globSync("src/**/*.ts")
  .sort()
  .filter((path) => areaOf(path) !== undefined);
const commits = lastCommits(Number(values.commits ?? 0));
const seed = values.seed ?? (values.commits && commits.last ? commits.last.slice(0, 8) : "1");
const chosenBy = { seed, most: Number(values.sample) };

/** Of each area its own sample, out of all files or the changed ones. */
function ofAreas() {
  const files = values.changed ? changedSince(values.changed) : all;
  const areas = values.area ? [values.area] : Object.keys(AREAS);
  const own = files.filter((path) => areas.includes(areaOf(path) ?? ""));
  const faults = areas.flatMap((area) =>
    sampleOf(
      own.filter((path) => areaOf(path) === area),
      chosenBy,
    ),
  );
  return { files: own, faults };
}

/** One sample in the files of the last commits; out of all files where those name none. */
function ofCommits() {
  const { base } = commits;
  const changed = base === null ? [] : changedSince(base);
  const faults = sampleOf(changed, chosenBy);
  if (faults.length > 0) return { files: changed, faults };
  console.log(
    base === null
      ? "There is no earlier commit to compare with: a fixed sample of all files"
      : `The last commits since ${base.slice(0, 8)} changed no file of the areas: a fixed sample of all files`,
  );
  const fixed = sampleOf(all, { seed: "1", most: Math.min(6, chosenBy.most) });
  return { files: [...new Set(fixed.map(({ path }) => path))], faults: fixed };
}

async function main(): Promise<boolean> {
  const { files, faults } = values.commits ? ofCommits() : ofAreas();
  console.log(
    `${faults.length} faults in ${new Set(faults.map(({ path }) => path)).size} files, seed ${seed}`,
  );
  const verdicts = await scoreFaults(faults, files, {
    until: Date.now() + Number(values.minutes) * 60_000,
    workers: Number(values.workers),
    silence: Number(values.silence),
    isFresh: values.fresh,
    withLaws: values.laws,
  });
  const { lines, below } = scoreLines(verdicts);
  const cached = verdicts.filter(({ isCached }) => isCached).length;
  console.log(lines.join("\n"));
  console.log(
    `${cached} known from before, ${faults.length - verdicts.length} left by the limit of time, ${accepted.length} accepted`,
  );
  if (below.length > 0) console.log(`Below the floor: ${below.join(", ")}`);
  const obsolete = obsoleteAccepted(all);
  for (const { name, where } of obsolete)
    console.log(`OBSOLETE ${where} (${name}): remove it from accepted.json, or write its new name there`);
  return below.length === 0 && obsolete.length === 0;
}

const isGood = await main();
process.exitCode = isGood || values.commits ? 0 : 1;
