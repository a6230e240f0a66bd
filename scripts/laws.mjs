import { install, runShown } from "./toolchain.mjs";

// `npm run test:laws`: the laws of `src/app/laws` at full size; `npm test` runs them small. One of them takes a quarter
// of an hour, for at full size what is limited to ten minutes is waited for. Laws that measure time fail on a busy one.

install();
process.exitCode = runShown(["node_modules/vitest/vitest.mjs", "run", "src/app/laws"], { FULL_SIZE: "1" });
