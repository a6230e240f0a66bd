import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { root, run, stop } from "./toolchain.mjs";

const STAMP = join(root, "dist", ".stamp");
const COMPRESSIBLE = /\.(js|css|html|svg|json|webmanifest|txt)$/;

/** Builds the pages and the server unless what lies in `dist` came from exactly these sources. */
export function build() {
  const fingerprint = fingerprintOf(sources());
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === fingerprint) return;
  rmSync(STAMP, { force: true });
  step("Building the pages …", ["node_modules/vite/bin/vite.js", "build"]);
  step("Building the server …", ["node_modules/vite/bin/vite.js", "build", "-c", "vite.server.config.ts"]);
  compress(join(root, "dist", "web"));
  mkdirSync(join(root, "dist"), { recursive: true });
  writeFileSync(STAMP, fingerprint);
}

/** @param {string} message @param {string[]} args */
function step(message, args) {
  console.log(message);
  const { status, output } = run(args, { NODE_ENV: "production" });
  if (status !== 0) stop(`${output}\nThe build failed: see above`);
}

function sources() {
  const inside = ["src", "public"].flatMap((folder) => filesIn(join(root, folder)));
  const single = [
    "index.html",
    "vite.config.ts",
    "vite.server.config.ts",
    "package.json",
    "package-lock.json",
  ];
  const files = [...inside, ...single.map((name) => join(root, name))];
  return files.filter((file) => existsSync(file) && !/\.test\.tsx?$/.test(file)).sort();
}

/** @param {string} folder */
function filesIn(folder) {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** By content, for a checkout changes the times of files. @param {string[]} files */
function fingerprintOf(files) {
  const hash = createHash("sha256");
  for (const file of files)
    hash
      .update(`${file.slice(root.length)}\0`)
      .update(readFileSync(file))
      .update("\0");
  return hash.digest("hex");
}

/** Lays .br and .gz beside each text file, so that the server never compresses one twice. @param {string} folder */
function compress(folder) {
  for (const file of filesIn(folder).filter((name) => COMPRESSIBLE.test(name))) {
    const content = readFileSync(file);
    writeFileSync(`${file}.br`, brotliCompressSync(content));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
  }
}
