import { z } from "zod";
import type { AnyCapability } from "#platform/capability/definition.ts";
import type { Registry } from "#platform/capability/slice.ts";

export type JsonSchema = {
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
};

export type RestRoute = {
  capability: AnyCapability;
  method: "GET" | "POST" | "PATCH" | "DELETE";
  /** OpenAPI style, with `{id}` where the record is named in the path. */
  path: string;
  input: JsonSchema;
  output: JsonSchema;
};

const STANDARD: Record<string, readonly [method: RestRoute["method"], suffix: string]> = {
  list: ["GET", ""],
  get: ["GET", "/{id}"],
  create: ["POST", ""],
  update: ["PATCH", "/{id}"],
  delete: ["DELETE", "/{id}"],
};

/** Method and path of every capability, derived from its name; no route is written by hand. */
export function restRoutes(registry: Registry): RestRoute[] {
  return [...registry.values()].map((capability) => {
    const input = jsonSchema(capability.definition.input);
    const output = jsonSchema(capability.definition.output);
    return { capability, ...routeOf(capability, Boolean(input.properties?.id)), input, output };
  });
}

function routeOf(capability: AnyCapability, takesId: boolean): Pick<RestRoute, "method" | "path"> {
  const noun = `/${kebab(capability.resource)}`;
  const [method, suffix] = STANDARD[capability.verb] ?? [];
  if (method !== undefined && takesId === (suffix === "/{id}")) return { method, path: noun + suffix };
  return {
    method: capability.definition.effect === "read" ? "GET" : "POST",
    path: `${noun}${takesId ? "/{id}" : ""}/${kebab(capability.verb)}`,
  };
}

/** Converting the schemas of all capabilities takes a quarter of a second, and several edges of a server need them. */
const converted = new WeakMap<z.ZodType, JsonSchema>();

/** The wire form: instants are strings, defaults are optional. */
export function jsonSchema(schema: z.ZodType): JsonSchema {
  const known = converted.get(schema) ?? convert(schema);
  converted.set(schema, known);
  return known;
}

const convert = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: "input", unrepresentable: "any", target: "draft-2020-12" }) as JsonSchema;

const kebab = (name: string) => name.replace(/[A-Z]/g, (capital) => `-${capital.toLowerCase()}`);
