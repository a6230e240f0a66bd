import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";

// Each tool that `npm test` relies on is tested with a violation: a check that finds nothing must not pass by accident.

const ROOT = resolve(import.meta.dirname, "..");
const planted = realpathSync(mkdtempSync(join(tmpdir(), "adjutant-planted-")));
symlinkSync(join(ROOT, "node_modules"), join(planted, "node_modules"));
afterAll(() => rmSync(planted, { recursive: true }));

const VALID_FILES = {
  "src/main.ts": 'import { used } from "./parts.ts";\n\nexport const answer: number = used;\n',
  "src/parts.ts": "export const used = 1;\n",
  "package.json": '{ "name": "planted", "type": "module" }\n',
  "knip.json": '{ "entry": ["src/main.ts"], "project": ["src/**/*.ts"] }\n',
  "biome.json": readFileSync(join(ROOT, "biome.json"), "utf8"),
  "tsconfig.json": JSON.stringify({ extends: join(ROOT, "tsconfig.json"), include: ["src"] }),
};
const LINT = ["@biomejs/biome/bin/biome", "check", "--error-on-warnings", "--vcs-enabled=false", "src"];
const TYPES = ["typescript/bin/tsc", "--noEmit", "--project", "."];
const DEAD_CODE = ["knip/bin/knip.js", "--no-gitignore"];

test("a valid program passes each check", () => {
  for (const tool of [LINT, TYPES, DEAD_CODE]) expect(outcome(tool, {})).toMatchObject({ status: 0 });
});

test.each([
  ["lint", LINT, "export const used: any = 1;\n", "noExplicitAny"],
  ["lint", LINT, "export const used = [1][0]!;\n", "noNonNullAssertion"],
  ["lint", LINT, 'console.log("x");\nexport const used = 1;\n', "noConsole"],
  ["lint", LINT, "export default 1;\nexport const used = 1;\n", "noDefaultExport"],
  ["lint", LINT, "const act = async () => 1;\nact();\nexport const used = 1;\n", "noFloatingPromises"],
  ["format", LINT, "export const used   = 1\n", "format"],
  ["types", TYPES, 'export const used = "1";\n', "TS2322"],
  ["types", TYPES, "export const used = [1][0];\n", "TS2322"],
  ["dead code", DEAD_CODE, "export const used = 1;\nexport const unused = 2;\n", "unused"],
] as const)("%s bites: %#", (_name, tool, parts, message) => {
  const { status, output } = outcome(tool, { "src/parts.ts": parts });
  expect(output).toContain(message);
  expect(status).not.toBe(0);
});

test("the dead-code check fails for an unused file or package", () => {
  const { status, output } = outcome(DEAD_CODE, {
    "src/orphan.ts": "export const orphan = 1;\n",
    "package.json": '{ "name": "planted", "type": "module", "dependencies": { "zod": "4.6.7" } }\n',
  });
  expect(status).not.toBe(0);
  expect(output).toContain("src/orphan.ts");
  expect(output).toContain("zod");
});

function outcome([tool = "", ...args]: readonly string[], files: Record<string, string>) {
  rmSync(join(planted, "src"), { recursive: true, force: true });
  for (const [name, content] of Object.entries({ ...VALID_FILES, ...files })) {
    mkdirSync(dirname(join(planted, name)), { recursive: true });
    writeFileSync(join(planted, name), content);
  }
  const command = [join(ROOT, "node_modules", tool), ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: planted, encoding: "utf8" });
  return { status, output: `${stdout}${stderr}` };
}
