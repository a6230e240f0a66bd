import { build } from "./build.mjs";
import { supervise } from "./supervise.mjs";
import { install, productNode, root, serverEnvironment, serverFlags, toolEnvironment } from "./toolchain.mjs";

// `npm start`: installs and builds what is missing or stale, then runs the server and starts it again after a crash.

install();
build();
supervise(productNode(), [...serverFlags, "dist/server/main.js"], {
  cwd: root,
  env: { ...toolEnvironment(), NODE_ENV: "production", ...serverEnvironment },
});
