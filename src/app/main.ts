import { setFlagsFromString } from "node:v8";
import { runProgram } from "./run-program.ts";

// Collects garbage when the heap has grown by a seventh instead of doubled (0048). Set here and not on the command
// line, where a runtime without this flag would refuse to start.
setFlagsFromString("--heap-growing-percent=15");

await runProgram();
