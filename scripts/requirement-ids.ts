import "./require-node-24.mjs";
import { execFileSync } from "node:child_process";
import { resolve } from "node:path";

/**
 * Prints the ids of requirements that tests and journeys name, one per line. With a commit as argument: the ids named
 * at that commit but no longer; fails if there are any.
 */

const ROOT = resolve(import.meta.dirname, "..");
const ID = /\b([A-Z]{2,8})-(\d{2})(?: to (?:\1-)?(\d{2}))?/g;

/** Ranges such as 'TASK-01 to TASK-04' include all ids between. */
export function requirementIds(text: string): Set<string> {
  const ids = new Set<string>();
  for (const [, area, first, last = first] of text.matchAll(ID))
    for (let number = Number(first); number <= Number(last); number += 1)
      ids.add(`${area}-${String(number).padStart(2, "0")}`);
  return ids;
}

/** At a commit; without one, in the working tree. */
function namedIn(commit?: string): Set<string> {
  const files = ["--", "e2e/*.journey.ts", "src/*.test.ts", "src/*.test.tsx", "scripts/*.test.ts"];
  const place = commit ? [] : ["--untracked"];
  const options = ["-h", "-E", "[A-Z]{2,8}-[0-9]{2}", ...(commit ? [commit] : []), ...files];
  const lines = execFileSync("git", ["grep", ...place, ...options], { cwd: ROOT, maxBuffer: 2 ** 26 });
  return requirementIds(lines.toString());
}

if (import.meta.main) {
  const [commit] = process.argv.slice(2);
  const now = namedIn();
  const lost = commit ? [...namedIn(commit)].filter((id) => !now.has(id)).toSorted() : [];
  if (!commit) console.log([...now].toSorted().join("\n"));
  for (const id of lost) console.log(`${id} is named by no test any more`);
  console.log(`${now.size} requirements are named by tests, ${lost.length} were lost`);
  process.exitCode = lost.length > 0 ? 1 : 0;
}
