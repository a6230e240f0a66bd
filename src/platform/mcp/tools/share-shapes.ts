import type { JsonSchema } from "#platform/http/rest-routes.ts";
import { mapChildren } from "./compact-schema.ts";

/** Characters from which a shape that is there twice is worth a name. */
const MIN_SHARED = 90;
const MAX_SHAPES = 40;

/** The same schema with what is repeated in it defined once (`$defs`), the longest first. */
export function shareShapes(schema: JsonSchema): JsonSchema {
  const shapes: Record<string, JsonSchema> = {};
  let current = schema;
  while (Object.keys(shapes).length < MAX_SHAPES) {
    const repeated = longestRepeated([current, ...Object.values(shapes)]);
    if (repeated === null) break;
    const name = `shape${Object.keys(shapes).length + 1}`;
    const named = (each: JsonSchema) => replaceShape(each, repeated, { $ref: `#/$defs/${name}` });
    current = named(current);
    for (const [other, shape] of Object.entries(shapes)) shapes[other] = named(shape);
    shapes[name] = JSON.parse(repeated) as JsonSchema;
  }
  return Object.keys(shapes).length > 0 ? { ...current, $defs: shapes } : current;
}

function longestRepeated(schemas: readonly JsonSchema[]): string | null {
  const seen = new Set<string>();
  let longest: string | null = null;
  const visit = (schema: JsonSchema): JsonSchema => {
    const text = JSON.stringify(schema);
    if (text.length >= MIN_SHARED && seen.has(text) && text.length > (longest?.length ?? 0)) longest = text;
    seen.add(text);
    return eachChild(schema, visit);
  };
  // The whole schema and the shapes themselves keep their places: only what is inside of them is shared.
  for (const schema of schemas) eachChild(schema, visit);
  return longest;
}

function replaceShape(schema: JsonSchema, text: string, reference: JsonSchema): JsonSchema {
  return eachChild(schema, (child) =>
    JSON.stringify(child) === text ? reference : replaceShape(child, text, reference),
  );
}

const eachChild = (schema: JsonSchema, replace: (child: JsonSchema) => JsonSchema): JsonSchema =>
  Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => [keyword, mapChildren(keyword, value, replace)]),
  );
