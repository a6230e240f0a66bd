import { z } from "zod";
import { Id, Instant } from "#platform/capability/wire.ts";
import { localDay, localInstant, localTime } from "#platform/time/local-day.ts";

/**
 * The kinds of fields of a noun (decision 0066). A kind defines how its value is stored, sent, validated as input and
 * edited in a form; database/field-columns.ts has its column and `#ui/forms` its form part. A new kind needs all three.
 */
export type FieldKind =
  | "requiredText"
  | "presetText"
  | "optionalText"
  | "longText"
  | "requiredLongText"
  | "choice"
  | "flag"
  | "moment"
  | "day"
  | "wholeNumber"
  | "textList"
  | "reference"
  | "structure";

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

export type AnyField = Options & {
  kind: FieldKind;
  values?: readonly string[];
  labels?: Readonly<Record<string, string>>;
  /** Schema of the value in records. */
  record: z.ZodType;
  /** Schema of the value in a caller's input. */
  input: z.ZodType;
  /** Schema of the value in the input of create, where it may be optional. */
  create: z.ZodType;
  /** Schema for restoring a stored value: limited in size, otherwise not validated again. */
  stored: z.ZodType;
  draft: Draft<unknown, unknown>;
};
export type AnyFields = Readonly<Record<string, AnyField>>;

/** One line, trimmed, never empty. */
export function requiredText<const O extends Options & { max: number; missing: string }>(options: O) {
  const input = z.string().trim().min(1, options.missing).max(options.max);
  const stored = z.string().max(options.max);
  const draft: Draft<string, string> = { ...asItIs(""), to: (typed) => typed.trim() || undefined };
  return {
    ...options,
    kind: "requiredText" as const,
    record: z.string(),
    input,
    create: input,
    stored,
    draft,
  };
}

/** One line with a default text if nothing is typed. */
export function presetText<const O extends Options & { max: number; initial: string }>(options: O) {
  const input = z.string().trim().min(1).max(options.max);
  const draft: Draft<string, string> = {
    ...asItIs<string>(options.initial),
    to: (typed) => typed.trim() || options.initial,
  };
  const schemas = { record: z.string(), input, create: input.default(options.initial) };
  return { ...options, kind: "presetText" as const, ...schemas, stored: z.string().max(options.max), draft };
}

type Check = { passes(text: string): boolean; message: string };

/** One line, trimmed; empty is null. */
export function optionalText<const O extends Options & { max: number; check?: Check }>(options: O) {
  const { max, check } = options;
  const input = z
    .string()
    .trim()
    .max(max)
    .nullable()
    .transform((text) => text || null)
    .refine((text) => text === null || !check || check.passes(text), check?.message ?? "");
  const draft: Draft<string | null, string> = {
    blank: "",
    from: (value) => value ?? "",
    to: (typed) => typed.trim() || null,
  };
  const schemas = { record: z.string().nullable(), input, create: input.default(null) };
  const stored = z.string().max(max).nullable();
  return { ...options, kind: "optionalText" as const, ...schemas, stored, draft };
}

/** Several lines, as they were typed or trimmed; blank is null. */
export function longText<const O extends Options & { max: number; isTrimmed?: true }>(options: O) {
  const { max, isTrimmed } = options;
  const input = (isTrimmed ? z.string().trim() : z.string()).max(max).nullable();
  const draft: Draft<string | null, string> = {
    blank: "",
    from: (value) => value ?? "",
    to: (typed) => (isTrimmed ? typed.trim() || null : typed.trim() === "" ? null : typed),
  };
  const schemas = { record: z.string().nullable(), input, create: input.default(null), stored: input };
  return { ...options, kind: "longText" as const, ...schemas, draft };
}

/** Several lines, as they were typed, never blank. */
export function requiredLongText<const O extends Options & { max: number; missing: string }>(options: O) {
  const stored = z.string().max(options.max);
  const input = stored.refine((text) => text.trim() !== "", options.missing);
  const draft: Draft<string, string> = {
    ...asItIs(""),
    to: (typed) => (typed.trim() === "" ? undefined : typed),
  };
  const schemas = { record: z.string(), input, create: input, stored };
  return { ...options, kind: "requiredLongText" as const, ...schemas, draft };
}

type Choices<V extends string> = {
  values: readonly [V, ...V[]];
  /** In the order in which forms list them. */
  labels: Readonly<Record<V, string>>;
  initial: V;
};

/** One of several values; the form lists them in the order of `labels`. */
export function choice<V extends string, const O extends Options>(options: O & Choices<V>) {
  const input = z.enum(options.values);
  const create = input.default(() => options.initial);
  const draft: Draft<V, V> = asItIs(options.initial);
  const schemas = { record: input, input, create, stored: input };
  return { ...options, kind: "choice" as const, ...schemas, draft };
}

export function flag<const O extends Options & { initial: boolean }>(options: O) {
  const input = z.boolean();
  const draft: Draft<boolean, boolean> = asItIs<boolean>(options.initial);
  const schemas = { record: input, input, create: input.default(options.initial), stored: input };
  return { ...options, kind: "flag" as const, ...schemas, draft };
}

const AnInstant = Instant.nullable();
const instants = { record: AnInstant, input: AnInstant, create: AnInstant.default(null), stored: AnInstant };

/** A date with or without a time; a whole day is midnight in the time zone of the person who typed it. */
export function moment<const O extends Options & { none: string }>(options: O) {
  const draft: Draft<string | null, { day: string; time: string }> = {
    blank: { day: "", time: "" },
    from: (value) => (value ? { day: localDay(value), time: localTime(value) } : { day: "", time: "" }),
    to: ({ day, time }) => localInstant(day, time),
  };
  return { ...options, kind: "moment" as const, ...instants, draft };
}

/** A date: midnight in the time zone of the person who typed it. */
export function day<const O extends Options & { none: string }>(options: O) {
  const draft: Draft<string | null, string> = {
    blank: "",
    from: (value) => (value ? localDay(value) : ""),
    to: (typed) => localInstant(typed, ""),
  };
  return { ...options, kind: "day" as const, ...instants, draft };
}

type Bounds = { min: number; max: number; initial: number; parse(typed: string): number };

export function wholeNumber<const O extends Options>(options: O & Bounds) {
  const input = z.int().min(options.min).max(options.max);
  const draft: Draft<number, string> = {
    blank: String(options.initial),
    from: String,
    to: (typed) => options.parse(typed),
  };
  const schemas = { record: z.int(), input, create: input.default(options.initial), stored: input };
  return { ...options, kind: "wholeNumber" as const, ...schemas, draft };
}

/** Words or lines, unique, trimmed, none empty; a form separates them by commas. */
export function textList<const O extends Options & { none: string; maxItemLength: number; maxItems: number }>(
  options: O,
) {
  const { maxItemLength, maxItems } = options;
  const input = z
    .array(z.string().trim().max(maxItemLength))
    .overwrite((texts) => [...new Set(texts.filter((text) => text !== ""))])
    .max(maxItems);
  const draft: Draft<string[], string> = {
    blank: "",
    from: (value) => value.join(", "),
    to: splitByCommas,
  };
  const schemas = { record: z.array(z.string()), input, create: input.default([]) };
  const stored = z.array(z.string().max(maxItemLength)).max(maxItems);
  return { ...options, kind: "textList" as const, ...schemas, stored, draft };
}

/**
 * The id of another record, or none. The noun provides its form part, because only the noun can look up its records.
 */
export function reference<const O extends Options & { none: string }>(options: O) {
  const input = Id.nullable();
  const draft: Draft<string | null, string> = {
    blank: "",
    from: (value) => value ?? "",
    to: (typed) => typed || null,
  };
  const schemas = { record: input, input, create: input.default(null), stored: input };
  return { ...options, kind: "reference" as const, ...schemas, draft };
}

type Structure<S extends z.ZodType, C extends z.ZodType> = { record: S; create: C; blank: z.output<S> };

/** A value of several parts, always given whole. The noun provides its form part. */
export function structure<S extends z.ZodType, C extends z.ZodType, const O extends Options>(
  options: O & Structure<S, C>,
) {
  const { record, create, blank } = options;
  const draft: Draft<z.output<S>, z.output<S>> = asItIs(blank);
  return { ...options, kind: "structure" as const, record, input: record, create, stored: record, draft };
}

const asItIs = <V>(blank: V): Draft<V, V> => ({ blank, from: (value) => value, to: (typed) => typed });

export const splitByCommas = (typed: string): string[] => [
  ...new Set(
    typed
      .split(",")
      .map((text) => text.trim())
      .filter((text) => text !== ""),
  ),
];
