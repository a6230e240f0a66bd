import { setFlagsFromString } from "node:v8";
import { runProgram } from "./run-program.ts";

// Collects garbage when the heap has grown by 60 %: less often costs memory, more often processor time of every answer
// (0130). Set here and not on the command line, where a runtime without this flag would refuse to start.
setFlagsFromString("--heap-growing-percent=60");

await runProgram();
