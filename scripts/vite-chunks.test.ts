import { expect, test } from "vitest";
import { nameChunks } from "./vite-chunks.ts";

type Imports = { now?: string[]; later?: string[]; code?: string };

/** A program as the bundler sees it. */
function programOf(modules: Record<string, Imports>) {
  return {
    getModuleInfo: (id: string) => {
      const { now = [], later = [], code = "" } = modules[id] ?? {};
      return { code, importedIds: now, dynamicallyImportedIds: later };
    },
  };
}

const ICONS = "/node_modules/lucide-react/dist/esm/lucide-react.mjs";
const iconOf = (name: string) => `/node_modules/lucide-react/dist/esm/icons/${name}.mjs`;
const TASKS = "/src/features/tasks/web/tasks-page.tsx";
const EMAIL = "/src/features/email/web/email-page.tsx";
const CALL = "/src/features/communication/web/calls/call-stage.tsx";

const program = programOf({
  "/src/main.tsx": { now: ["/src/ui/button.tsx", "/src/app/web/shell.tsx"] },
  "/src/app/web/shell.tsx": { later: [TASKS, EMAIL, CALL] },
  [TASKS]: { now: ["/src/ui/list.tsx", "/src/ui/button.tsx", "/src/features/tasks/board.css"] },
  [EMAIL]: { now: ["/src/ui/list.tsx", "/node_modules/zod/index.js", ICONS], code: icons("Star") },
  "/src/ui/list.tsx": { now: [ICONS], code: icons("Plus, Minus as Less") },
  [CALL]: { now: ["/src/features/tasks/due.ts"] },
  [ICONS]: { now: ["star", "plus", "minus", "unused"].map(iconOf), code: exportsOf("star", "plus", "minus") },
});
const nameOf = (id: string) => nameChunks("/src/main.tsx")(id, program);

test("each page is a chunk; what all need at once, what several share and what comes later are others", () => {
  expect(["/src/main.tsx", "/src/ui/button.tsx"].map(nameOf)).toEqual(["app", "app"]);
  expect([TASKS, EMAIL].map(nameOf)).toEqual(["tasks", "email"]);
  expect(nameOf("/src/ui/list.tsx")).toBe("shared");
  expect(nameOf(CALL)).toBe("communication-later");
});

test("what the same pages share is one chunk; the one that most pages need is the first", () => {
  const settings = "/src/app/web/settings/settings-page.tsx";
  const team = "/src/features/team/web/team-page.tsx";
  const admin = "/src/features/admin/web/admin-page.tsx";
  const [rows, switches, fields] = ["/src/ui/rows.tsx", "/src/ui/switch.tsx", "/src/ui/field.tsx"];
  const all = programOf({
    "/src/main.tsx": { later: [TASKS, team, settings, admin] },
    [TASKS]: { now: [rows] },
    [team]: { now: [rows] },
    [settings]: { now: [switches, fields] },
    [admin]: { now: [switches] },
    [rows]: { now: [fields] },
  });
  const names = [fields, rows, switches].map((id) => nameChunks("/src/main.tsx")(id, all));
  expect(names).toEqual(["shared", "shared-2", "shared-3"]);
});

test("the folder in which the program lies does not count", () => {
  const [tasks, admin] = [`/srv/admin${TASKS}`, "/srv/admin/src/features/admin/web/admin-page.tsx"];
  const all = programOf({ "/srv/admin/src/main.tsx": { later: [tasks, admin] } });
  expect([tasks, admin].map((id) => nameChunks("/srv/admin/src/main.tsx")(id, all))).toEqual([
    "tasks",
    "admin",
  ]);
});

test("a module that no page uses is left to the bundler", () => {
  expect(nameOf("/src/nowhere.ts")).toBeNull();
});

test("of the file with all icons only those that are named count as used", () => {
  expect([iconOf("plus"), iconOf("minus")].map(nameOf)).toEqual(["shared", "shared"]);
  expect(nameOf(iconOf("star"))).toBe("email");
  expect(nameOf(iconOf("unused"))).toBeNull();
});

test("a part of a page that a call uses too is not in the page's chunk, because calls come on every page", () => {
  const draft = "/src/features/email/draft.ts";
  const both = programOf({
    "/src/main.tsx": { later: [EMAIL, CALL] },
    [EMAIL]: { now: [draft] },
    [CALL]: { now: [draft] },
  });
  expect(nameChunks("/src/main.tsx")(draft, both)).toBe("shared");
});

test("a part of an area whose page is fetched ahead is in the page's chunk", () => {
  const due = "/src/features/tasks/due.ts";
  const both = programOf({
    "/src/main.tsx": { later: [TASKS, CALL] },
    [TASKS]: { now: [due] },
    [CALL]: { now: [due] },
  });
  expect(nameChunks("/src/main.tsx")(due, both)).toBe("tasks");
});

function icons(names: string): string {
  return `import { ${names} } from "lucide-react";`;
}

function exportsOf(...names: string[]): string {
  const line = (name: string) =>
    `export { default as ${name[0]?.toUpperCase()}${name.slice(1)}, default as Lucide } from './icons/${name}.mjs';`;
  return names.map(line).join("\n");
}
