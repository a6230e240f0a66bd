import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { debianPackages, libraryPath } from "./debian-packages.ts";

/** Reads a calendar from its input and writes what libical reports in it, a line each. */
const PROGRAM = `
import ctypes, glob, re, sys
ical = ctypes.CDLL(glob.glob(sys.argv[1] + "/usr/lib/*/libical.so.3")[0])
ical.icalparser_parse_string.restype = ctypes.c_void_p
ical.icalparser_parse_string.argtypes = [ctypes.c_char_p]
ical.icalrestriction_check.argtypes = [ctypes.c_void_p]
ical.icalcomponent_as_ical_string.restype = ctypes.c_char_p
ical.icalcomponent_as_ical_string.argtypes = [ctypes.c_void_p]
calendar = ical.icalparser_parse_string(sys.stdin.buffer.read())
if not calendar: print("libical cannot read it"); sys.exit()
isValid = ical.icalrestriction_check(calendar)
text = re.sub("\\r?\\n[ \\t]", "", ical.icalcomponent_as_ical_string(calendar).decode())
errors = re.findall("X-LIC-ERROR[^:\\n]*:(.*)", text)
print("\\n".join(errors) if errors else "" if isValid else "libical finds it invalid")
`;

export type SchedulingChecker = (text: string) => Promise<string[]>;

/** What libical, the library of Evolution and others, finds wrong by its tables of RFC 5546. */
export async function schedulingChecker(): Promise<SchedulingChecker> {
  const programs = await debianPackages("libical3", "python3");
  const own = join(programs, "usr/bin/python3");
  const env = {
    ...{ PATH: "/usr/bin:/bin", LD_LIBRARY_PATH: await libraryPath(programs) },
    ...(existsSync(own) && { PYTHONHOME: join(programs, "usr") }),
  };
  const python = existsSync(own) ? own : "/usr/bin/python3";
  return async (text) => {
    const running = promisify(execFile)(python, ["-c", PROGRAM, programs], { env });
    running.child.stdin?.end(text);
    return (await running).stdout.split("\n").filter((line) => line.trim() !== "");
  };
}
