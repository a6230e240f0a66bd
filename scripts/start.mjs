import { build } from "./build.mjs";
import { handOver, install } from "./toolchain.mjs";

// `npm start`: installs and builds what is missing or stale, then becomes the server.

install();
build();
handOver(["dist/server/main.js"], { NODE_ENV: "production" });
