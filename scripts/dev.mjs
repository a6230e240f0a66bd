import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { install, productNode, root, toolEnvironment } from "./toolchain.mjs";

// `npm run dev`: the server out of its sources, and the pages by Vite in front of it; both reload.

install();
leavePagesToVite();
const programs = [
  ["--watch", "--watch-preserve-output", "src/app/main.ts"],
  ["node_modules/vite/bin/vite.js"],
];
const env = { ...toolEnvironment(), PUBLIC_URL: "http://localhost:5173" };
const children = programs.map((args) => spawn(productNode(), args, { cwd: root, stdio: "inherit", env }));
for (const child of children) child.on("exit", end);
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) process.on(signal, end);

function end() {
  for (const child of children) child.kill("SIGTERM");
}

/** The server reads the built pages when it starts; here a signpost stands in their place. */
function leavePagesToVite() {
  const folder = join(root, "dist", "dev");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "index.html"), "In development the pages are at http://localhost:5173\n");
}
