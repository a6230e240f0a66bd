import "./require-node-24.mjs";
import { readFileSync } from "node:fs";
import { loadModule, parseSync } from "libpg-query";
import { type RecordedStatement, STATEMENTS_FILE } from "../src/platform/testing/record-statements.ts";
import { type Reach, StatementReader } from "./distribution/read-statement.ts";
import { tableColumns } from "./distribution/table-columns.ts";

// Which statements of a recorded test run would need more than one database, if the tables were distributed by the keys
// of distribution/keys.ts (docs/scaling.md). First: RECORD_STATEMENTS=1 npx vitest run --project unit src/features

const REACHES: readonly Reach[] = ["no table", "instance", "one key", "every database", "crosses"];

await loadModule();
const recorded = JSON.parse(readFileSync(STATEMENTS_FILE, "utf8")) as RecordedStatement[];
const columns = tableColumns();
const columnsOf = (table: string) => columns.get(table) ?? new Set<string>();
const unreadable: string[] = [];
const read = recorded.flatMap(({ text, calls }) => {
  const reader = new StatementReader(columnsOf);
  try {
    return [{ text, calls, reach: reader.read(parseSync(text)), tables: reader.tables }];
  } catch {
    unreadable.push(text);
    return [];
  }
});

console.log(`${recorded.length} statements, ${read.reduce((sum, { calls }) => sum + calls, 0)} calls\n`);
for (const reach of REACHES) {
  const of = read.filter((each) => each.reach === reach);
  const calls = of.reduce((sum, each) => sum + each.calls, 0);
  console.log(
    `${reach.padEnd(16)}${String(of.length).padStart(6)} statements${String(calls).padStart(10)} calls`,
  );
}
if (unreadable.length > 0) console.log(`not parsed      ${String(unreadable.length).padStart(6)} statements`);

const wanted = process.argv[2] === "--all" ? REACHES.slice(3) : (["crosses"] as const);
for (const reach of wanted) {
  console.log(`\n${reach}, by tables:`);
  const byTables = Map.groupBy(
    read.filter((each) => each.reach === reach),
    ({ tables }) => tables.join(" + "),
  );
  const rows = [...byTables].map(([tables, of]) => ({
    tables,
    of,
    calls: of.reduce((sum, each) => sum + each.calls, 0),
  }));
  for (const { tables, of, calls } of rows.toSorted((one, other) => other.calls - one.calls)) {
    console.log(`${String(calls).padStart(8)} calls  ${of.length} statements  ${tables}`);
    if (process.argv.includes("--text"))
      for (const { text } of of) console.log(`           ${text.replaceAll(/\s+/g, " ").slice(0, 400)}`);
  }
}
