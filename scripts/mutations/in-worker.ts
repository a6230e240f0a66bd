import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach } from "vitest";

/** One run of one test file: with a fault, or without any to learn which faults it reaches. */
export type Trial = { folder: string; file: string; fault: number | null; until: number };

declare global {
  var isPlanted: ((fault: number) => boolean) | undefined;
}

/** A loop that a fault made endless ends here. */
const MOST_PASSES = 3_000_000;

/** Switches the fault on for the test file that is loaded next; its first failed test ends what is left of the trial. */
export function begin({ folder, file, fault }: Trial): void {
  writeFileSync(join(folder, `${file}.begun`), "");
  const reached = new Set<number>();
  let passes = 0;
  globalThis.isPlanted = (number) => {
    reached.add(number);
    if (number !== fault) return false;
    passes += 1;
    if (passes > MOST_PASSES) throw new Error("The planted fault makes an endless loop");
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

/** Or the time is over: what is left is skipped, so that the run ends by itself and stops its database. */
export const isNoticed = ({ folder, fault, until }: Trial): boolean =>
  Date.now() > until || (fault !== null && existsSync(join(folder, `${fault}.noticed`)));
