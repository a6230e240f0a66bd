import { build } from "./build.mjs";
import { install, runInForeground } from "./toolchain.mjs";

// `npm run adjutant -- <command>`: the command line beside the server.

install();
build();
runInForeground(["dist/server/cli.js", ...process.argv.slice(2)], { NODE_ENV: "production" });
