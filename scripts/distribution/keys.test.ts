import { expect, test } from "vitest";
import { keyOf, NAMED_TABLES } from "./keys.ts";
import { tableColumns } from "./table-columns.ts";

const tables = tableColumns();

/** Tables without the column of their key. Each would get it before the database is distributed; no more may be added. */
const WITHOUT_COLUMN = [
  "call_participants",
  "call_signals",
  "decision_log",
  "decision_paper_reads",
  "decision_papers",
  "decision_votes",
  "message_edits",
  "message_reactions",
];

test("every table has the column by which it would be distributed, or belongs to the instance", () => {
  const lacking = [...tables].filter(([table, columns]) => {
    const { family, column } = keyOf(table);
    return family !== "instance" && !(column && columns.has(column));
  });
  expect(lacking.map(([table]) => table).sort()).toEqual(WITHOUT_COLUMN);
});

test("every table that is named with a key exists", () => {
  expect(NAMED_TABLES.filter((table) => !tables.has(table))).toEqual([]);
});
