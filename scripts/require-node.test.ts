import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { nodeRefusal, OLDEST_FOR_SCRIPTS, OLDEST_FOR_TOOLS } from "./require-node.mjs";

const ROOT = resolve(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

test.each([
  [OLDEST_FOR_SCRIPTS, "18.20.4", "needs Node 20.19 or newer for this; this is 18.20.4"],
  [OLDEST_FOR_SCRIPTS, "20.18.3", "this is 20.18.3"],
  [
    OLDEST_FOR_TOOLS,
    "22.12.0",
    "needs Node 24.2 or newer for this; this is 22.12.0; put the packaged one first",
  ],
  [OLDEST_FOR_TOOLS, "24.1.0", "this is 24.1.0"],
])("an old Node is refused with a message: %j, %s", (oldest, version, sentence) => {
  expect(nodeRefusal(oldest, version)).toContain(sentence);
});

test.each([
  [OLDEST_FOR_SCRIPTS, "20.19.0"],
  [OLDEST_FOR_SCRIPTS, "21.0.0"],
  [OLDEST_FOR_TOOLS, "24.2.0"],
  [OLDEST_FOR_TOOLS, "26.10.0"],
])("a supported Node is accepted: %j, %s", (oldest, version) => {
  expect(nodeRefusal(oldest, version)).toBeNull();
});

test("every npm script checks the Node version first", () => {
  const { scripts } = JSON.parse(read("package.json")) as { scripts: Record<string, string> };
  const started = Object.values(scripts).flatMap((line) => line.match(/scripts\/[\w-]+\.mjs/g) ?? []);
  expect(started).toContain("scripts/bench.mjs");
  const own = started.filter((path) => path !== "scripts/require-node-24.mjs");
  for (const path of own) expect(read(path), path).toMatch(/^install\(\);$/m);
  const typed = Object.values(scripts).filter((line) => /\.ts\b/.test(line));
  for (const line of typed) expect(line).toMatch(/^node scripts\/require-node-24\.mjs && /);
  expect(read("scripts/toolchain.mjs")).toContain("requireNode(OLDEST_FOR_SCRIPTS)");
});

test("every tool configuration checks the Node version in its first import", () => {
  const settings = readdirSync(ROOT).filter((name) => name.endsWith(".config.ts"));
  expect(settings.length).toBeGreaterThan(3);
  for (const path of settings)
    expect(read(path), path).toMatch(/^import "\.\/scripts\/require-node-24\.mjs";/);
});

test("every tool in TypeScript checks the Node version in its first import", () => {
  const tools = readdirSync(join(ROOT, "scripts"))
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .filter(
      (name) =>
        /import\.meta\.main/.test(read(`scripts/${name}`)) || !/^export /m.test(read(`scripts/${name}`)),
    );
  expect(tools).toContain("take-pictures.ts");
  for (const name of tools)
    expect(read(`scripts/${name}`), name).toMatch(/^import "\.\/require-node-24\.mjs";/);
});

test("what Node 20 starts does not depend on what Node 24.2 introduced", () => {
  // The packaged Node runs the supervisor.
  for (const name of readdirSync(join(ROOT, "scripts")).filter((each) => each.endsWith(".mjs")))
    if (name !== "supervise.mjs") expect(read(`scripts/${name}`), name).not.toMatch(/\(import\.meta\.main/);
});

test.each(["toolchain.mjs", "require-node-24.mjs"])("%s ends an old Node with the message", (file) => {
  const call = file === "toolchain.mjs" ? "install()" : "";
  const program = `Object.defineProperty(process.versions, "node", { value: "18.0.0" });
    const { install } = await import(${JSON.stringify(join(ROOT, "scripts", file))}); ${call}`;
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], {
    encoding: "utf8",
  });
  expect(stderr.trim()).toMatch(/^Adjutant needs Node \d+(\.\d+)? or newer for this; this is 18\.0\.0/);
  expect(status).toBe(1);
});
