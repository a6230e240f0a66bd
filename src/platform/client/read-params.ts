import { z } from "zod";

/** Reads one search parameter; undefined if its value is unknown. */
type Param<T> = (value: unknown) => T | undefined;
type ParamsOf<P extends Params> = { [K in keyof P]?: Exclude<ReturnType<P[K]>, undefined> | undefined };
type Params = Readonly<Record<string, Param<unknown>>>;

/**
 * The known search parameters of an address; unknown ones are left out. Pages read them by functions and not by
 * schemas, because the library of these is larger than most pages; of it, only regular expressions are used here.
 */
export function readParams<P extends Params>(params: P, search: Record<string, unknown>): ParamsOf<P> {
  const read = Object.entries(params).map(([name, param]) => [name, param(search[name])] as const);
  return Object.fromEntries(read.filter(([, value]) => value !== undefined)) as ParamsOf<P>;
}

/** One of the values; a default, which an address leaves out, is excepted. */
export const oneOf =
  <const V extends string, const X extends V = never>(
    values: readonly V[],
    ...excepted: X[]
  ): Param<Exclude<V, X>> =>
  (value) =>
    values.find((each): each is Exclude<V, X> => each === value && !excepted.some((other) => other === each));

export const isTrue: Param<true> = (value) => (value === true ? true : undefined);

/** Trimmed, not empty. The router parses text that looks like a number as a number. */
export const textUpTo =
  (max: number): Param<string> =>
  (value) => {
    const text = value === undefined ? "" : String(value);
    return text.length > max ? undefined : text.trim() || undefined;
  };

/** Several values of one parameter stand in the address as `status=todo,review`. */
export const severalOf =
  (values: readonly string[]): Param<string> =>
  (value) => {
    const parts = typeof value === "string" ? value.split(",").filter((part) => values.includes(part)) : [];
    return [...new Set(parts)].join(",") || undefined;
  };

const matching =
  (pattern: RegExp): Param<string> =>
  (value) =>
    typeof value === "string" && pattern.test(value) ? value : undefined;

export const anId = matching(z.regexes.uuid());
/** `2026-03-05` */
export const aDate = matching(z.regexes.date);
