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
  /** For reads and deletions that take private text: the address that takes all input as a body instead. */
  byBody?: {
    path: string;
    /** The fields with such text. */
    texts: readonly string[];
    /** True if one of them is required or an object, so that the call makes no sense in an address. */
    isOnly: boolean;
  };
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
    const route = { capability, ...routeOf(capability, Boolean(input.properties?.id)), input, output };
    const byBody = bodyFor(route);
    return byBody ? { ...route, byBody } : route;
  });
}

/** The addresses with a body of reads that anyone may call: no request to them changes anything. */
export function publicReads(routes: readonly RestRoute[]): ReadonlySet<string> {
  const open = routes.filter(({ capability: { definition } }) => {
    return definition.effect === "read" && definition.access === "anyone";
  });
  return new Set(open.flatMap(({ byBody }) => (byBody ? [`/api/v1${byBody.path}`] : [])));
}

/** Addresses end up in logs and histories, so that text of people does not belong into them. */
function bodyFor({ capability, method, input }: RestRoute): RestRoute["byBody"] {
  if (method !== "GET" && method !== "DELETE") return undefined;
  const texts = Object.entries(input.properties ?? {}).flatMap(([name, schema]) =>
    holdsText(name, schema) ? [name] : [],
  );
  if (texts.length === 0) return undefined;
  const id = input.properties?.id ? "/{id}" : "";
  const path = `/${kebab(capability.resource)}${id}/${kebab(capability.verb)}`;
  const isOnly = texts.some((name) => input.required?.includes(name) || input.properties?.[name]?.properties);
  return { path, texts, isOnly };
}

/** Strings that are no more than a position, a zone or a public name. */
const NO_TEXT = new Set(["cursor", "timeZone", "slug"]);

function holdsText(name: string, schema: JsonSchema): boolean {
  if (NO_TEXT.has(name)) return false;
  if (schema.properties) return true;
  const { type, format, pattern, items, anyOf, oneOf } = schema;
  if (typeof items === "object") return holdsText(name, items as JsonSchema);
  const choices = anyOf ?? oneOf;
  if (Array.isArray(choices)) return choices.some((each) => holdsText(name, each as JsonSchema));
  const isFixed =
    format !== undefined || pattern !== undefined || schema.enum !== undefined || "const" in schema;
  return !isFixed && (Array.isArray(type) ? type.includes("string") : type === "string");
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
