import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach } from "vitest";

/** One run of one test file: with a fault, or without one to record which faults it reaches. */
export type Trial = { folder: string; file: string; fault: number | null; until: number };

declare global {
  var isPlanted: ((fault: number) => boolean) | undefined;
}

/** Ends a loop that a fault made endless. */
const MAX_PASSES = 3_000_000;

/**
 * Activates the fault for the test file that is loaded next; after its first failed test the rest of the trial is
 * skipped.
 */
export function activate({ folder, file, fault }: Trial): void {
  writeFileSync(join(folder, `${file}.begun`), "");
  const reached = new Set<number>();
  let passes = 0;
  globalThis.isPlanted = (number) => {
    reached.add(number);
    if (number !== fault) return false;
    passes += 1;
    if (passes > MAX_PASSES) throw new Error("The planted fault makes an endless loop");
    return true;
  };
  if (fault === null) {
    afterAll(() => writeFileSync(join(folder, `${file}.reached.json`), JSON.stringify([...reached])));
    return;
  }
  const noticed = join(folder, `${fault}.noticed`);
  beforeEach((context) => {
    if (existsSync(noticed)) context.skip();
  });
  afterEach(({ task }) => {
    if (task.result?.state === "fail") writeFileSync(noticed, "");
  });
}

/** Also true when the time is over: the rest is skipped, so that the run ends normally and stops its database. */
export const isNoticed = ({ folder, fault, until }: Trial): boolean =>
  Date.now() > until || (fault !== null && existsSync(join(folder, `${fault}.noticed`)));
