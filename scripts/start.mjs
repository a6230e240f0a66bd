import { build } from "./build.mjs";
import { handOver, install, serverEnvironment, serverFlags } from "./toolchain.mjs";

// `npm start`: installs and builds what is missing or stale, then becomes the server.

install();
build();
handOver([...serverFlags, "dist/server/main.js"], { NODE_ENV: "production", ...serverEnvironment });
