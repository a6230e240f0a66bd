import "./require-node-24.mjs";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { bannedWords } from "./rules/banned-words.ts";
import { builtSql } from "./rules/built-sql.ts";
import { CodeFile } from "./rules/code-file.ts";
import { noRequire } from "./rules/create-require.ts";
import { DEBTS_FILE, type Debts, lowerDebts, readDebts } from "./rules/debts.ts";
import { doubleCast } from "./rules/double-cast.ts";
import { dueNow } from "./rules/due-now.ts";
import { fileLength } from "./rules/file-length.ts";
import { functionLength } from "./rules/function-length.ts";
import { logMessages } from "./rules/log-messages.ts";
import { type Mark, MIN_REASON_LENGTH, marksIn } from "./rules/marked-exceptions.ts";
import { network } from "./rules/network.ts";
import { offsetInSql, offsetPaging } from "./rules/offset-paging.ts";
import { ownerInQuery } from "./rules/owner-in-query.ts";
import { pageWrites } from "./rules/page-writes.ts";
import { processEnv } from "./rules/process-env.ts";
import { Project } from "./rules/project.ts";
import { rawHtml } from "./rules/raw-html.ts";
import { isCode, type Rule } from "./rules/rule.ts";
import { scriptColours, scriptSizes } from "./rules/script-tokens.ts";
import { sqlNames } from "./rules/sql-names.ts";
import { StyleFile } from "./rules/style-file.ts";
import { styleNames } from "./rules/style-names.ts";
import { styleColours, styleLayers, styleLengths, styleSides, styleSizes } from "./rules/style-tokens.ts";
import { MAX_SUPPRESSIONS, suppressionsOf } from "./rules/suppressions.ts";
import { swallowedError } from "./rules/swallowed-error.ts";
import { localTime, timeFormat } from "./rules/time-format.ts";
import { uniqueOrder, uniqueOrderInSql } from "./rules/unique-order.ts";
import { unmarkedWords } from "./rules/unmarked-words.ts";

/**
 * The project rules that a machine can check (CONTRIBUTING.md lists them). Each rule is one module in `rules/`; `node
 * scripts/check-rules.ts` prints each violation and fails if there are any.
 */
const RULES: readonly Rule[] = [
  fileLength,
  functionLength,
  processEnv,
  network,
  builtSql,
  doubleCast,
  swallowedError,
  rawHtml,
  offsetPaging,
  offsetInSql,
  uniqueOrder,
  uniqueOrderInSql,
  unmarkedWords,
  noRequire,
  pageWrites,
  bannedWords,
  sqlNames,
  styleNames,
  logMessages,
  dueNow,
  timeFormat,
  localTime,
  scriptColours,
  scriptSizes,
  styleColours,
  styleLayers,
  styleLengths,
  styleSides,
  styleSizes,
];
const FOLDERS = ["src", "scripts", "e2e", "bench", "migrations"];

/** Path from the root of the repository → content. */
export type Sources = ReadonlyMap<string, string>;
type Found = { rule: string; path: string; offset: number; line: number; text: string };
type Marked = Mark & { path: string; line: number };

/** One line per violation: the location, the rule, and what to do. */
export function ruleViolations(sources: Sources, debts: Debts = {}): string[] {
  const { found, rules, marks, suppressions } = inspect(sources);
  return [...rules.flatMap((rule) => violationsOf(rule, found, debts)), ...marks, ...suppressions];
}

/** All findings of the rules without a marked exception. */
function inspect(sources: Sources) {
  const code = [...sources].filter(([path]) => isCode(path)).map(([path, text]) => new CodeFile(path, text));
  const styles = [...sources]
    .filter(([path]) => path.endsWith(".css"))
    .map(([path, text]) => new StyleFile(path, text));
  const rules: Rule[] = [...RULES, ownerInQuery(new Project(code))];
  const lineAt = (path: string, offset: number) =>
    (sources.get(path) ?? "").slice(0, offset).split("\n").length;
  const all = rules.flatMap((rule) =>
    findingsOf(rule, sources, code, styles).flatMap(({ path, findings }) =>
      findings.map(({ offset, detail }): Found => {
        const text = detail ? `${detail}: ${rule.message}` : rule.message;
        return { rule: rule.name, path, offset, line: lineAt(path, offset), text };
      }),
    ),
  );
  const others = [...sources]
    .filter(([path]) => path.endsWith(".sql"))
    .map(([path, text]) => ({ path, text }));
  const marked = [...code, ...styles, ...others].flatMap((file) =>
    marksIn(file).map((mark): Marked => ({ ...mark, path: file.path, line: lineAt(file.path, mark.offset) })),
  );
  const excepts = (mark: Marked, { rule, path, offset }: Found) =>
    mark.rule === rule && mark.path === path && mark.covers(offset);
  const found = all.filter((each) => !marked.some((mark) => excepts(mark, each)));
  const idle = marked.filter((mark) => !all.some((each) => excepts(mark, each)));
  const suppressions = suppressionViolations([...code, ...styles]);
  return { found, rules, marked, marks: markViolations(marked, idle), suppressions };
}

/** An unused exception is a violation, and each needs a reason. */
function markViolations(marked: readonly Marked[], idle: readonly Marked[]): string[] {
  const at = ({ path, line, rule }: Marked) => `${path}:${line}: marked exception of ${rule}`;
  return [
    ...idle.map((mark) => `${at(mark)}: nothing here breaks that rule: take the comment away`),
    ...marked
      .filter(({ reason }) => reason.length < MIN_REASON_LENGTH)
      .map((mark) => `${at(mark)}: it does not say why`),
  ];
}

function findingsOf(rule: Rule, sources: Sources, code: readonly CodeFile[], styles: readonly StyleFile[]) {
  const isCovered = ({ path }: { path: string }) => rule.covers(path);
  if ("find" in rule)
    return code.filter(isCovered).map((file) => ({ path: file.path, findings: rule.find(file) }));
  if ("findInStyle" in rule)
    return styles.filter(isCovered).map((file) => ({ path: file.path, findings: rule.findInStyle(file) }));
  return [...sources]
    .filter(([path]) => rule.covers(path))
    .map(([path, text]) => ({ path, findings: rule.findInText(text) }));
}

/** Allows a number of findings per file: more are violations, and fewer require a lower number. */
function violationsOf({ name, exceptions = {} }: Rule, found: readonly Found[], debts: Debts): string[] {
  const ofRule = found.filter(({ rule }) => rule === name);
  const listed = [...Object.keys(exceptions), ...Object.keys(debts[name] ?? {})];
  return [...new Set([...ofRule.map(({ path }) => path), ...listed])].flatMap((path) => {
    const here = ofRule.filter((each) => each.path === path);
    const allowed = (exceptions[path]?.count ?? 0) + (debts[name]?.[path] ?? 0);
    if (here.length === allowed) return [];
    if (here.length < allowed)
      return [`${path}: ${name}: ${allowed} are allowed and ${here.length} are left: lower the number`];
    return here.map(({ line, text }) => `${path}:${line}: ${name}: ${text}`);
  });
}

function suppressionViolations(files: readonly (CodeFile | StyleFile)[]): string[] {
  const all = files.flatMap((file) => suppressionsOf(file).map((each) => ({ path: file.path, ...each })));
  const unexplained = all
    .filter(({ hasReason }) => !hasReason)
    .map(({ path, detail }) => `${path}: suppressions: '${detail}' does not say why`);
  return all.length > MAX_SUPPRESSIONS
    ? [...unexplained, `suppressions: ${all.length} in the tree, at most ${MAX_SUPPRESSIONS}: take one away`]
    : unexplained;
}

function readSources(root: string): Sources {
  const below = FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  );
  const checked = [...readdirSync(root), ...below].filter((path) => /\.(ts|tsx|mjs|css|sql)$/.test(path));
  return new Map(checked.map((path) => [path.replaceAll("\\", "/"), readFileSync(join(root, path), "utf8")]));
}

/** The number of exceptions: marked in the code, and in the lists of the rules. */
export function exceptionCount(rules: readonly Rule[], marked: readonly { rule: string }[]): string {
  const byRule = Object.entries(Object.groupBy(marked, ({ rule }) => rule))
    .map(([rule, marks]) => `${rule} ${marks?.length ?? 0}`)
    .toSorted();
  const listed = rules.flatMap(({ exceptions = {} }) => Object.values(exceptions).map(({ count }) => count));
  const places = byRule.length > 0 ? ` (${byRule.join(", ")})` : "";
  return `${marked.length} exceptions marked at their places${places}, ${listed.reduce((sum, each) => sum + each, 0)} listed by their rules`;
}

if (import.meta.main) {
  const sources = readSources(resolve(import.meta.dirname, ".."));
  if (process.argv.includes("--lower")) {
    const { found, rules } = inspect(sources);
    writeFileSync(DEBTS_FILE, lowerDebts(readDebts(), rules, found));
  }
  const violations = ruleViolations(sources, readDebts());
  for (const violation of violations) console.error(violation);
  const { rules, marked } = inspect(sources);
  console.log(`${sources.size} files, ${violations.length} violations of the house rules`);
  console.log(exceptionCount(rules, marked));
  process.exitCode = violations.length > 0 || sources.size === 0 ? 1 : 0;
}
