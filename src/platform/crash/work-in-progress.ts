import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { Work } from "./crash-records.ts";

/** Files instead of rows, without fsync: they survive the program, and cost less than the work. */
const folderOf = (dataDir: string) => join(dataDir, folderName);
let folderName = "in-progress";

/** In a process beside the program, before it begins any work: each of them ends alone. */
export function recordWorkOf(process: string): void {
  folderName = `in-progress-${process}`;
}

const Entry = z.strictObject({ name: z.string(), row: z.string() });

/** Count by file; the same work may run twice at once. */
const running = new Map<string, number>();

/**
 * Records that this work is in progress, in case the program ends without running any of our code. Returns the function
 * that removes the record.
 */
export function beginWork(dataDir: string, work: Work): () => void {
  const id = createHash("sha256").update(`${work.name}\0${work.row}`).digest("hex").slice(0, 32);
  const file = join(folderOf(dataDir), `${id}.json`);
  const count = (running.get(file) ?? 0) + 1;
  running.set(file, count);
  if (count === 1) writeEntry(dataDir, file, work);
  return () => {
    const remaining = (running.get(file) ?? 1) - 1;
    if (remaining > 0) return void running.set(file, remaining);
    running.delete(file);
    rmSync(file, { force: true });
  };
}

/** On a full or read-only disk the work runs all the same: an end of the runtime is then attributed to nothing. */
function writeEntry(dataDir: string, file: string, work: Work): void {
  try {
    mkdirSync(folderOf(dataDir), { recursive: true });
    writeFileSync(file, JSON.stringify(work), { mode: 0o600 });
  } catch (error) {
    if (!["ENOSPC", "EDQUOT", "EROFS"].includes((error as NodeJS.ErrnoException).code ?? "")) throw error;
  }
}

/** Returns what an earlier run of this process was working on when it ended, and deletes the records. */
export function takeUnfinishedWork(dataDir: string): Work[] {
  const folder = folderOf(dataDir);
  const unfinished = filesIn(folder).flatMap((name) => {
    // A truncated file names no work.
    const entry = Entry.safeParse(parseOrNull(readFileSync(join(folder, name), "utf8")));
    return entry.success ? [entry.data] : [];
  });
  rmSync(folder, { recursive: true, force: true });
  return unfinished;
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Half written when the program ended: it names no work.
    return null;
  }
}
