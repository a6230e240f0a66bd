import { readdirSync, readFileSync } from "node:fs";
import { CodeFile } from "./rules/code-file.ts";
import { ownerInQuery } from "./rules/owner-in-query.ts";
import { Project } from "./rules/project.ts";

const read = (path: string) => new CodeFile(path, readFileSync(path, "utf8"));
let program: { files: Map<string, CodeFile>; found: number } | undefined;

/** Whether `scripts/check-rules.ts` would report a query without its owner if the file had this text. */
export function breaksOwnerRule(path: string, text: string): boolean {
  program ??= readProgram();
  return countFindings(new Map(program.files).set(path, new CodeFile(path, text))) > program.found;
}

function readProgram() {
  const paths = readdirSync("src", { recursive: true, encoding: "utf8" }).map((path) => `src/${path}`);
  const code = paths.filter((path) => path.endsWith(".ts") && !path.endsWith(".test.ts"));
  const files = new Map(code.map((path) => [path, read(path)]));
  return { files, found: countFindings(files) };
}

function countFindings(files: ReadonlyMap<string, CodeFile>): number {
  const rule = ownerInQuery(new Project(files.values()));
  return [...files.values()]
    .filter(({ path }) => rule.covers(path))
    .reduce((count, file) => count + rule.find(file).length, 0);
}
