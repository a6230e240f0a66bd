import { install, runShown } from "./toolchain.mjs";

// `npm run test:laws`: the laws of `src/app/laws` at full size; `npm test` runs them small.

install();
process.exitCode = runShown(["node_modules/vitest/vitest.mjs", "run", "src/app/laws"], { FULL_SIZE: "1" });
