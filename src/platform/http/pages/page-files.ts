import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The scripts and styles of the page at a path, as the build lists them; none of a page that it does not list. */
export function readPageFiles(folder: string): (path: string) => readonly string[] {
  const list = join(folder, ".vite", "pages.json");
  const files: Record<string, string[]> = existsSync(list) ? JSON.parse(readFileSync(list, "utf8")) : {};
  const pages = new Map(Object.entries(files));
  // `/book/ada` and `/admin/users` have the files of the path above.
  return (path) => pages.get(path) ?? pages.get(path.replace(/(?<=.)\/[^/]*$/, "")) ?? [];
}

/** Has the browser fetch the page's own files at once, not after those that import them. */
export function withPageFiles(page: string, files: readonly string[]): string {
  const links = files.filter((file) => !page.includes(file)).map(linkOf);
  return page.replace("</head>", () => `${links.map((link) => `  ${link}\n  `).join("")}</head>`);
}

const linkOf = (file: string) =>
  file.endsWith(".css")
    ? `<link rel="stylesheet" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`;
