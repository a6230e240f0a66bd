import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { marked } from "marked";
import { slugOf } from "./read-page.ts";

/** Broken links and images of a Markdown file: missing files and missing headings. External links are not checked. */
export function deadLinks(file: string): string[] {
  return targetsIn(readFileSync(file, "utf8"))
    .filter((target) => !/^(https?:|mailto:)/.test(target) && !SERVED.has(target) && !resolves(file, target))
    .map((target) => `${file}: ${target}`);
}

/** Addresses of the running product, not files. */
const SERVED = new Set(["/api/v1", "/api/v1/openapi.json"]);

function targetsIn(markdown: string): string[] {
  const targets: string[] = [];
  marked.walkTokens(marked.lexer(markdown), (token) => {
    if (token.type === "link" || token.type === "image") targets.push(token.href);
    if (token.type === "html")
      targets.push(...[...token.raw.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, target = ""]) => target));
  });
  return targets;
}

function resolves(file: string, target: string): boolean {
  const [path = "", anchor] = target.split("#", 2);
  const found = path === "" ? file : join(dirname(file), path);
  if (!existsSync(found)) return false;
  return anchor === undefined || headingsOf(found).includes(anchor);
}

const headingsOf = (file: string) =>
  marked
    .lexer(readFileSync(file, "utf8"))
    .flatMap((token) => (token.type === "heading" ? [slugOf(token.text)] : []));
