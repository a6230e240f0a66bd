import { accessSync, constants, statfsSync } from "node:fs";
import { tmpdir } from "node:os";

const MEMORY = "/dev/shm";
const GIGABYTE = 2 ** 30;

/**
 * The folder for databases of a test run: in memory if there is plenty of it, because creating one on a disk takes
 * twenty times as long; else the folder for temporary files. Tests that kill the server work in both.
 */
export function quickFolder(): string {
  try {
    accessSync(MEMORY, constants.R_OK | constants.W_OK | constants.X_OK);
    const { bavail, bsize } = statfsSync(MEMORY);
    const hasRoom = bavail * bsize > 4 * GIGABYTE && process.availableMemory() > 6 * GIGABYTE;
    return hasRoom ? MEMORY : tmpdir();
  } catch {
    return tmpdir();
  }
}
