import { setFlagsFromString } from "node:v8";
import { runProgram } from "./run-program.ts";

// What is not used any more is thrown away when the heap has grown by a seventh, not when it has doubled (0048). Said here and
// not on the command line, where a runtime that does not know the word would refuse to start.
setFlagsFromString("--heap-growing-percent=15");

await runProgram();
