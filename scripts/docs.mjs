import { install, runShown, stop } from "./toolchain.mjs";

// `npm run docs`: builds the help from docs/ into dist/web/help, where the product serves it as /help.

install();
if (runShown(["scripts/build-help.ts"]) !== 0) stop("The help could not be built: see above");
console.log("The help is in dist/web/help");
