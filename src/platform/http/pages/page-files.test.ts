import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readPageFiles, readSignInPage, withPageData, withPageFiles } from "./page-files.ts";

const folder = mkdtempSync(join(tmpdir(), "adjutant-page-files-"));
mkdirSync(join(folder, ".vite"));
writeFileSync(
  join(folder, ".vite", "pages.json"),
  JSON.stringify({
    "/": ["assets/home.js"],
    "/admin": ["assets/admin.css", "assets/admin.js"],
    "/book": ["b.js"],
  }),
);
afterAll(() => rmSync(folder, { recursive: true }));

test("a path has the files of its page, a path below one the files of that page, an unknown path none", () => {
  const filesOf = readPageFiles(folder);
  expect(filesOf("/")).toEqual(["assets/home.js"]);
  expect(filesOf("/admin")).toEqual(["assets/admin.css", "assets/admin.js"]);
  expect(filesOf("/admin/users")).toEqual(["assets/admin.css", "assets/admin.js"]);
  expect(filesOf("/book/ada")).toEqual(["b.js"]);
  for (const unknown of ["/nowhere", "/a/b/c", "/__proto__", ""]) expect(filesOf(unknown)).toEqual([]);
});

test("without a build there are no files", () => {
  expect(readPageFiles(join(folder, "none"))("/")).toEqual([]);
});

test("files are linked once, styles before the scripts that come with them", () => {
  const page = '<head><script type="module" src="/assets/app.js"></script></head><body></body>';
  const written = withPageFiles(page, ["assets/app.js", "assets/tasks.css", "assets/tasks.js"]);
  expect(written.match(/<link[^>]*>/g)).toEqual([
    '<link rel="stylesheet" crossorigin href="/assets/tasks.css">',
    '<link rel="modulepreload" crossorigin href="/assets/tasks.js">',
  ]);
  expect(written.indexOf("<link")).toBeLessThan(written.indexOf("</head>"));
});

test("the sign-in page is the document of the application with its own script and styles only", () => {
  const index = `<head>
    <script src="/theme.js"></script>
    <script type="module" crossorigin src="/assets/app.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/react.js">
    <link rel="stylesheet" crossorigin href="/assets/app.css">
    <link rel="icon" href="/mark.svg">
  </head><body></body>`;
  expect(readSignInPage(folder, index)).toBeNull();
  const built = { "sign-in.tsx": { file: "assets/sign-in.js", css: ["assets/sign-in.css"], isEntry: true } };
  writeFileSync(join(folder, ".vite", "sign-in.json"), JSON.stringify(built));
  const page = readSignInPage(folder, index) ?? "";
  expect([...page.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, address]) => address)).toEqual([
    "/theme.js",
    "/mark.svg",
    "/assets/sign-in.js",
    "/assets/sign-in.css",
  ]);
});

test("D16: data in the document cannot end its element, and is read as it was written", () => {
  const data = { name: "</script><!--<script>&amp;\u2028'\"$&`", nested: [{ empty: null }] };
  const page = withPageData("<head></head>", data);
  const [, text = ""] = /<script type="application\/json" id="page-data">(.*)<\/script>/s.exec(page) ?? [];
  expect(JSON.parse(text)).toEqual(data);
  expect(text).not.toMatch(/[<>&\u2028]/);
  expect(page.match(/<\/?script/g)).toHaveLength(2);
});
