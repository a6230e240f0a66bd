import { expect, test } from "vitest";
import { keyOf, NAMED_TABLES } from "./keys.ts";
import { tableColumns } from "./table-columns.ts";

const tables = tableColumns();

test("every table has the column by which it would be distributed, or belongs to the instance", () => {
  const lacking = [...tables].filter(([table, columns]) => {
    const { family, column } = keyOf(table);
    return family !== "instance" && !(column && columns.has(column));
  });
  expect(lacking.map(([table]) => table)).toEqual([]);
});

test("every table that is named with a key exists", () => {
  expect(NAMED_TABLES.filter((table) => !tables.has(table))).toEqual([]);
});
