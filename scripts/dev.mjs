import { spawn } from "node:child_process";
import { build } from "./build.mjs";
import { install, productNode, root, toolEnvironment } from "./toolchain.mjs";

// `npm run dev`: the server out of its sources, and the pages by Vite in front of it; both reload.

const PROGRAMS = [
  ["--watch", "--watch-preserve-output", "src/app/main.ts"],
  ["node_modules/vite/bin/vite.js"],
];

install();
build();
const env = { ...toolEnvironment(), PUBLIC_URL: "http://localhost:5173" };
const children = PROGRAMS.map((args) => spawn(productNode(), args, { cwd: root, stdio: "inherit", env }));
for (const child of children) child.on("exit", end);
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) process.on(signal, end);

function end() {
  for (const child of children) child.kill("SIGTERM");
}
