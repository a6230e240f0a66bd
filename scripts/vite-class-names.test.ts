import { resolve } from "node:path";
import { expect, test } from "vitest";
import { nameClasses } from "./vite-class-names.ts";

const file = (path: string) => resolve(import.meta.dirname, "..", path);
const DIALOG = file("src/ui/overlays/dialog.module.css");
const DRAWER = file("src/ui/overlays/drawer.module.css");

test("a class has one short name in its file, and no other class has it", () => {
  const nameOf = nameClasses();
  const names = [nameOf("frame", DIALOG), nameOf("title", DIALOG), nameOf("frame", DRAWER)];
  expect(new Set(names).size).toBe(3);
  for (const name of names) expect(name).toMatch(/^[a-z]{1,3}-\w{1,2}$/);
  expect(nameOf("frame", `${DIALOG}?used`)).toBe(names[0]);
});

test("every build gives the same names", () => {
  expect(nameClasses()("frame", DRAWER)).toBe(nameClasses()("frame", DRAWER));
});

test("a style file outside of the sources is refused", () => {
  expect(() => nameClasses()("frame", file("scripts/none.module.css"))).toThrow("not among the style files");
});
