import { getTableColumns, type SQL, sql } from "drizzle-orm";
import type { PgTable } from "drizzle-orm/pg-core";

/**
 * Many rows as one parameter: one parameter per value costs more memory than the rest of a sync. Every row has the
 * fields of the first. Ends after the values, so that `on conflict` and `returning` can follow.
 */
export function insertRows<T extends PgTable>(table: T, rows: readonly T["$inferInsert"][]): SQL {
  const known = getTableColumns(table);
  const fields = Object.keys(rows[0] ?? {})
    .filter((field) => field in known)
    .map((field) => [field, columnOf(field)] as const);
  const columns = sql.join(
    fields.map(([, column]) => sql.identifier(column)),
    sql`, `,
  );
  const values = rows.map((row: Record<string, unknown>) =>
    Object.fromEntries(fields.map(([field, column]) => [column, row[field] ?? null])),
  );
  return sql`insert into ${table} (${columns})
    select ${columns} from json_populate_recordset(null::${table}, ${JSON.stringify(values, asJson)}::json)`;
}

/** The tables' naming: camelCase here, snake_case in the database. */
const columnOf = (field: string) => field.replaceAll(/[A-Z]/g, (capital) => `_${capital.toLowerCase()}`);

/** For JSON.stringify: PostgreSQL stores no NUL characters and no unpaired surrogates. */
export function asJson(_: string, value: unknown): unknown {
  if (typeof value === "string") return value.replaceAll("\0", "").toWellFormed();
  return typeof value === "bigint" ? value.toString() : value;
}
