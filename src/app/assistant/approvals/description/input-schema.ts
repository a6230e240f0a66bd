import type { AnyCapability } from "#platform/capability/definition.ts";
import { type JsonSchema, jsonSchema } from "#platform/http/rest-routes.ts";

const schemas = new WeakMap<AnyCapability, JsonSchema>();

/** The JSON schema of what a capability takes, made once. */
export function inputSchema(capability: AnyCapability): JsonSchema {
  const made = schemas.get(capability) ?? jsonSchema(capability.definition.input);
  schemas.set(capability, made);
  return made;
}

/** A field's schema without the choice of null. */
export function fieldSchema(capability: AnyCapability, field: string): JsonSchema {
  const schema = inputSchema(capability).properties?.[field] ?? {};
  const choices = (schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[];
  return choices.find(({ type }) => type !== "null") ?? schema;
}

/** Whether the texts of a field are of a list of values. */
export function isChoiceField(capability: AnyCapability, field: string): boolean {
  const schema = fieldSchema(capability, field);
  const item = (schema as { items?: JsonSchema }).items ?? schema;
  return Array.isArray(item.enum) || "const" in item;
}

/** Whether a field may be null. */
export function takesNull(capability: AnyCapability, field: string): boolean {
  const schema = inputSchema(capability).properties?.[field] ?? {};
  return ((schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[]).some(({ type }) => type === "null");
}
