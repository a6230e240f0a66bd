import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const CACHE = "/var/cache/adjutant-test";
const NEEDED = "needs a Debian 12 (or newer) with apt-get, as root, as the build server has it";

/**
 * A folder with programs of Debian packages and all they depend on, unpacked beside the system: nothing is installed
 * or started, and nothing of the machine changes but a cache folder.
 */
export async function debianPackages(...names: string[]): Promise<string> {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get"))
    throw new Error(`A test with ${names.join(" and ")} ${NEEDED}`);
  const folder = join(CACHE, createHash("sha256").update(names.join()).digest("hex").slice(0, 12));
  if (existsSync(folder)) return folder;
  await mkdir(CACHE, { recursive: true, mode: 0o755 });
  const draft = await mkdtemp(`${folder}.`);
  try {
    const archives = join(draft, "archives");
    await mkdir(join(archives, "partial"), { recursive: true });
    await download(names, archives);
    for (const file of await readdir(archives))
      if (file.endsWith(".deb")) await run("dpkg", ["-x", join(archives, file), join(draft, "root")]);
    await rename(join(draft, "root"), folder).catch((error) => {
      // Another test was faster; its folder is as good.
      if (!existsSync(folder)) throw error;
    });
    return folder;
  } catch (error) {
    throw new Error(`${names.join(" and ")} could not be had from Debian's packages; a test ${NEEDED}`, {
      cause: error,
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Uses the existing package lists; a fresh machine has none and downloads them. */
async function download(names: readonly string[], archives: string): Promise<void> {
  const fetchAll = () =>
    run("apt-get", [
      ...["install", "-y", "--no-install-recommends", "--download-only", "--reinstall"],
      ...["-o", `Dir::Cache::archives=${archives}`, "-o", "Debug::NoLocking=1"],
      ...names,
    ]);
  await fetchAll().catch(async () => {
    await run("apt-get", ["update"]);
    await fetchAll();
  });
}

/** The library path of programs below the folder. */
export async function libraryPath(folder: string, ...further: string[]): Promise<string> {
  const machine = (await readdir(join(folder, "usr/lib"))).filter((name) => name.endsWith("-linux-gnu"));
  return [
    ...further.map((path) => join(folder, path)),
    ...machine.map((name) => join(folder, "usr/lib", name)),
  ].join(":");
}
