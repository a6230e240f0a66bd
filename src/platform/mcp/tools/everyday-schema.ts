import type { JsonSchema } from "#platform/http/rest-routes.ts";
import type { EverydayTool } from "../everyday/everyday-tools.ts";
import { mapChildren } from "./compact-schema.ts";

/** Characters of a nested shape that an everyday tool's output schema still spells out. */
const MAX_NESTED = 180;
/** The fields that are named as required: what a further call needs. */
const KEYS = new Set(["id", "version"]);

const wordsOf = (names: string | undefined): ReadonlySet<string> => new Set(names?.split(" "));

const pick = <T>(all: Readonly<Record<string, T>>, isPicked: (name: string) => boolean): Record<string, T> =>
  Object.fromEntries(Object.entries(all).filter(([name]) => isPicked(name)));

/** The schema of an input without some of its optional parameters. */
export function withoutParameters(schema: JsonSchema, names: string | undefined): JsonSchema {
  const hidden = wordsOf(names);
  if (!schema.properties || hidden.size === 0) return schema;
  return { ...schema, properties: pick(schema.properties, (name) => !hidden.has(name)) };
}

/** The schema with a description at each parameter that is named by its path, such as `changes.isRead`. */
export function describeParameters(
  schema: JsonSchema,
  words: Readonly<Record<string, string>>,
  path = "",
): JsonSchema {
  const inner = (child: JsonSchema) => describeParameters(child, words, path);
  const entries = Object.entries(schema).map(([keyword, value]) => [
    keyword,
    keyword === "properties"
      ? describeEach(value as Readonly<Record<string, JsonSchema>>, words, path)
      : mapChildren(keyword, value, inner),
  ]);
  return Object.fromEntries(entries);
}

const describeEach = (
  properties: Readonly<Record<string, JsonSchema>>,
  words: Readonly<Record<string, string>>,
  path: string,
) =>
  Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => {
      const own = path === "" ? name : `${path}.${name}`;
      const described = describeParameters(schema, words, own);
      return [name, words[own] === undefined ? described : { ...described, description: words[own] }];
    }),
  );

/**
 * The schema of an output that names the fields of its record (or of the records of its page) that matter in a day, and
 * cuts what is nested in them to its type. What it leaves out may still be there: objects are open.
 */
export function showOnly(schema: JsonSchema, tool: EverydayTool | undefined): JsonSchema {
  if (!tool) return schema;
  const shown = wordsOf(tool.shows);
  const { items } = schema.properties ?? {};
  const record = items?.items as JsonSchema | undefined;
  if (record?.properties && items)
    return {
      ...schema,
      properties: { ...schema.properties, items: { ...items, items: recordOf(record, shown) } },
    };
  return recordOf(schema, shown);
}

function recordOf(schema: JsonSchema, shown: ReadonlySet<string>): JsonSchema {
  const isShown = (name: string) => shown.size === 0 || shown.has(name);
  const properties = Object.entries(pick(schema.properties ?? {}, isShown));
  const { required: names = [], ...rest } = schema;
  const required = names.filter((name) => isShown(name) && KEYS.has(name));
  return {
    ...rest,
    properties: Object.fromEntries(properties.map(([name, each]) => [name, cut(each)])),
    ...(required.length > 0 && { required }),
  };
}

/** Choices lose their values, which the parameters of the same name have, and long nested shapes their fields. */
function cut(schema: JsonSchema): JsonSchema {
  const { required: _, enum: choices, anyOf, ...rest } = schema as Alternatives;
  const shown = { ...rest, ...(anyOf && oneShape(anyOf.map(cut))) };
  const entries = Object.entries(shown).map(([keyword, value]) => [
    keyword,
    mapChildren(keyword, value, cut),
  ]);
  const short = Object.fromEntries(entries) as JsonSchema;
  if (JSON.stringify(short).length <= MAX_NESTED) return short;
  return { type: short.type ?? "object" };
}

type Alternatives = JsonSchema & { anyOf?: readonly JsonSchema[] };

/** Alternatives of one type are that type. */
const oneShape = (alternatives: readonly JsonSchema[]): JsonSchema => {
  const types = new Set(alternatives.map(({ type }) => type));
  return types.size === 1 ? { type: [...types][0] } : { anyOf: alternatives };
};
