import { AREAS, areaOf, FLOORS, LEAST_TRIED } from "./areas.ts";
import type { Verdict } from "./score-faults.ts";

export type Scored = Pick<Verdict, "path" | "line" | "kind" | "name" | "noticedBy" | "reachedBy">;

const share = (noticed: number, all: number) => `${Math.round((100 * noticed) / Math.max(1, all))} %`;

/** What no test noticed, the score of each area, and which areas lie below their floor. */
export function scoreLines(verdicts: readonly Scored[]): { lines: string[]; below: string[] } {
  const lines = verdicts
    .filter(({ noticedBy }) => noticedBy === null)
    .map(({ path, line, kind, name, reachedBy }) => {
      const reach = reachedBy === 0 ? ", reached by no test" : "";
      return `UNNOTICED ${path}:${line} ${kind} (${name}${reach})`;
    });
  const below: string[] = [];
  for (const area of Object.keys(AREAS)) {
    const own = verdicts.filter(({ path }) => areaOf(path) === area);
    const noticed = own.filter(({ noticedBy }) => noticedBy !== null).length;
    const floor = FLOORS[area] ?? 0;
    if (own.length === 0) continue;
    lines.push(`${area.padEnd(8)} ${noticed} of ${own.length} noticed (${share(noticed, own.length)})`);
    if (own.length >= LEAST_TRIED && noticed < floor * own.length) below.push(`${area} (${floor * 100} %)`);
  }
  const noticed = verdicts.filter(({ noticedBy }) => noticedBy !== null).length;
  lines.push(`${noticed} of ${verdicts.length} faults noticed (${share(noticed, verdicts.length)})`);
  return { lines, below };
}
