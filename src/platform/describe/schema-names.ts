import type { AnyCapability } from "#platform/capability/definition.ts";
import { capabilityNamed } from "#platform/capability/slice.ts";
import { type JsonSchema, jsonSchema } from "#platform/http/rest-routes.ts";
import { catalogues, type Descriptions } from "./catalogue.ts";

export type NamedSchema = { name: string; catalogue: Descriptions };

let known = { count: 0, names: new Map<string, NamedSchema>() };

/**
 * The name of an object schema, if a catalogue names it or it is a page of records that have a name (`TaskPage`). Equal
 * schemas have one name, wherever they occur.
 */
export function nameOf(schema: JsonSchema): NamedSchema | undefined {
  if (!schema.properties) return undefined;
  return allNames().get(textOf(schema)) ?? pageName(schema);
}

function pageName(schema: JsonSchema): NamedSchema | undefined {
  if (Object.keys(schema.properties ?? {}).join() !== "items,nextCursor") return undefined;
  const item = (schema.properties?.items as { items?: JsonSchema } | undefined)?.items;
  const named = item && nameOf(item);
  return named && { ...named, name: `${named.name}Page` };
}

function allNames(): ReadonlyMap<string, NamedSchema> {
  const { size: count } = catalogues();
  if (known.count !== count)
    known = { count, names: new Map([...catalogues()].flatMap((each) => namesIn(each))) };
  return known.names;
}

const namesIn = (catalogue: Descriptions) =>
  Object.entries(catalogue.schemas ?? {}).flatMap(([name, place]): [string, NamedSchema][] =>
    [schemaAt(place)].map((schema) => [textOf(schema), { name, catalogue }]),
  );

/** Throws if there is no object schema at this place, because a name without one is a mistake in a catalogue. */
export function schemaAt(place: string): JsonSchema {
  const [from = "", within] = place.split(" input");
  const [resource, verb, ...path] = from.split(".");
  const capability: AnyCapability | null = capabilityNamed(`${resource}.${verb}`);
  const { input, output } = capability?.definition ?? {};
  const root = within === undefined ? output : input;
  const steps = within === undefined ? path : within.split(".").filter(Boolean);
  const found = root && steps.reduce<JsonSchema | undefined>(child, jsonSchema(root));
  const [schema] = found ? objectsIn(found) : [];
  if (!schema) throw new Error(`There is no object schema at '${place}'`);
  return schema;
}

const child = (schema: JsonSchema | undefined, name: string): JsonSchema | undefined =>
  schema &&
  (/^\d+$/.test(name)
    ? objectsIn(schema)[Number(name)]
    : objectsIn(schema)
        .map(({ properties }) => properties?.[name])
        .find((found) => found !== undefined));

/** The object schemas of a value: its own, those of its items, or of its alternatives. */
function objectsIn(schema: JsonSchema): JsonSchema[] {
  if (schema.properties) return [schema];
  return partsOf(schema).flatMap(objectsIn);
}

/** The schemas inside a schema that are not its properties. */
function partsOf(schema: JsonSchema): JsonSchema[] {
  const { items, additionalProperties, anyOf, oneOf, allOf, prefixItems } = schema;
  const parts = [items, additionalProperties, anyOf, oneOf, allOf, prefixItems].flat();
  return parts.filter((part): part is JsonSchema => typeof part === "object" && part !== null);
}

const textOf = ({ $schema: _dialect, ...schema }: JsonSchema) => JSON.stringify(schema);
