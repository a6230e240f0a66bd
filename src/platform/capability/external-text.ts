import { z } from "zod";
import { isOwnText } from "./provenance.ts";

/** The output schema of a capability. */
export type Answering = { readonly definition: { readonly output: z.ZodType } };

type Schema = { readonly [keyword: string]: unknown };

/** Formats that cannot hold sentences. */
const TEXTLESS_FORMATS = ["uuid", "date-time", "date", "time"];
/** The cursor of a list: generated from what the page itself shows. */
const CURSOR = "nextCursor";

const schemas = new WeakMap<Answering, Schema>();

/**
 * Whether an answer holds text that its reader may not have written. Enums, numbers, ids and instants do not count;
 * text is the reader's own only in a record whose own `provenance` says so.
 */
export function containsExternalText(capability: Answering, output: unknown): boolean {
  const schema = schemas.get(capability) ?? schemaOf(capability);
  schemas.set(capability, schema);
  return isExternal(output, schema, { root: schema, isCovered: false });
}

const schemaOf = ({ definition }: Answering): Schema =>
  z.toJSONSchema(definition.output, { io: "input", unrepresentable: "any", target: "draft-2020-12" });

type SchemaPosition = { root: Schema; isCovered: boolean };

function isExternal(value: unknown, given: Schema, place: SchemaPosition): boolean {
  if (value === null || value instanceof Date) return false;
  const schema = resolved(given, place.root);
  if (typeof value === "string") return value !== "" && !place.isCovered && !isTextless(schema, place.root);
  if (typeof value !== "object") return false;
  if (Array.isArray(value)) {
    const items = asSchema(schemaFor(schema, "array", place.root).items);
    return value.some((item) => isExternal(item, items, place));
  }
  return isExternalRecord(value as Record<string, unknown>, schema, place.root);
}

/** A record's provenance covers its own text, not that of nested records. */
function isExternalRecord(value: Record<string, unknown>, schema: Schema, root: Schema): boolean {
  const { properties, additionalProperties } = schemaFor(schema, "object", root);
  const fields = asSchema(properties);
  const isCovered = "provenance" in fields && isOwnText(value.provenance);
  return Object.entries(value).some(([name, field]) => {
    if (name === CURSOR || field === undefined) return false;
    if (name in fields) return isExternal(field, asSchema(fields[name]), { root, isCovered });
    // Fields outside the schema are dropped, unless it allows arbitrary keys, which anybody may have chosen.
    return additionalProperties !== undefined && additionalProperties !== false;
  });
}

/**
 * The variant of the schema for this kind of value; an unknown schema if several match, so that its text counts as
 * external.
 */
function schemaFor(schema: Schema, type: "object" | "array", root: Schema): Schema {
  const fitting = choicesOf(schema, root).filter((choice) => choice.type === type);
  return fitting.length === 1 && fitting[0] ? fitting[0] : { additionalProperties: true };
}

function isTextless(schema: Schema, root: Schema): boolean {
  const texts = choicesOf(schema, root).filter(({ type }) => type !== "null");
  return (
    texts.length > 0 &&
    texts.every(
      ({ enum: choices, const: only, format }) =>
        Array.isArray(choices) || only !== undefined || TEXTLESS_FORMATS.includes(String(format)),
    )
  );
}

function choicesOf(schema: Schema, root: Schema): Schema[] {
  const choices = schema.anyOf ?? schema.oneOf;
  if (!Array.isArray(choices)) return [schema];
  return choices.flatMap((choice) => choicesOf(resolved(asSchema(choice), root), root));
}

function resolved(schema: Schema, root: Schema): Schema {
  const { $ref } = schema;
  if (typeof $ref !== "string") return schema;
  const path = $ref.split("/").slice(1);
  return path.reduce((at, name) => asSchema(at[name]), root);
}

const asSchema = (value: unknown): Schema =>
  typeof value === "object" && value !== null ? (value as Schema) : {};
