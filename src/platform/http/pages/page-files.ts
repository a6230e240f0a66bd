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

/** The document of the sign-in page: that of the application with other scripts and styles; null without a build. */
export function readSignInPage(folder: string, index: string): string | null {
  const list = join(folder, ".vite", "sign-in.json");
  if (!existsSync(list)) return null;
  const built: Record<string, { file: string; css?: string[]; isEntry?: boolean }> = JSON.parse(
    readFileSync(list, "utf8"),
  );
  const entry = Object.values(built).find(({ isEntry }) => isEntry);
  if (!entry) throw new Error("The build of the sign-in page has no entry");
  const script = `  <script type="module" crossorigin src="/${entry.file}"></script>\n  </head>`;
  const others = index.split("\n").filter((line) => !isBuilt(line));
  return withPageFiles(
    others.join("\n").replace("</head>", () => script),
    entry.css ?? [],
  );
}

/** What the build wrote into the document of the application, each on a line of its own. */
const BUILT_TAGS = ['<script type="module"', '<link rel="modulepreload"', '<link rel="stylesheet"'];

const isBuilt = (line: string) => BUILT_TAGS.some((tag) => line.includes(tag));

/** Has the browser fetch the page's own files at once, not after those that import them. */
export function withPageFiles(page: string, files: readonly string[]): string {
  const links = files.filter((file) => !page.includes(file)).map(linkOf);
  return page.replace("</head>", () => `${links.map((link) => `  ${link}\n  `).join("")}</head>`);
}

/** Writes data into the document that scripts read and browsers never run. */
export function withPageData(page: string, data: object): string {
  // In JSON these characters stand only in texts; without them nothing in it can end the element.
  const text = JSON.stringify(data).replaceAll(/[<>&\u2028\u2029]/g, escaped);
  return page.replace(
    "</head>",
    () => `  <script type="application/json" id="page-data">${text}</script>\n  </head>`,
  );
}

const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`;

const linkOf = (file: string) =>
  file.endsWith(".css")
    ? `<link rel="stylesheet" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`;
