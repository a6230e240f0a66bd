import { randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StartError } from "#platform/database/start-error.ts";
import { KEY_BYTES, parseMasterKey } from "./secrets.ts";

const FOLDER = "secrets";
const FILE = "master.key";

/**
 * The keys that seal secrets, newest first: those of MASTER_KEYS, else the lines of a file in the data folder, which is
 * created at the first start. The file is outside the database and in no backup (security.md D36).
 */
export function loadMasterKeys({ masterKeys, dataDir }: MasterKeySettings): readonly Buffer[] {
  const known = readMasterKeys({ masterKeys, dataDir });
  return known.length > 0 ? known : parseKeys(keyFile(dataDir), makeKeyFile(dataDir, keyFile(dataDir)));
}

/** Like `loadMasterKeys`, but creates none. */
export function readMasterKeys({ masterKeys, dataDir }: MasterKeySettings): readonly Buffer[] {
  if (masterKeys.length > 0) return masterKeys;
  const text = readOwn(keyFile(dataDir));
  return text === null ? [] : parseKeys(keyFile(dataDir), text);
}

export const keyFile = (dataDir: string) => join(dataDir, FOLDER, FILE);

type MasterKeySettings = { masterKeys: readonly Buffer[]; dataDir: string };

function parseKeys(file: string, text: string): readonly Buffer[] {
  const lines = text.split("\n").map((line) => line.trim());
  const keys = lines.filter((line) => line && !line.startsWith("#")).map(parseMasterKey);
  const known = keys.filter((key) => key !== null);
  if (known.length === 0 || known.length < keys.length)
    throw new StartError(
      `${file} must contain master keys, one per line: 32 bytes in base64, the newest first`,
    );
  return known;
}

/** Null where there is none. */
function readOwn(file: string): string | null {
  try {
    const isOpenToOthers = process.platform !== "win32" && (statSync(file).mode & 0o077) !== 0;
    if (isOpenToOthers)
      throw new StartError(`${file} can be read by others; allow only its owner: chmod 600 ${file}`);
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    if (error instanceof StartError) throw error;
    throw new StartError(`${file} cannot be read: ${(error as Error).message}`, error);
  }
}

/**
 * Written to a temporary file and linked into place: of two programs that start at once, the second uses the first
 * one's key.
 */
function makeKeyFile(dataDir: string, file: string): string {
  mkdirSync(join(dataDir, FOLDER), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${randomBytes(KEY_BYTES).toString("base64")}\n`, { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft);
  }
  return readFileSync(file, "utf8");
}
