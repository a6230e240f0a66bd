import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root, run, stop } from "./toolchain.mjs";

const VITE = "node_modules/vite/bin/vite.js";
const STAMP = join(root, "dist", ".stamp");

/** Builds the pages and the server unless `dist` was built from exactly these sources. */
export function build() {
  const fingerprint = fingerprintOf(sources());
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === fingerprint) return;
  rmSync(STAMP, { force: true });
  step("Building the pages …", [VITE, "build"]);
  step("Building the sign-in page …", [VITE, "build", "-c", "vite.sign-in.config.ts"]);
  step("Building the server …", [VITE, "build", "-c", "vite.server.config.ts"]);
  step("Building the help …", ["scripts/build-help.ts"]);
  mkdirSync(join(root, "dist"), { recursive: true });
  writeFileSync(STAMP, fingerprint);
}

// Node 20 can start this file too, and has no `import.meta.main`.
if (process.argv[1] === fileURLToPath(import.meta.url)) build();

/** @param {string} message @param {string[]} args */
function step(message, args) {
  console.log(message);
  const { status, output } = run(args, { NODE_ENV: "production" });
  if (status !== 0) stop(`${output}\nThe build failed: see above`);
}

/** All of `src` except tests, the help's pages and images, and everything else that affects a build. */
function sources() {
  const scripts = filesIn(join(root, "scripts")).filter((file) =>
    /(vite-[^/]*|build-help)\.ts$|help-site\//.test(file),
  );
  const docs = filesIn(join(root, "docs")).filter((file) => !file.includes("/docs/decisions/"));
  const configs = ["vite.config.ts", "vite.sign-in.config.ts", "vite.server.config.ts"];
  const single = [...configs, "package.json", "package-lock.json"];
  const files = [
    ...filesIn(join(root, "src")),
    ...docs,
    ...scripts,
    ...single.map((name) => join(root, name)),
  ];
  return files.filter((file) => !/\.(test|factory)\.tsx?$/.test(file)).sort();
}

/** @param {string} folder */
function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** By content, because a checkout changes file times. @param {string[]} files */
function fingerprintOf(files) {
  const hash = createHash("sha256");
  for (const file of files)
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update("\0");
  return hash.digest("hex");
}
