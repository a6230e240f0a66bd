import {
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { ERROR_STATUS } from "#platform/capability/errors.ts";
import { settingNames } from "#platform/config/config.ts";
import { deadLinks } from "./help-site/find-dead-links.ts";
import { keysOfProduct, keyTables } from "./help-site/key-table.ts";
import { FILES, FOR_DEVELOPERS } from "./help-site/pages.ts";
import { withPlainMessages } from "./i18n/plain-messages.ts";

const DOCUMENTS = [...globSync("*.md"), ...globSync("docs/**/*.md")].sort();
const HELP = FILES.map((file) => join("docs", file));
const GUIDES = [...HELP, "README.md", "CONTRIBUTING.md"];
const PICTURES = "docs/images/help";
const read = (file: string) => readFileSync(file, "utf8");

test("every link and picture of every document resolves", () => {
  expect(DOCUMENTS.length).toBeGreaterThan(60);
  expect(DOCUMENTS.flatMap(deadLinks)).toEqual([]);
});

test("a missing file, a missing heading and a missing picture are found", () => {
  const folder = mkdtempSync(join(tmpdir(), "adjutant-links-"));
  const file = join(folder, "planted.md");
  writeFileSync(
    file,
    "# Here\n\n[a](gone.md) [b](#there) [c](#here) ![d](gone.webp) [e](https://example.com)\n",
  );
  expect(deadLinks(file).map((line) => line.slice(file.length + 2))).toEqual([
    "gone.md",
    "#there",
    "gone.webp",
  ]);
  rmSync(folder, { recursive: true });
});

const CURRENT = DOCUMENTS.filter((file) => !file.startsWith("docs/decisions/"));

test.each(CURRENT)("the files that %s names exist", (file) => {
  const named = [
    ...read(file).matchAll(/`#?((?:src|scripts|e2e|ui|platform|features|app)\/[\w./-]+\.(?:tsx?|mjs|sql))`/g),
  ];
  const paths = named.map(([, path = ""]) => (/^(src|scripts|e2e)\//.test(path) ? path : join("src", path)));
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});

test("every security claim of SECURITY.md names its tests, and all of them exist", () => {
  const security = read("SECURITY.md");
  const tests = globSync("{src,e2e,scripts}/**/*.{test,journey}.ts").map((file) => basename(file));
  const named = [...security.matchAll(/`([\w./-]+\.(?:test|journey)\.ts)`/g)].map(([, file = ""]) =>
    basename(file),
  );
  expect(named.filter((file) => !tests.includes(file))).toEqual([]);
  const promised = security.slice(
    security.indexOf("## What is promised"),
    security.indexOf("## What is not"),
  );
  const claims = promised.split(/\n(?=- |\| )/).filter((part) => /^- |^\| (?!Adversary)/.test(part));
  expect(claims.length).toBeGreaterThan(15);
  expect(claims.filter((claim) => !/\.(test|journey)\.ts`/.test(claim))).toEqual([]);
});

test("every user document is a page of the help, once", () => {
  const files = DOCUMENTS.filter((file) => file.startsWith("docs/")).map((file) =>
    file.slice("docs/".length),
  );
  expect(FILES.toSorted()).toEqual(files.filter((file) => !FOR_DEVELOPERS.test(file)).toSorted());
});

test("pictures of the help are all used, and small", () => {
  const pictures = readdirSync(PICTURES);
  const text = HELP.map(read).join("\n");
  expect(pictures.filter((name) => !text.includes(`images/help/${name}`))).toEqual([]);
  const sizes = pictures.map((name) => statSync(join(PICTURES, name)).size);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(1_500_000);
});

test.each(GUIDES)("the commands and settings that %s names exist", (file) => {
  const text = read(file);
  const { scripts } = JSON.parse(read("package.json"));
  const named = [...text.matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name = ""]) => name);
  expect(named.filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
  const commands = [...read("src/app/commands.ts").matchAll(/^ {2}"?([a-z-]+)"?: \{$/gm)].map(
    ([, name]) => name,
  );
  const used = [...text.matchAll(/npm run adjutant -- ([a-z-]+)/g)].map(([, name]) => name);
  expect(used.filter((name) => !commands.includes(name))).toEqual([]);
  const known = [...settingNames, "NODE_EXTRA_CA_CERTS", "POSTGRES_PASSWORD", "TRACE", "RECORD_STATEMENTS"];
  const settings = [...text.matchAll(/(?:`|^\s*|Environment=)([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?=[`=, ])/gm)];
  expect(settings.map(([, name]) => name).filter((name) => !known.includes(name ?? ""))).toEqual([]);
});

test("every setting is in .env.example, which the guides refer to", () => {
  const documented = read(".env.example");
  expect(settingNames.filter((name) => !new RegExp(`^# ${name}=`, "m").test(documented))).toEqual([]);
});

const AREAS = "Admin|AI Assistant|Calendar|Communication|Daily Ops|Email|Integrations|Settings";
const WAY = new RegExp(`(?:${AREAS})(?: → [A-Z][\\w ]*\\w)+`, "g");

test("every menu path that the help names exists in the product", () => {
  const screens = globSync("src/**/*.{ts,tsx}", { exclude: ["**/*.test.*"] })
    .map((file) => withPlainMessages(read(file)))
    .join("\n");
  const menuPaths = HELP.flatMap((file) => [...read(file).matchAll(WAY)].map(([way]) => way));
  expect(menuPaths.length).toBeGreaterThan(20);
  const isShown = (label: string) => new RegExp(`["'>\\n]\\s*${label}\\s*["'<\\n]`).test(screens);
  const steps = menuPaths.flatMap((menuPath) => menuPath.split(" → ").map((step) => ({ menuPath, step })));
  expect(steps.filter(({ step }) => !isShown(step))).toEqual([]);
});

test("the page of keys holds the keys of the product; `node scripts/write-key-table.ts` writes them anew", () => {
  const written = read("docs/user/keys.md").split(/^---$/m)[1]?.trim();
  expect(written).toBe(keyTables(keysOfProduct("src")));
});

test("the API guide names every error code with its status, and every resource of webhooks", () => {
  const guide = read("docs/api.md");
  for (const [code, status] of Object.entries(ERROR_STATUS))
    expect(guide).toContain(`| \`${code}\` | ${status} |`);
  const resources =
    /HOOK_RESOURCES = \[([^\]]+)\]/.exec(read("src/features/integrations/model.ts"))?.[1] ?? "";
  const names = [...resources.matchAll(/"(\w+)"/g)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(5);
  for (const name of names) expect(guide).toContain(`\`${name}\``);
});

test.each(["google", "microsoft"])("the guide names what must be allowed at %s", (provider) => {
  const code = read(`src/features/integrations/providers/${provider}.ts`);
  const scopes = /const SCOPES[^=]*= \{([\s\S]*?)\n\};/.exec(code)?.[1] ?? "";
  const names = [...scopes.matchAll(/["`](?:\$\{API\}\/|\$\{MAIL\}\/)?([\w.:/]+)["`]/g)].map(
    ([, name]) => name,
  );
  expect(names.length).toBeGreaterThan(3);
  const guide = read("docs/administrator/google-and-microsoft.md");
  expect(names.filter((name) => !guide.includes(name ?? ""))).toEqual([]);
});
