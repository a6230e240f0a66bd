import { z } from "zod";

/** An instant: ISO 8601 text on the wire, a Date inside. */
export const Instant = z.codec(z.iso.datetime({ offset: true }), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

export const Id = z.uuid();

/** Input of every list: keyset paging with an opaque cursor, 50 rows by default, 200 at most (security.md §6). */
export const pageInput = {
  cursor: z.string().max(4000).optional(),
  limit: z.int().min(1).max(200).default(50),
};

export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), nextCursor: z.string().nullable() });

/** Drops undefined fields: JSON has no undefined, so such a field was not sent. */
export const definedFields = <T extends object>(fields: T): Defined<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;

/** The previous values of the changed fields, for the undo call. */
export const fieldsBefore = <C extends object, R extends { [K in keyof C]?: unknown }>(change: C, row: R) =>
  Object.fromEntries(
    Object.keys(definedFields(change)).map((field) => [field, row[field as keyof C & keyof R]]),
  ) as Partial<Pick<R, keyof C & keyof R>>;

export type Defined<T> = { [K in keyof T]: Exclude<T[K], undefined> };
