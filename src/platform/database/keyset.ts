import { createHash } from "node:crypto";
import { and, Column, or, type Placeholder, type SQL, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import { AppError } from "#platform/capability/errors.ts";

/** One column of a list's order. The last one of a list must be unique, usually the id. */
export type SortKey = {
  /** A column, or an expression with its SQL type. */
  by: Column | { expression: SQL; type: string; nullable?: boolean };
  direction: "asc" | "desc";
  /** Default as in PostgreSQL and its indexes: last when ascending, first when descending. */
  nulls?: "first" | "last";
};

/**
 * One page of a long list, read by key and never by OFFSET:
 *
 *     const page = keyset([newest(tasks.createdAt), newest(tasks.id)], input);
 *     const rows = await db.select({ ...getTableColumns(tasks), ...page.columns }).from(tasks)
 *       .where(and(…, page.after)).orderBy(...page.orderBy).limit(page.fetch);
 *     return page.of(rows);
 *
 * Exact: the cursor carries the keys of the last row as PostgreSQL writes them, microseconds included. A cursor that
 * is malformed or of another order is `invalid`.
 */
export function keyset(keys: readonly SortKey[], input: { cursor?: string | undefined; limit: number }) {
  const signature = signatureOf(keys);
  const values = input.cursor === undefined ? null : decodeCursor(input.cursor, signature, keys.length);
  return {
    get columns() {
      return { pageKey: keyOfRow(keys) };
    },
    get after() {
      return values ? after(keys, values) : undefined;
    },
    get orderBy() {
      return keys.map(orderOf);
    },
    /** One more than the page size, to detect a next page. */
    fetch: input.limit + 1,
    /** For a statement that is built once (`selectOnce`): what of the page changes its text, and the values in it. */
    once: {
      shape: `${signature} ${input.limit} ${values?.map((value) => (value === null ? "null" : "key")) ?? ""}`,
      values: Object.fromEntries((values ?? []).map((value, index) => [`key${index}`, value])),
      get after() {
        const named = values?.map((value, index) => (value === null ? null : sql.placeholder(`key${index}`)));
        return named ? after(keys, named) : undefined;
      },
    },
    of<R extends { pageKey: string }>(rows: readonly R[]): Page<Omit<R, "pageKey">> {
      const keys = rows.map(({ pageKey }) => pageKey);
      return this.ofKeyed(
        rows.map(({ pageKey: _, ...row }) => row),
        keys,
      );
    },
    /** Like `of`, for rows that are separate from their keys. */
    ofKeyed<R>(rows: readonly R[], keys: readonly string[]): Page<R> {
      const last = rows.length > input.limit ? keys[input.limit - 1] : undefined;
      return {
        items: rows.slice(0, input.limit),
        nextCursor: last === undefined ? null : encodeCursor(signature, last),
      };
    },
  };
}

export type Page<T> = { items: T[]; nextCursor: string | null };

export const newest = (by: SortKey["by"]): SortKey => ({ by, direction: "desc" });
export const oldest = (by: SortKey["by"]): SortKey => ({ by, direction: "asc" });

type Values = readonly (string | null)[];
type Given = string | null | Placeholder;

function encodeCursor(signature: string, pageKey: string): string {
  const values: Values = JSON.parse(pageKey);
  return Buffer.from(JSON.stringify([signature, ...values])).toString("base64url");
}

function decodeCursor(cursor: string, signature: string, length: number): Values {
  const invalid = new AppError("invalid", t`This cursor does not belong to this list`, {
    fields: { cursor: "does not belong to this list" },
  });
  let decoded: unknown;
  try {
    decoded = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    throw invalid;
  }
  if (!Array.isArray(decoded) || decoded.length !== length + 1 || decoded[0] !== signature) throw invalid;
  const values = decoded.slice(1);
  if (!values.every((value) => value === null || (typeof value === "string" && !value.includes("\u0000"))))
    throw invalid;
  return values;
}

/** Every key as text, independent of the session's date style: JSON writes instants in ISO 8601 and numbers in full. */
const keyOfRow = (keys: readonly SortKey[]) =>
  sql<string>`json_build_array(${sql.join(
    keys.map((key) => sql`to_jsonb(${operand(key)}) #>> '{}'`),
    sql`, `,
  )})::text`;

function after(keys: readonly SortKey[], values: readonly Given[]): SQL | undefined {
  const oneWay = keys.every((key) => !isNullable(key) && key.direction === keys[0]?.direction);
  // An index on these columns answers a row comparison in one step.
  if (oneWay) {
    const left = sql.join(keys.map(operand), sql`, `);
    const right = sql.join(
      keys.map((key, index) => literal(key, values[index] ?? null)),
      sql`, `,
    );
    return sql`(${left}) ${keys[0]?.direction === "desc" ? sql`<` : sql`>`} (${right})`;
  }
  const alternatives = keys.map((key, index) =>
    and(
      ...keys.slice(0, index).map((earlier, position) => equal(earlier, values[position] ?? null)),
      beyond(key, values[index] ?? null),
    ),
  );
  return or(...alternatives);
}

function beyond(key: SortKey, value: Given): SQL {
  const nullsLast = (key.nulls ?? (key.direction === "asc" ? "last" : "first")) === "last";
  if (value === null) return nullsLast ? sql`false` : sql`${operand(key)} is not null`;
  const comparison = sql`${operand(key)} ${key.direction === "desc" ? sql`<` : sql`>`} ${literal(key, value)}`;
  return nullsLast && isNullable(key) ? sql`(${comparison} or ${operand(key)} is null)` : comparison;
}

const equal = (key: SortKey, value: Given): SQL =>
  value === null ? sql`${operand(key)} is null` : sql`${operand(key)} = ${literal(key, value)}`;

const DIRECTIONS = { asc: sql`asc`, desc: sql`desc` };
const NULLS = { first: sql` nulls first`, last: sql` nulls last` };
const orderOf = ({ nulls, ...key }: SortKey): SQL =>
  sql`${operand(key)} ${DIRECTIONS[key.direction]}${nulls ? NULLS[nulls] : sql``}`;

const operand = ({ by }: SortKey): SQL => (by instanceof Column ? sql`${by}` : by.expression);
const isNullable = ({ by }: SortKey) => (by instanceof Column ? !by.notNull : by.nullable === true);
const sqlType = ({ by }: SortKey) => (by instanceof Column ? by.getSQLType() : by.type);
// rule: built-sql - the name of a type, out of the column or of the code that made the key
const literal = (key: SortKey, value: Given): SQL => sql`${value}::${sql.raw(sqlType(key))}`;

const signatures = new WeakMap<readonly SortKey[], string>();

/** Binds a cursor to the sort order it was created for. */
function signatureOf(keys: readonly SortKey[]): string {
  const signature = signatures.get(keys) ?? computeSignature(keys);
  signatures.set(keys, signature);
  return signature;
}

function computeSignature(keys: readonly SortKey[]): string {
  const parts = keys.map((key) => [
    key.by instanceof Column ? key.by.name : key.by.type,
    key.direction,
    key.nulls ?? "",
  ]);
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 8);
}
