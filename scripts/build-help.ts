import "./require-node-24.mjs";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { FILES } from "./help-site/pages.ts";
import { readPage } from "./help-site/read-page.ts";
import { renderMissing, renderPage } from "./help-site/render-page.ts";
import { compressFile } from "./vite-precompress.ts";

const root = resolve(import.meta.dirname, "..");
const DOCS = join(root, "docs");
const SITE = join(import.meta.dirname, "help-site");

/** Builds the help from `docs/` into a folder that any server of files can serve as `/help`. */
export async function buildHelp(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  const pages = FILES.map((file) => readPage(DOCS, file));
  const titles = new Map(pages.map(({ file, title }) => [file, title]));
  for (const page of pages) write(folder, page.file.replace(/\.md$/, ".html"), renderPage(page, titles));
  write(folder, "404.html", renderMissing(titles));
  write(folder, "search.json", JSON.stringify(pages.flatMap(({ sections }) => sections)));
  write(folder, "help.css", styles());
  for (const [from, to] of copies()) {
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    copyFileSync(from, join(folder, to));
  }
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const texts = names.filter((name) => /\.(html|js|css|json|svg)$/.test(name));
  await Promise.all(texts.map((name) => compressFile(join(folder, name))));
}

/** The product's own tokens, so that the help looks like the product. */
function styles(): string {
  const own = ["frame.css", "search.css", "article.css"].map((name) => join(SITE, name));
  return [join(root, "src/ui/theme/tokens.css"), ...own].map((file) => readFileSync(file, "utf8")).join("\n");
}

function copies(): [from: string, to: string][] {
  const images = readdirSync(join(DOCS, "images/help")).map((name): [string, string] => [
    join(DOCS, "images/help", name),
    `images/help/${name}`,
  ]);
  const packages = join(root, "node_modules");
  return [
    ...images,
    [join(SITE, "help.js"), "help.js"],
    [join(root, "src/app/web/public/theme.js"), "theme.js"],
    [join(root, "src/app/web/public/mark.svg"), "mark.svg"],
    [join(packages, "minisearch/dist/es/index.js"), "minisearch.js"],
    [join(packages, "@fontsource-variable/inter/files/inter-latin-wght-normal.woff2"), "inter.woff2"],
  ];
}

function write(folder: string, name: string, text: string): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
}

if (import.meta.main) await buildHelp(join(root, "dist", "web", "help"));
