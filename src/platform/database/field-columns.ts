import { type $Type, type HasDefault, type NotNull, type SQL, sql } from "drizzle-orm";
import { toSnakeCase } from "drizzle-orm/casing";
import { boolean, integer, jsonb, text, uuid } from "drizzle-orm/pg-core";
import type { z } from "zod";
import type { AnyField, AnyFields, FieldKind } from "#platform/fields/field-kinds.ts";
import type { SchemasOf } from "#platform/fields/field-schemas.ts";
import { mapFields } from "#platform/fields/field-shapes.ts";
import { instant } from "./columns.ts";

const line = () => text();
const flag = () => boolean().notNull();
const count = () => integer().notNull();
const countOrNone = () => integer();
const texts = () => text().array().notNull();
const id = () => uuid();
const structure = () => jsonb().notNull();

type Line = ReturnType<typeof line>;
type Columns<V> = {
  requiredText: NotNull<Line>;
  presetText: HasDefault<NotNull<Line>>;
  optionalText: Line;
  longText: Line;
  requiredLongText: NotNull<Line>;
  choice: $Type<HasDefault<NotNull<Line>>, V>;
  flag: HasDefault<ReturnType<typeof flag>>;
  moment: ReturnType<typeof instant>;
  day: ReturnType<typeof instant>;
  wholeNumber: HasDefault<ReturnType<typeof count>>;
  optionalNumber: ReturnType<typeof countOrNone>;
  textList: HasDefault<ReturnType<typeof texts>>;
  reference: ReturnType<typeof id>;
  structure: $Type<HasDefault<ReturnType<typeof structure>>, V>;
};
type RecordOf<F extends AnyField> = z.output<SchemasOf<F>["record"]>;
type ColumnsOf<F extends AnyFields> = { [K in keyof F]: Columns<RecordOf<F[K]>>[F[K]["kind"]] };

/** The column builder and SQL type of each kind of field. */
const COLUMNS: Record<FieldKind, { build(field: AnyField): object; type: SQL }> = {
  requiredText: { build: () => line().notNull(), type: sql`text` },
  presetText: { build: ({ initial }) => line().notNull().default(String(initial)), type: sql`text` },
  optionalText: { build: line, type: sql`text` },
  longText: { build: line, type: sql`text` },
  requiredLongText: { build: () => line().notNull(), type: sql`text` },
  choice: { build: ({ initial }) => line().notNull().default(String(initial)), type: sql`text` },
  flag: { build: ({ initial }) => flag().default(initial === true), type: sql`boolean` },
  moment: { build: () => instant(), type: sql`timestamptz` },
  day: { build: () => instant(), type: sql`timestamptz` },
  wholeNumber: { build: ({ initial }) => count().default(Number(initial)), type: sql`integer` },
  optionalNumber: { build: countOrNone, type: sql`integer` },
  textList: { build: () => texts().default(sql`'{}'`), type: sql`text[]` },
  reference: { build: id, type: sql`uuid` },
  structure: { build: ({ draft }) => structure().default(draft.blank), type: sql`jsonb` },
};

/** The columns of a noun's fields, for its table. */
export const columnsOf = <F extends AnyFields>(fields: F) =>
  mapFields(fields, (field) => COLUMNS[field.kind].build(field)) as ColumnsOf<F>;

/** The columns for a select or a returning: `{ id: tasks.id, ...columnsIn(tasks, taskFields) }`. */
export const columnsIn = <F extends AnyFields, T extends { [K in keyof F]: unknown }>(table: T, fields: F) =>
  mapFields(fields, (_, name) => Reflect.get(table, name)) as Pick<T, keyof F>;

/**
 * The search text: the fields in the order of their weights. `more` names columns that are no fields, by weight. The
 * expression is part of the table's definition.
 */
export function searchTextOf(fields: AnyFields, more: { [W in AnyField["search"]]?: string } = {}): SQL {
  const wordsOf = (weight: AnyField["search"]) => {
    const names = Object.keys(fields).filter((name) => fields[name]?.search === weight);
    const joined = names.map((name) => `fold_text(${toSnakeCase(name)})`).join(" || ' ' || ");
    const column = more[weight] && `fold_text(${more[weight]})`;
    return [joined, column].flatMap((text) => (text ? `to_tsvector('simple', ${text})` : []));
  };
  const weighted = (["A", "B", "C"] as const).flatMap((weight) =>
    wordsOf(weight).map((each) => `setweight(${each}, '${weight}')`),
  );
  return sql.raw([...wordsOf("plain"), ...weighted].join(" || "));
}

/** Parses the fields of a row as the driver returns it, for statements with too many rows for the query builder. */
export function fieldReader<F extends AnyFields>(fields: F) {
  const columns = Object.entries(fields).map(([name, { kind }]) => ({
    ...{ name, column: toSnakeCase(name), isInstant: kind === "moment" || kind === "day" },
  }));
  return (row: Readonly<Record<string, unknown>>) => {
    const values: Record<string, unknown> = {};
    for (const { name, column, isInstant } of columns) {
      const value = row[column];
      values[name] = isInstant && value !== null ? new Date(String(value)) : value;
    }
    return values as { [K in keyof F]: RecordOf<F[K]> };
  };
}

/** Many rows in one statement: `update … set(columns) from(rows)`. `more` names columns that are no fields, with their types. */
export function rowsAsColumns(fields: AnyFields, rows: readonly object[], more: Record<string, SQL> = {}) {
  const types = { ...mapFields(fields, ({ kind }) => COLUMNS[kind].type), ...more };
  const columns = Object.entries(types).map(([name, type]) => sql`${sql.identifier(name)} ${type}`);
  return {
    columns: Object.fromEntries(Object.keys(types).map((name) => [name, sql`v.${sql.identifier(name)}`])),
    rows: sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v (id uuid, ${sql.join(columns, sql`, `)})`,
  };
}
