import type { AnyCapability } from "#platform/capability/definition.ts";
import { type JsonSchema, jsonSchema } from "#platform/http/rest-routes.ts";
import { type Descriptions, descriptionsOf } from "./catalogue.ts";
import general from "./general.json" with { type: "json" };
import { nameOf } from "./schema-names.ts";

const GENERAL: Descriptions = general;

/** A field while a schema is described: for laws. */
export type DescribedField = { place: string; catalogue: Descriptions; key?: string; text?: string };

export type DescribeOptions = {
  /** If given, named schemas are replaced by `$ref`, and stored here once by their names. */
  components?: Record<string, JsonSchema>;
  onField?: (field: DescribedField) => void;
};

type Position = {
  /** The capability or the named schema that contains the field. */
  root: string;
  /** The fields between, without the `items` of lists. */
  path: readonly string[];
  resource?: string;
  catalogue: Descriptions;
};

const inputs = new WeakMap<AnyCapability, JsonSchema>();

/** The JSON schema of a capability's input with a description at every field, without `$ref`. Computed once. */
export function describedInput(capability: AnyCapability): JsonSchema {
  const described = inputs.get(capability) ?? describeInput(capability);
  inputs.set(capability, described);
  return described;
}

export const describeInput = (capability: AnyCapability, options: DescribeOptions = {}) =>
  described(jsonSchema(capability.definition.input), capability, options);

export const describeOutput = (capability: AnyCapability, options: DescribeOptions = {}) =>
  described(jsonSchema(capability.definition.output), capability, options);

function described(schema: JsonSchema, capability: AnyCapability, options: DescribeOptions): JsonSchema {
  const { name: root, resource } = capability;
  const { $schema: _dialect, ...own } = schema;
  return describe(own, { root, path: [], resource, catalogue: descriptionsOf(capability) }, options);
}

function describe(schema: JsonSchema, at: Position, options: DescribeOptions): JsonSchema {
  const named = nameOf(schema);
  if (!named) return describeParts(schema, at, options);
  const { name, catalogue } = named;
  const within = { root: name, path: [], catalogue };
  if (!options.components) return describeParts(schema, within, options);
  if (!options.components[name]) {
    // Set before its parts, so that the names are in the order of their first use.
    options.components[name] = {};
    options.components[name] = describeParts(schema, within, options);
  }
  return { $ref: `#/components/schemas/${name}` };
}

function describeParts(schema: JsonSchema, at: Position, options: DescribeOptions): JsonSchema {
  const each = (part: JsonSchema) => (typeof part === "object" ? describe(part, at, options) : part);
  const stated = Object.entries(schema).filter(([keyword, value]) => !isImplied(schema, keyword, value));
  const entries = stated.map(([keyword, value]): [string, unknown] => {
    if (keyword === "properties") return [keyword, describeFields(value as Fields, at, options)];
    if (!SUBSCHEMAS.has(keyword)) return [keyword, value];
    return [keyword, Array.isArray(value) ? value.map(each) : each(value as JsonSchema)];
  });
  return Object.fromEntries(entries);
}

/** What follows from the format or from how JavaScript has integers would make up a third of the document. */
const isImplied = ({ format }: JsonSchema, keyword: string, value: unknown) =>
  (keyword === "pattern" && format !== undefined) ||
  (keyword === "minimum" && value === Number.MIN_SAFE_INTEGER) ||
  (keyword === "maximum" && value === Number.MAX_SAFE_INTEGER);

const SUBSCHEMAS = new Set(["items", "additionalProperties", "anyOf", "oneOf", "allOf", "prefixItems"]);

type Fields = Readonly<Record<string, JsonSchema>>;

const describeFields = (fields: Fields, at: Position, options: DescribeOptions) =>
  Object.fromEntries(
    Object.entries(fields).map(([field, schema]) => {
      const found = lookUp(field, at);
      options.onField?.({ place: [at.root, ...at.path, field].join("."), ...found });
      const within = field === "items" ? at : { ...at, path: [...at.path, field] };
      const { text } = found;
      return [field, { ...describe(schema, within, options), ...(text && { description: text }) }];
    }),
  );

/**
 * The first entry of: the whole path from the capability or named schema (`Task.status`, `today.get.owed.late`), the
 * field in its parent field (`owed.late`), the field in the resource (`tasks.due`), the field alone (`dueDate`). Those of
 * the slice win over the general ones.
 */
function lookUp(field: string, { root, path, resource, catalogue }: Position): Omit<DescribedField, "place"> {
  const parent = path.at(-1);
  const keys = [
    [root, ...path, field].join("."),
    ...(parent ? [`${parent}.${field}`] : []),
    ...(resource && !parent ? [`${resource}.${field}`] : []),
    field,
  ];
  for (const from of [catalogue, GENERAL])
    for (const key of keys) {
      const text = from.fields[key];
      if (text) return { catalogue: from, key, text };
    }
  return { catalogue };
}

export const generalDescriptions = GENERAL;
