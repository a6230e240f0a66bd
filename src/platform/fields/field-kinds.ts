import { localDay, localInstant, localTime } from "#platform/time/local-day.ts";

/**
 * The kinds of fields of a noun (decision 0066). A kind has its limits and how its value is edited in a form;
 * field-schemas.ts has how it is sent and validated (apart, because no page needs it), database/field-columns.ts its
 * column and `#ui/forms` its form part. A new kind needs all four.
 */
export type FieldKind = Limited["kind"];

/** What a text must satisfy besides its length. */
type Check = { passes(text: string): boolean; message: string };
/** What is said of an empty text; `missingAtField`: at the field itself, where `missing` speaks of several fields. */
type Missing = { missing: string; missingAtField?: string };
/** The limits of a value by the kind of its field. */
type Limited =
  | ({ kind: "requiredText"; max: number; check?: Check; mayBecomeEmpty?: true } & Missing)
  | { kind: "presetText"; max: number; initial: string }
  | { kind: "optionalText"; max: number; check?: Check; staysEmpty?: true }
  | { kind: "longText"; max: number; isTrimmed?: true }
  | ({ kind: "requiredLongText"; max: number } & Missing)
  | { kind: "choice"; values: readonly string[]; initial: string }
  | { kind: "flag"; initial: boolean }
  | { kind: "moment" | "day" | "reference" }
  | { kind: "wholeNumber"; min: number; max: number; initial: number }
  | { kind: "optionalNumber"; min: number; max: number }
  | { kind: "textList"; maxItemLength: number; maxItems: number; takesNull?: true }
  | { kind: "structure"; parts: Parts };
/** Lists of whole numbers by name; each may be missing. */
type Parts = Readonly<Record<string, { min: number; max: number; maxItems: number }>>;

/** Where a field is used. A definition that omits one of these does not compile. */
type Places = {
  /** Shown in forms, in questions about conflicts and wherever the field is named. */
  label: string;
  /** On a full line, on half a line, or in no form. */
  form: "line" | "half" | "none";
  /** The search weight of its words; `plain`: the noun's only weight. */
  search: "A" | "B" | "C" | "plain" | "none";
};

type Options = Places & {
  /** Only the product writes it; callers of create and update cannot. */
  isReadOnly?: true;
  /** The form's label, if it differs from `label`. */
  formLabel?: string;
  placeholder?: string;
  description?: string;
  format?: "email" | "tel" | "url";
  max?: number;
  /** Lines of a multi-line form part, if not 3. */
  rows?: number;
  /** The default value in a new record. */
  initial?: string | number | boolean;
};

/** The form's representation of a value. */
type Draft<Wire, Typed> = {
  readonly blank: Typed;
  from(value: Wire): Typed;
  /** Undefined if a value is required and nothing was typed. */
  to(typed: Typed): Wire | undefined;
};

export type AnyField = Options &
  Limited & {
    labels?: Readonly<Record<string, string>>;
    draft: Draft<unknown, unknown>;
  };
export type AnyFields = Readonly<Record<string, AnyField>>;

/** One line, trimmed, never empty. `mayBecomeEmpty`: an edit may take the text away. */
export function requiredText<
  const O extends Options & Missing & { max: number; check?: Check; mayBecomeEmpty?: true },
>(options: O) {
  const draft: Draft<string, string> = {
    ...asItIs(""),
    to: (typed) => typed.trim() || (options.mayBecomeEmpty ? "" : undefined),
  };
  return { ...options, kind: "requiredText" as const, draft };
}

/** One line with a default text if nothing is typed. */
export function presetText<const O extends Options & { max: number; initial: string }>(options: O) {
  const draft: Draft<string, string> = {
    ...asItIs<string>(options.initial),
    to: (typed) => typed.trim() || options.initial,
  };
  return { ...options, kind: "presetText" as const, draft };
}

/** One line, trimmed; empty is null. `staysEmpty`: an empty text of a caller stays empty. */
export function optionalText<const O extends Options & { max: number; check?: Check; staysEmpty?: true }>(
  options: O,
) {
  const draft: Draft<string | null, string> = { ...orBlank, to: (typed) => typed.trim() || null };
  return { ...options, kind: "optionalText" as const, draft };
}

/** Several lines, as they were typed or trimmed; blank is null. */
export function longText<const O extends Options & { max: number; isTrimmed?: true }>(options: O) {
  const draft: Draft<string | null, string> = {
    ...orBlank,
    to: (typed) => (options.isTrimmed ? typed.trim() || null : typed.trim() === "" ? null : typed),
  };
  return { ...options, kind: "longText" as const, draft };
}

/** Several lines, as they were typed, never blank. */
export function requiredLongText<const O extends Options & Missing & { max: number }>(options: O) {
  const draft: Draft<string, string> = {
    ...asItIs(""),
    to: (typed) => (typed.trim() === "" ? undefined : typed),
  };
  return { ...options, kind: "requiredLongText" as const, draft };
}

type Choices<V extends string> = {
  values: readonly [V, ...V[]];
  /** In the order in which forms list them. */
  labels: Readonly<Record<V, string>>;
  initial: V;
};

/** One of several values; the form lists them in the order of `labels`. */
export function choice<V extends string, const O extends Options>(options: O & Choices<V>) {
  const draft: Draft<V, V> = asItIs(options.initial);
  return { ...options, kind: "choice" as const, draft };
}

export function flag<const O extends Options & { initial: boolean }>(options: O) {
  const draft: Draft<boolean, boolean> = asItIs<boolean>(options.initial);
  return { ...options, kind: "flag" as const, draft };
}

/** A date with or without a time; a whole day is midnight in the time zone of the person who typed it. */
export function moment<const O extends Options & { none: string }>(options: O) {
  const draft: Draft<string | null, { day: string; time: string }> = {
    blank: { day: "", time: "" },
    from: (value) => (value ? { day: localDay(value), time: localTime(value) } : { day: "", time: "" }),
    to: ({ day, time }) => localInstant(day, time),
  };
  return { ...options, kind: "moment" as const, draft };
}

/** A date: midnight in the time zone of the person who typed it. */
export function day<const O extends Options & { none: string }>(options: O) {
  const draft: Draft<string | null, string> = {
    blank: "",
    from: (value) => (value ? localDay(value) : ""),
    to: (typed) => localInstant(typed, ""),
  };
  return { ...options, kind: "day" as const, draft };
}

type Bounds = { min: number; max: number; initial: number; parse(typed: string): number };

export function wholeNumber<const O extends Options>(options: O & Bounds) {
  const draft: Draft<number, string> = {
    blank: String(options.initial),
    from: String,
    to: (typed) => options.parse(typed),
  };
  return { ...options, kind: "wholeNumber" as const, draft };
}

/** A whole number, or none. */
export function optionalNumber<const O extends Options & { none: string; min: number; max: number }>(
  options: O,
) {
  const draft: Draft<number | null, string> = {
    blank: "",
    from: (value) => (value === null ? "" : String(value)),
    to: (typed) => {
      const value = Number.parseFloat(typed);
      return Number.isNaN(value) ? null : Math.round(value);
    },
  };
  return { ...options, kind: "optionalNumber" as const, draft };
}

type ListOptions = Options & { none: string; maxItemLength: number; maxItems: number; takesNull?: true };

/**
 * Words or lines, unique, trimmed, none empty; a form separates them by commas. `takesNull`: callers may send null.
 */
export function textList<const O extends ListOptions>(options: O) {
  const draft: Draft<string[], string> = {
    blank: "",
    from: (value) => value.join(", "),
    to: splitByCommas,
  };
  return { ...options, kind: "textList" as const, draft };
}

/**
 * The id of another record, or none. The noun provides its form part, because only the noun can look up its records.
 */
export function reference<const O extends Options & { none: string }>(options: O) {
  const draft: Draft<string | null, string> = { ...orBlank, to: (typed) => typed || null };
  return { ...options, kind: "reference" as const, draft };
}

/** A value of several parts, always given whole; all are missing in a new record. The noun provides its form part. */
export function structure<const P extends Parts, const O extends Options>(options: O & { parts: P }) {
  type Value = { [K in keyof P]?: number[] | undefined };
  const draft: Draft<Value, Value> = asItIs<Value>({});
  return { ...options, kind: "structure" as const, draft };
}

const asItIs = <V>(blank: V): Draft<V, V> => ({ blank, from: (value) => value, to: (typed) => typed });

const orBlank = { blank: "", from: (value: string | null) => value ?? "" };

export const splitByCommas = (typed: string): string[] => [
  ...new Set(
    typed
      .split(",")
      .map((text) => text.trim())
      .filter((text) => text !== ""),
  ),
];
