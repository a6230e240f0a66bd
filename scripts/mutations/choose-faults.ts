import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { areaOf } from "./areas.ts";
import { textOf } from "./choose-tests.ts";
import { type Fault, findFaults, nameOf } from "./find-faults.ts";

type Accepted = { name: string; where: string; reason: string };
/** What changes nothing that anybody could notice, each with its reason. */
export const accepted = JSON.parse(readFileSync("scripts/mutations/accepted.json", "utf8")) as Accepted[];
const isAccepted = (name: string) => accepted.some((one) => one.name === name);

/** Accepted faults that these files no longer contain, because the text around them changed or they are gone. */
export function obsoleteAccepted(
  paths: readonly string[],
  entries: readonly Accepted[] = accepted,
): Accepted[] {
  const names = new Set(
    paths.flatMap((path) => findFaults(path, textOf(path)).map((fault) => nameOf(fault, textOf(path)))),
  );
  return entries.filter(({ name }) => !names.has(name));
}

/** The same faults for the same seed, spread over the files. */
export function sampleOf(paths: readonly string[], { seed, most }: { seed: string; most: number }): Fault[] {
  return paths
    .flatMap((path) => findFaults(path, textOf(path)))
    .map((fault) => ({ fault, name: nameOf(fault, textOf(fault.path)) }))
    .filter(({ name }) => !isAccepted(name))
    .map(({ fault, name }) => ({
      fault,
      rank: createHash("sha256")
        .update(seed + name)
        .digest("hex"),
    }))
    .sort((one, other) => one.rank.localeCompare(other.rank))
    .slice(0, most)
    .map(({ fault }) => fault);
}

/** The files of `areas` that differ from this commit. */
export function changedSince(base: string): string[] {
  const { stdout, stderr, status } = spawnSync("git", ["diff", "--name-only", "--diff-filter=d", base], {
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`git cannot say what changed since ${base}: ${stderr}`);
  return stdout.split("\n").filter((path) => areaOf(path) !== undefined);
}

/** The last commit and the one so many before it, as far as a shallow clone goes; null where there is none. */
export function lastCommits(commits: number, folder = "."): { last: string | null; base: string | null } {
  const { stdout, status } = spawnSync(
    "git",
    ["rev-list", "--first-parent", `--max-count=${commits + 1}`, "HEAD"],
    { cwd: folder, encoding: "utf8" },
  );
  const [last = null, ...earlier] = status === 0 ? stdout.trim().split("\n") : [];
  return { last, base: earlier.at(-1) ?? null };
}
