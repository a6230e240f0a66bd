import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readCopies } from "./page-languages.ts";

test("a document in another language has the copies of its scripts, and names the direction of its lines", () => {
  const folder = mkdtempSync(join(tmpdir(), "pages-"));
  mkdirSync(join(folder, ".vite"));
  const list = (name: string, names: object) =>
    writeFileSync(join(folder, ".vite", name), JSON.stringify({ de: names }));
  list("languages.json", { "assets/app-1.js": "assets/app-1.de-2.js" });
  list("sign-in-languages.json", { "assets/sign-in-1.js": "assets/sign-in-1.de-2.js" });
  const { de, en } = readCopies(folder);
  const page = '<html lang="en"><script src="/assets/app-1.js"></script><link href="/assets/react-1.js">';
  expect(de.page(page)).toBe(
    '<html lang="de" dir="ltr"><script src="/assets/app-1.de-2.js"></script><link href="/assets/react-1.js">',
  );
  expect([de.file("assets/sign-in-1.js"), de.file("assets/a-1.css")]).toEqual([
    ...["assets/sign-in-1.de-2.js", "assets/a-1.css"],
  ]);
  expect(en.page(page)).toBe(page.replace('lang="en"', 'lang="en" dir="ltr"'));
});
