import type { SQL } from "drizzle-orm";
import { PgDialect } from "drizzle-orm/pg-core";
import type { Transaction } from "./database.ts";

const dialect = new PgDialect({ casing: "snake_case" });

/**
 * The rows of a long statement that is prepared under this name. Numbers are written into its text: they are limits, and
 * PostgreSQL keeps one plan for all values only where it knows these (statement-names.ts).
 */
export async function executeNamed<Row>(db: Transaction, name: string, statement: SQL): Promise<Row[]> {
  const query = withNumbersInText(dialect.sqlToQuery(statement));
  const prepared = db._.session.prepareQuery<{ execute: { rows: Row[] }; all: unknown; values: unknown }>(
    query,
    undefined,
    name,
    false,
  );
  return (await prepared.execute()).rows;
}

function withNumbersInText(query: { sql: string; params: unknown[] }) {
  const params: unknown[] = [];
  const sql = query.sql.replaceAll(/\$(\d+)/g, (_, place: string) => {
    const value = query.params[Number(place) - 1];
    if (typeof value === "number" && Number.isSafeInteger(value) && value >= 0) return String(value);
    params.push(value);
    return `$${params.length}`;
  });
  return { sql, params };
}
