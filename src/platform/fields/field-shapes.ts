import type { z } from "zod";
import type { AnyField, AnyFields } from "./field-kinds.ts";
import { type SchemasOf, schemasOf } from "./field-schemas.ts";

/** The field schemas of a noun's records: `z.object({ id: Id, ...recordShape(taskFields), version: z.int() })`. */
export const recordShape = <F extends AnyFields>(fields: F) =>
  mapFields(fields, (field) => schemasOf(field).record) as { [K in keyof F]: SchemasOf<F[K]>["record"] };

export const createShape = <F extends AnyFields>(fields: F) =>
  mapFields(writable(fields), (field) => schemasOf(field).create) as {
    [K in WritableKey<F>]: SchemasOf<F[K]>["create"];
  };

/** Schemas of a change: fields that are not given stay unchanged. */
export const changeShape = <F extends AnyFields>(fields: F) =>
  mapFields(writable(fields), (field) => schemasOf(field).input.optional()) as {
    [K in WritableKey<F>]: z.ZodOptional<SchemasOf<F[K]>["input"]>;
  };

/** Schemas of the stored values of some fields, for the call that restores them. */
export const storedShape = <F extends AnyFields>(fields: F) =>
  mapFields(fields, (field) => schemasOf(field).stored) as { [K in keyof F]: SchemasOf<F[K]>["stored"] };

type WritableKey<F extends AnyFields> = {
  [K in keyof F]: F[K] extends { isReadOnly: true } ? never : K;
}[keyof F];

/** The fields whose `place` has one of these values. */
export const fieldsWhere = <F extends AnyFields, P extends string, V extends string>(
  fields: F,
  place: P,
  ...values: V[]
) =>
  filterFields(fields, (field) => values.includes(Reflect.get(field, place))) as {
    [K in keyof F as F[K] extends Readonly<Record<P, V>> ? K : never]: F[K];
  };

export const namesOf = <F extends AnyFields>(fields: F) => Object.keys(fields) as (keyof F & string)[];

/** The values of some fields of a record. */
export const valuesIn = <R extends object, F extends AnyFields>(record: R, fields: F) =>
  mapFields(fields, (_, name) => Reflect.get(record, name)) as Pick<R, keyof F & keyof R>;

/** The searchable text of a record that a page has loaded. */
export const searchedText = (fields: AnyFields, record: object): string =>
  Object.entries(fields)
    .flatMap(([name, { search }]) => (search === "none" ? [] : (Reflect.get(record, name) ?? [])))
    .join(" ");

const writable = (fields: AnyFields) => filterFields(fields, ({ isReadOnly }) => !isReadOnly);

const filterFields = (fields: AnyFields, passes: (field: AnyField) => boolean): AnyFields =>
  Object.fromEntries(Object.entries(fields).filter(([, field]) => passes(field)));

/** The caller asserts the result's type from what `make` returns. */
export const mapFields = <T>(fields: AnyFields, make: (field: AnyField, name: string) => T): object =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, make(field, name)]));
