import type { JsonSchema } from "#platform/http/rest-routes.ts";

type Schemas = Readonly<Record<string, JsonSchema>>;

/** Limits that the server checks anyway and that hardly help a model to write an input. */
const LIMITS = ["pattern", "minLength", "maxLength", "minItems", "maxItems", "propertyNames", "$schema"];
/** What says nothing about a result that is read, not written. */
const FOR_INPUT = [
  "format",
  "minimum",
  "maximum",
  "default",
  "description",
  "exclusiveMinimum",
  "multipleOf",
];
const OF_INPUT: ReadonlySet<string> = new Set(LIMITS);
const OF_OUTPUT: ReadonlySet<string> = new Set([...LIMITS, ...FOR_INPUT]);

/**
 * The schema of an input without what costs bytes and says little: it allows the same or more, so an input that the
 * server accepts is always valid. Objects stay closed.
 */
export const compactInput = (schema: JsonSchema): JsonSchema => compact(schema, OF_INPUT);

/** The schema of an output with types, choices and names only; objects are open, so that fields may be added later. */
export const compactOutput = (schema: JsonSchema): JsonSchema => compact(schema, OF_OUTPUT);

function compact(schema: JsonSchema, noise: ReadonlySet<string>): JsonSchema {
  const { anyOf, ...rest } = schema as JsonSchema & { anyOf?: readonly JsonSchema[] };
  const inner = (each: JsonSchema) => compact(each, noise);
  const orNull = anyOf && withNull(anyOf);
  if (orNull) return inner({ ...orNull, ...rest });
  const entries = Object.entries(anyOf ? { ...rest, anyOf } : rest)
    .filter(([keyword, value]) => !noise.has(keyword) && !isNoise(keyword, value, noise === OF_OUTPUT))
    .map(([keyword, value]) => [looser(keyword, noise), mapChildren(keyword, value, inner)]);
  return Object.fromEntries(entries);
}

/** Shortened alternatives may fit at the same time. */
const looser = (keyword: string, noise: ReadonlySet<string>) =>
  keyword === "oneOf" && noise === OF_OUTPUT ? "anyOf" : keyword;

/** One type or null is one type with two names; null if these alternatives are something else. */
function withNull(alternatives: readonly JsonSchema[]): JsonSchema | null {
  const [one, ...others] = alternatives.filter(({ type }) => type !== "null");
  if (!one || others.length > 0 || alternatives.length !== 2 || typeof one.type !== "string") return null;
  const { type, enum: choices } = one as { type: string; enum?: readonly unknown[] };
  return { ...one, type: [type, "null"], ...(choices && { enum: [...choices, null] }) };
}

function isNoise(keyword: string, value: unknown, isOutput: boolean): boolean {
  if (keyword === "additionalProperties") return isOutput && typeof value === "boolean";
  if (keyword === "minimum") return Math.abs(Number(value)) <= 1 || Number(value) <= Number.MIN_SAFE_INTEGER;
  if (keyword === "maximum") return Number(value) >= Number.MAX_SAFE_INTEGER;
  // Every id is one, and its name and description show it.
  if (keyword === "format") return value === "uuid";
  // Null, false and an empty list are what a model expects where it gives nothing.
  if (keyword === "default") return value === null || value === false || typeof value === "object";
  return false;
}

/** The value of a keyword with each schema inside replaced; in the other keywords there are none. */
export function mapChildren(
  keyword: string,
  value: unknown,
  replace: (schema: JsonSchema) => JsonSchema,
): unknown {
  if (keyword === "properties" || keyword === "$defs")
    return Object.fromEntries(Object.entries(value as Schemas).map(([name, each]) => [name, replace(each)]));
  if (["anyOf", "oneOf", "allOf", "prefixItems"].includes(keyword))
    return (value as readonly JsonSchema[]).map(replace);
  if (["items", "additionalProperties"].includes(keyword) && typeof value === "object")
    return replace(value as JsonSchema);
  return value;
}
