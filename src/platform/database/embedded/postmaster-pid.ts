import { execFileSync } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** How long an empty file or a zombie may stand for a server that is starting or ending. */
const EMPTY_FILE_MS = 2_000;
const ZOMBIE_MS = 5_000;

/**
 * The process id of the server that runs on this cluster, or null. Removes a postmaster.pid left by a crash if it would
 * keep PostgreSQL from starting: empty, of a zombie, or with the process id of another program.
 */
export async function runningPostmaster(cluster: string): Promise<number | null> {
  const file = join(cluster, "postmaster.pid");
  const startedAt = Date.now();
  for (;;) {
    const pid = pidIn(file);
    if (pid === null) return null;
    const state = pid === "empty" ? "empty" : processState(pid, cluster);
    if (state === "running" && pid !== "empty") return pid;
    if (state === "gone") return null;
    const limitMs = { empty: EMPTY_FILE_MS, zombie: ZOMBIE_MS, running: 0, other: 0 }[state];
    if (Date.now() - startedAt >= limitMs) {
      rmSync(file, { force: true });
      return null;
    }
    await pause(50);
  }
}

/** What the process id belongs to: a server on this cluster, a zombie, another program or nothing. */
export function processState(pid: number, cluster: string): "running" | "zombie" | "other" | "gone" {
  const found = describeProcess(pid);
  if (!found) return "gone";
  if (found.zombie) return "zombie";
  return found.command.includes("postgres") && found.command.includes(cluster) ? "running" : "other";
}

/** True while a process of this id runs; a zombie does not count. */
export const isAlive = (pid: number) => describeProcess(pid)?.zombie === false;

function pidIn(file: string): number | "empty" | null {
  try {
    const pid = Number.parseInt(readFileSync(file, "utf8"), 10);
    return pid > 0 ? pid : "empty";
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function describeProcess(pid: number): { zombie: boolean; command: string } | null {
  try {
    if (process.platform === "linux") {
      const state = /\) (\w)/.exec(readFileSync(`/proc/${pid}/stat`, "latin1"))?.[1];
      const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ");
      return { zombie: state === "Z" || state === "X", command };
    }
    const [state = "", ...command] = execFileSync("ps", ["-o", "stat=,command=", "-p", String(pid)], {
      encoding: "utf8",
    }).split(" ");
    return { zombie: state.startsWith("Z"), command: command.join(" ") };
  } catch {
    // Null: no such process, or no permission to inspect it.
    return null;
  }
}
