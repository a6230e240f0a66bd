import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { debianPackages, libraryPath } from "./debian-packages.ts";

/** Runs Python programs, with further Debian packages in the folder `programs`. */
export async function pythonWith(...packages: string[]) {
  const programs = await debianPackages(...packages, "python3");
  const own = join(programs, "usr/bin/python3");
  const env = {
    ...{ PATH: "/usr/bin:/bin", LD_LIBRARY_PATH: await libraryPath(programs) },
    ...(existsSync(own) && { PYTHONHOME: join(programs, "usr") }),
  };
  const python = existsSync(own) ? own : "/usr/bin/python3";
  /** What the program writes about this input. */
  const run = async (program: string, input: string, ...args: string[]): Promise<string> => {
    const running = promisify(execFile)(python, ["-c", program, ...args], { env });
    running.child.stdin?.end(input);
    return (await running).stdout;
  };
  return { programs, run };
}
