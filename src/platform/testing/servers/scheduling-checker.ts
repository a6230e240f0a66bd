import { pythonWith } from "./run-python.ts";

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
  const { programs, run } = await pythonWith("libical3");
  return async (text) => {
    const errors = await run(PROGRAM, text, programs);
    return errors.split("\n").filter((line) => line.trim() !== "");
  };
}
