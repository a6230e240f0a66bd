import { expect, test } from "vitest";
import { boundaryViolations, ORDER, sliceOf } from "./check-boundaries.ts";
import { importsOf } from "./imports.ts";
import { readSources } from "./sources.ts";

const CAPABILITIES = 'export const tasks = resource("tasks", {});';

const OBEDIENT = {
  "app/slices.ts": 'import { slice } from "#features/tasks/slice.ts";',
  "app/web/router.tsx":
    'import { pages } from "#features/tasks/web/routes.tsx";\nimport { Page } from "#ui/page.tsx";',
  "features/tasks/tasks.ts": `import { z } from "zod";\nimport { Task } from "./model.ts";\n${CAPABILITIES}`,
  "features/tasks/model.ts": 'import { Instant } from "#platform/capability/wire.ts";',
  "features/tasks/parse-quick-add.ts": 'import * as chrono from "chrono-node";',
  "features/tasks/tasks.test.ts":
    'import { aTask } from "./factory.ts";\nimport "#platform/testing/people.ts";',
  "features/tasks/public/read-line.ts": "export const line = 1;",
  "features/tasks/web/slots.ts": "export const place = 1;",
  "features/tasks/web/public/card.tsx": "export const card = 1;",
  "features/email/fill-in.ts":
    'import { line } from "#features/tasks/public/read-line.ts";\nimport type { Task } from "#features/tasks/model.ts";',
  "features/email/web/page.tsx":
    'import { place } from "#features/tasks/web/slots.ts";\nimport { card } from "#features/tasks/web/public/card.tsx";',
  "features/tasks/web/api.ts": 'export const tasks = client<typeof import("../tasks.ts").tasks>("tasks");',
  "features/tasks/web/list/task-card.tsx":
    'import type { Row } from "../tables.ts";\nimport { Task } from "../model.ts";',
  "features/daily-ops/briefings.ts": `import { tasks } from "#features/tasks/tasks.ts";\n${CAPABILITIES}`,
  "platform/http/rpc.ts":
    'import { AppError } from "#platform/capability/errors.ts";\nimport { a } from "./origin.ts";',
  "ui/button.tsx": 'import { Button } from "lucide-react";',
};

test("a tree that follows the rules has no violation", () => {
  expect(violationsOf(OBEDIENT)).toEqual([]);
});

test.each([
  [
    "platform/http/rpc.ts",
    'import { tasks } from "#features/tasks/tasks.ts";',
    "platform does not know features",
  ],
  ["platform/http/rpc.ts", 'import type { A } from "#app/server.ts";', "platform does not know app"],
  ["features/tasks/jobs.ts", 'import { slices } from "#app/slices.ts";', "features does not know app"],
  ["ui/button.tsx", 'import { read } from "#platform/capability/wire.ts";', "ui does not know platform"],
  ["features/tasks/jobs.ts", 'import { Button } from "#ui/button.tsx";', "only web/ uses the ui"],
  ["features/tasks/jobs.ts", 'import { tasks } from "./web/api.ts";', "the server does not know web/"],
  [
    "features/tasks/jobs.ts",
    'import { run } from "../../../scripts/run.ts";',
    "src imports nothing outside src",
  ],
  ["features/tasks/jobs.ts", 'import { a } from "../../platform/jobs/jobs.ts";', "imports start with #"],
  ["features/tasks/jobs.ts", 'import { Task } from "#features/tasks/model.ts";', "imports are relative"],
  [
    "features/tasks/jobs.ts",
    'import { briefings } from "#features/daily-ops/briefings.ts";',
    "tasks stands below daily-ops",
  ],
  [
    "features/daily-ops/jobs.ts",
    'import { tasks } from "#features/tasks/tables.ts";',
    "what lies in public/ only",
  ],
  [
    "features/daily-ops/jobs.ts",
    'import { p } from "#features/tasks/parse-quick-add.ts";',
    "what lies in public/ only",
  ],
  [
    "features/tasks/jobs.ts",
    'import type { Email } from "#features/email/model.ts";',
    "tasks stands below email and does not know it",
  ],
  [
    "features/tasks/web/card.tsx",
    'const page = await import("#features/email/web/page.tsx");',
    "tasks stands below email",
  ],
  [
    "features/tasks/tasks.test.ts",
    'import { anEmail } from "#features/email/factory.ts";',
    "tasks stands below email",
  ],
  [
    "features/email/web/page.tsx",
    'import { Task } from "#features/tasks/web/list/task-card.tsx";',
    "what lies in public/ only",
  ],
  [
    "features/attic/jobs.ts",
    'import { tasks } from "#features/tasks/tasks.ts";',
    "'attic' has no place in ORDER",
  ],
  ["features/tasks/jobs.ts", 'import { aTask } from "./factory.ts";', "only tests use it"],
  ["features/tasks/jobs.ts", 'import { people } from "#platform/testing/people.ts";', "only tests use it"],
  ["features/tasks/jobs.ts", 'import { aBoard } from "./board.factory.ts";', "only tests use it"],
  [
    "features/email/emails.test.ts",
    'import { aBoard } from "#features/tasks/board.factory.ts";',
    "what lies in public/ only",
  ],
  ["features/tasks/web/card.tsx", 'import { rows } from "../tables.ts";', "may be imported as a type only"],
  [
    "features/tasks/web/card.tsx",
    'import { type Row } from "../tables.ts";',
    "may be imported as a type only",
  ],
  ["features/tasks/web/card.tsx", 'const t = await import("../tasks.ts");', "may be imported as a type only"],
  ["features/tasks/web/card.tsx", 'export { rows } from "../tables.ts";', "may be imported as a type only"],
  ["features/tasks/web/card.tsx", 'import "#platform/config/config.ts";', "may be imported as a type only"],
  [
    "app/web/main.tsx",
    'import { config } from "#platform/config/config.ts";',
    "may be imported as a type only",
  ],
  ["app/web/main.tsx", 'import { readFile } from "node:fs/promises";', "is not for the browser"],
  ["features/tasks/board-model.ts", 'import { sql } from "drizzle-orm";', "is not for the browser"],
  ["features/tasks/model.ts", 'import { sql } from "drizzle-orm";', "is not for the browser"],
  ["features/tasks/model.ts", 'import { rows } from "./tables.ts";', "may be imported as a type only"],
  [
    "features/tasks/web/card.tsx",
    'import {\n  rows,\n  more,\n} from "../tables.ts";',
    "may be imported as a type only",
  ],
])("%s must not say %s", (path, source, message) => {
  const violations = violationsOf({ ...OBEDIENT, [path]: source });
  expect(violations).toHaveLength(1);
  expect(violations[0]).toContain(message);
});

test.each([
  ["features/tasks/utils.ts", "'utils' says nothing"],
  ["platform/helpers/text.ts", "'helpers' says nothing"],
  ["features/tasks/web/index.ts", "'index' says nothing"],
  ["platform/http/types.ts", "'types' says nothing"],
  ["features/tasks/taskCard.ts", "names are kebab-case"],
  ["features/tasks/service.ts", "'service' is not in a slice's vocabulary"],
  ["features/tasks/server/model.ts", "folder 'server' is not in a slice's vocabulary"],
  ["features/tasks/task-card.tsx", "components live in web/"],
  ["features/tasks.ts", "a feature is a folder"],
  ["services/tasks.ts", "only app, features, platform, ui and i18n"],
])("the file %s must not exist", (path, message) => {
  expect(violationsOf({ ...OBEDIENT, [path]: "export const a = 1;" }).join()).toContain(message);
});

test.each([
  ["itself", { "ui/a.ts": 'import { a } from "./a.ts";' }, "ui/a.ts → ui/a.ts"],
  [
    "two files",
    { "ui/a.ts": 'import { b } from "./b.ts";', "ui/b.ts": 'import { a } from "./a.ts";' },
    "ui/a.ts → ui/b.ts → ui/a.ts",
  ],
  [
    "types alone",
    { "ui/a.ts": 'import type { B } from "./b.ts";', "ui/b.ts": 'import type { A } from "./a.ts";' },
    "ui/a.ts → ui/b.ts → ui/a.ts",
  ],
  [
    "a type and a file that is loaded later",
    { "ui/a.ts": 'const b = () => import("./b.ts");', "ui/b.ts": 'import type { A } from "./a.ts";' },
    "ui/a.ts → ui/b.ts → ui/a.ts",
  ],
  [
    "four files of three parts",
    {
      "platform/a/a.ts": 'import { b } from "#platform/b/b.ts";',
      "platform/b/b.ts": 'import { c } from "#platform/c/c.ts";\nimport { d } from "./d.ts";',
      "platform/c/c.ts": 'import { d } from "#platform/b/d.ts";',
      "platform/b/d.ts": 'import { a } from "#platform/a/a.ts";',
    },
    "platform/a/a.ts → platform/b/b.ts → platform/b/d.ts → platform/a/a.ts",
  ],
])("a cycle of %s is found and printed", (_name, files, circle) => {
  expect(violationsOf(files)).toEqual([`circle: ${circle}`]);
});

test("a long cycle is found, each group of files once; a diamond is not a cycle", () => {
  const chain = Object.fromEntries(
    Array.from({ length: 60 }, (_, n) => [`ui/c${n}.ts`, `import "./c${(n + 1) % 60}.ts";`]),
  );
  const diamond = {
    "ui/top.ts": 'import "./left.ts";\nimport "./right.ts";',
    "ui/left.ts": 'import "./c0.ts";',
    "ui/right.ts": 'import "./c0.ts";',
  };
  const violations = violationsOf({ ...chain, ...diamond }).filter((each) => each.startsWith("circle"));
  expect(violations).toHaveLength(1);
  expect(violations[0]?.split(" → ")).toHaveLength(61);
  expect(violationsOf(diamond)).toEqual([]);
});

test("the order lists every slice of the tree and nothing else", () => {
  const slices = new Set([...readSources("src").keys()].flatMap((path) => sliceOf(path) ?? []));
  expect([...slices].toSorted()).toEqual(ORDER.toSorted());
});

test("a file that re-exports everything of another is a barrel", () => {
  expect(violationsOf({ "ui/forms.ts": 'export * from "./button.tsx";' }).join()).toContain("no barrels");
});

test("imports are found in every form, and not in comments", () => {
  const source = `
import "./a.css";
import b from "b";
import * as c from "c";
import { d, type D } from "d";
import type { E } from "e";
import type F from "f";
import {
  g,
} from "g";
export { h } from "h";
export type { I } from "i";
const j = () => import("j");
type K = typeof import("k").k;
// import l from "l";
/* import m from "m"; */
export const text = "not from 'n'";
`;
  const found = importsOf(source);
  expect(found.map(({ specifier }) => specifier)).toEqual("./a.css b c d e f g h i j k".split(" "));
  const types = found.filter(({ isType }) => isType).map(({ specifier }) => specifier);
  expect(types).toEqual(["e", "f", "i", "k"]);
});

function violationsOf(files: Record<string, string>): string[] {
  return boundaryViolations(new Map(Object.entries(files)));
}
