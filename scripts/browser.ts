import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { environment } from "./environment.mjs";
import { toolEnvironment } from "./toolchain.mjs";

const CACHE = resolve(import.meta.dirname, "../.cache");
const OLDEST = 120;
const INSTALLED = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/usr/bin/google-chrome-stable",
  "/opt/google/chrome/chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

type Browser = { executablePath?: string; args: string[]; env: Record<string, string> };

/** Playwright's launch options: the whole environment, and further arguments where a test needs them. */
export function launchOptions(...more: string[]): Browser {
  const { args, env, ...rest } = browser();
  return { ...rest, args: [...args, ...more], env: { ...definedEnvironment(), ...env } };
}

function definedEnvironment(): Record<string, string> {
  const defined = Object.entries(toolEnvironment()).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return Object.fromEntries(defined);
}

/** A Chromium for tests and benchmarks: the installed one, else the one of an npm package. */
function browser(): Browser {
  const installed = INSTALLED.find((path) => existsSync(path) && versionOf(path) >= OLDEST);
  if (installed) return { executablePath: installed, args: launchArguments(), env: {} };
  if (process.platform === "linux" && process.arch === "x64")
    return { executablePath: unpacked(), args: launchArguments(), env: fontEnvironment() };
  downloadBrowser();
  return { args: launchArguments(), env: {} };
}

function versionOf(path: string): number {
  const { stdout } = spawnSync(path, ["--version"], { encoding: "utf8", timeout: 20_000 });
  return Number(/(\d+)\./.exec(stdout ?? "")?.[1] ?? 0);
}

function launchArguments(): string[] {
  const offline = ["--disable-background-networking", "--disable-component-update", "--disable-sync"];
  const asRoot = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return [...offline, ...asRoot, "--disable-gpu", "--font-render-hinting=none"];
}

function unpacked(): string {
  const folder = join(CACHE, "chromium");
  const executable = join(folder, "chromium");
  if (existsSync(executable)) return executable;
  console.log("Unpacking Chromium (once) …");
  const unfinished = `${folder}.${process.pid}`;
  mkdirSync(unfinished, { recursive: true });
  const script =
    'import("@sparticuz/chromium").then(({ default: chromium }) => chromium.executablePath()).then(console.log)';
  const env = { ...toolEnvironment(), TMPDIR: unfinished };
  const { status, stderr } = spawnSync(process.execPath, ["-e", script], { encoding: "utf8", env });
  if (status !== 0) throw new Error(`Chromium cannot be unpacked: ${stderr}`);
  rmSync(folder, { recursive: true, force: true });
  renameSync(unfinished, folder);
  return executable;
}

/** Packaged only for Linux x64; elsewhere Playwright's own browser is downloaded, and its path set in this process. */
function downloadBrowser(): void {
  environment.PLAYWRIGHT_BROWSERS_PATH = join(CACHE, "playwright");
  const cli = fileURLToPath(import.meta.resolve("@playwright/test/cli"));
  const { status } = spawnSync(process.execPath, [cli, "install", "--only-shell", "chromium"], {
    stdio: "inherit",
  });
  if (status !== 0) throw new Error("There is no browser: install Chromium or Chrome and run this again");
}

/** The packaged Chromium contains one typeface; a minimal machine has no fonts and no font settings. */
function fontEnvironment(): Record<string, string> {
  const settings = join(CACHE, "chromium", "fontconfig.xml");
  const folders = [join(CACHE, "chromium", "fonts"), "/usr/share/fonts", "/usr/local/share/fonts"];
  const xml = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${folders.map((folder) => `  <dir>${folder}</dir>`).join("\n")}
  <cachedir>${join(CACHE, "chromium", "font-cache")}</cachedir>
</fontconfig>
`;
  writeFileSync(settings, xml);
  return { FONTCONFIG_FILE: settings };
}
