import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { build } from "vite";
import { expect, test } from "vitest";
import { dropUnusedSchemas } from "./vite-unused-schemas.ts";

const MODEL = `
import { z } from "zod";
export const SORTS = ["created", "title"];
export const Sort = z.enum(SORTS);
export const Text = z.string().trim().max(60);
const Line = Text.refine((text) => !text.includes("|"), "One line");
export const Task = z.object({ title: Line, sort: Sort.optional(), ...more() });
export function more() {
  return { note: Text.nullable() };
}
export const limits = { short: Text, isShort: (text) => text.length < 9 };
`;

test("schemas that a page does not use are left out, and so is their library", async () => {
  const code = await built(`import { SORTS } from "./src/model.ts"; console.log(SORTS);`);
  expect(code.length).toBeLessThan(200);
  expect(code).toContain("created");
});

test("a schema that a page uses works as before", async () => {
  const code = await built(
    `import { Task } from "./src/model.ts"; globalThis.read = (task) => Task.safeParse(task);`,
  );
  expect(code).toContain("One line");
  const scope: { read?: (task: object) => { success: boolean } } = {};
  new Function("globalThis", code)(scope);
  expect(scope.read?.({ title: "Board", note: null }).success).toBe(true);
  expect(scope.read?.({ title: "a|b", note: null }).success).toBe(false);
});

async function built(entry: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "adjutant-schemas-"));
  try {
    const source = join(folder, "src");
    await mkdir(source);
    await writeFile(join(source, "model.ts"), MODEL);
    await writeFile(join(folder, "main.ts"), entry);
    const result = await build({
      ...{ root: folder, configFile: false, logLevel: "error" },
      plugins: [dropUnusedSchemas()],
      resolve: { alias: { zod: resolve(import.meta.dirname, "../node_modules/zod/index.js") } },
      build: { write: false, lib: { entry: join(folder, "main.ts"), formats: ["iife"], name: "page" } },
    });
    const [output] = [result].flat();
    if (!output || !("output" in output)) throw new Error("Nothing was built");
    return output.output.map((file) => ("code" in file ? file.code : "")).join("");
  } finally {
    await rm(folder, { recursive: true });
  }
}
