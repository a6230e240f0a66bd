import { Column, noopDecoder, type Query, SQL, Subquery } from "drizzle-orm";
import { NodePgSession } from "drizzle-orm/node-postgres";
import type { PgPreparedQuery, PreparedQueryConfig, SelectedFieldsOrdered } from "drizzle-orm/pg-core";

type Field = SelectedFieldsOrdered[number]["field"];
type None = Record<string, never>;
type Mapper<T> = (rows: unknown[][]) => T;

/**
 * A session that finds out once for a query how its columns are decoded. drizzle finds it out again for each value, which
 * took a twentieth of the time of a page.
 */
export class ReadSession extends NodePgSession<None, None> {
  override prepareQuery<T extends PreparedQueryConfig = PreparedQueryConfig>(
    query: Query,
    fields: SelectedFieldsOrdered | undefined,
    name: string | undefined,
    isArray: boolean,
    mapper?: Mapper<T["execute"]>,
  ): PgPreparedQuery<T> {
    const own = mapper ?? mapperOf<T["execute"]>(fields);
    return own
      ? super.prepareQuery<T>(query, fields, name, isArray, own)
      : super.prepareQuery<T>(query, fields, name, isArray);
  }
}

/** Undefined for rows that contain objects, as joins return them: drizzle maps these. */
const mapperOf = <T>(fields: SelectedFieldsOrdered | undefined): Mapper<T> | undefined =>
  fields?.every(({ path }) => path.length === 1) ? (mapperOfFlat(fields) as Mapper<T>) : undefined;

export function mapperOfFlat(fields: SelectedFieldsOrdered): Mapper<Record<string, unknown>[]> {
  const columns = fields.map(({ path, field }) => ({ name: path[0] ?? "", decoder: decoderOf(field) }));
  const map = (row: unknown[]) => {
    const mapped: Record<string, unknown> = {};
    let index = 0;
    for (const { name, decoder } of columns) {
      const value = row[index];
      mapped[name] = value === null || decoder === null ? value : decoder.mapFromDriverValue(value);
      index += 1;
    }
    return mapped;
  };
  return (rows) => rows.map(map);
}

type Decoder = { mapFromDriverValue(value: unknown): unknown };

/** Null: the value is as the driver returned it. */
function decoderOf(field: Field): Decoder | null {
  const decoder = field instanceof Column ? field : decoderOfSql(field);
  return decoder === noopDecoder || decoder.mapFromDriverValue === Column.prototype.mapFromDriverValue
    ? null
    : decoder;
}

/** drizzle does not declare the property, which `mapWith` sets. */
function decoderOfSql(field: Exclude<Field, Column>): Decoder {
  const of = field instanceof SQL ? field : field instanceof Subquery ? field._.sql : field.sql;
  return Reflect.get(of, "decoder");
}
