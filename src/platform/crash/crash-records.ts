import { createHash } from "node:crypto";
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** A piece of work that can crash the program: one row of a job, a feed, a mail account, a calendar. */
export type Work = {
  /** The kind of work, such as the name of a job. */
  name: string;
  /** Ids of the rows it works on; no user content. */
  row: string;
};

const CrashRecord = z.strictObject({
  id: z.string(),
  name: z.string(),
  row: z.string(),
  crashes: z.int(),
  lastAt: z.iso.datetime(),
  problem: z.string(),
  /** Not proven: it was in progress when the runtime itself ended. */
  isSuspected: z.boolean().optional(),
});
export type CrashRecord = z.infer<typeof CrashRecord>;

class RuntimeEnd extends Error {
  override readonly name = "The runtime ended";
}

const CRASHES_BEFORE_SUSPENSION = 2;
/** A crash is dropped after this time, because it may have had another cause. Work that is set aside stays so. */
const DAY_MS = 86_400_000;
const MAX_RECORDS = 200;
const PROBLEM_LENGTH = 200;

/** Written at once, because the program is about to end: to a file, because the database may be the cause. */
export function recordCrash(dataDir: string, work: Work, error: unknown, now = new Date()): CrashRecord {
  const records = readRecords(dataDir);
  const id = idOf(work);
  const before = records.find((each) => each.id === id);
  const counts = before && (isOver(before) || now.getTime() - Date.parse(before.lastAt) < DAY_MS);
  const record = {
    ...{ id, name: work.name, row: work.row },
    ...(error instanceof RuntimeEnd && { isSuspected: true }),
    crashes: counts ? before.crashes + 1 : 1,
    lastAt: now.toISOString(),
    problem: (error instanceof Error ? `${error.name}: ${error.message}` : "Unknown").slice(
      0,
      PROBLEM_LENGTH,
    ),
  };
  writeRecords(dataDir, [record, ...records.filter((each) => each.id !== id)].slice(0, MAX_RECORDS));
  return record;
}

/**
 * Records that the runtime itself ended, for instance for lack of memory, during this work. Work suspected last time
 * but not in progress now is cleared.
 */
export function recordRuntimeEnd(dataDir: string, unfinished: readonly Work[], problem: string): void {
  const ids = unfinished.map(idOf);
  const records = readRecords(dataDir);
  const isCleared = (record: CrashRecord) =>
    record.isSuspected === true && !isOver(record) && !ids.includes(record.id);
  if (records.some(isCleared))
    writeRecords(
      dataDir,
      records.filter((record) => !isCleared(record)),
    );
  for (const work of unfinished) recordCrash(dataDir, work, new RuntimeEnd(problem));
}

/** True where the program has crashed on this twice, and it is left out until an administrator says otherwise. */
export function isSuspended(dataDir: string, work: Work): boolean {
  const id = idOf(work);
  return readRecords(dataDir).some((record) => record.id === id && isOver(record));
}

export const suspendedWork = (dataDir: string): CrashRecord[] => readRecords(dataDir).filter(isOver);

/** Enables the work again, which may then crash twice again. False if no work of this id is set aside. */
export function tryWorkAgain(dataDir: string, id: string): boolean {
  const records = readRecords(dataDir);
  const others = records.filter((record) => record.id !== id);
  if (others.length === records.length) return false;
  writeRecords(dataDir, others);
  return true;
}

const isOver = ({ crashes }: CrashRecord) => crashes >= CRASHES_BEFORE_SUSPENSION;

const idOf = ({ name, row }: Work) =>
  createHash("sha256").update(`${name}\0${row}`).digest("hex").slice(0, 32);

const fileOf = (dataDir: string) => join(dataDir, "crashes.json");

function readRecords(dataDir: string): CrashRecord[] {
  try {
    return z.array(CrashRecord).parse(JSON.parse(readFileSync(fileOf(dataDir), "utf8")));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw new Error(`${fileOf(dataDir)} cannot be read; delete it`, { cause: error });
  }
}

function writeRecords(dataDir: string, records: readonly CrashRecord[]): void {
  const file = fileOf(dataDir);
  writeFileSync(`${file}.new`, JSON.stringify(records, null, 2), { mode: 0o600, flush: true });
  renameSync(`${file}.new`, file);
}
