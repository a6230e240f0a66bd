import { install, runShown } from "./toolchain.mjs";

// `npm run test:laws`: the laws of `src/app/laws` at full size; `npm test` runs them small. One takes a quarter of an
// hour, because at full size it waits for limits of ten minutes. Laws that measure time fail on a busy machine. With them
// the fates of 2,000 mails whose delivery is killed again and again, and all questions about content.

const FATES = "src/features/email/delivery/delivery-worker-crash.test.ts";
const QUESTIONS = "src/app/assistant/content/questions.test.ts";

install();
process.exitCode = runShown(["node_modules/vitest/vitest.mjs", "run", "src/app/laws", FATES, QUESTIONS], {
  FULL_SIZE: "1",
});
