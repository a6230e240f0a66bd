import { readFileSync } from "node:fs";

/** Ticks of /proc are hundredths of a second on every Linux. */
const TICK_MS = 10;

/** Milliseconds of processor time of one process so far, in user and system mode. Linux only. */
export function processorMs(pid: number): number {
  const { own } = ticksOf(pid);
  return own * TICK_MS;
}

/** The same of a process, of its children that run, and of those that ended: a database server with its backends. */
export function processorMsWithChildren(pid: number): number {
  const { own, ended } = ticksOf(pid);
  const ticks = childrenOf(pid).map((child) => {
    try {
      return ticksOf(child).own;
    } catch {
      // It has ended since, and counts among the ended ones from now on.
      return 0;
    }
  });
  return ticks.reduce((sum, each) => sum + each, own + ended) * TICK_MS;
}

/** The processes that a process has started and that run. */
export function childrenOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim();
  return children.split(" ").filter(Boolean).map(Number);
}

function ticksOf(pid: number): { own: number; ended: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  // The name of the program, in brackets, may hold spaces.
  const fields = stat
    .slice(stat.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
  return { own: user + system, ended: endedUser + endedSystem };
}
