import type { JsonSchema } from "#platform/http/rest-routes.ts";

/** The smallest input that a capability's schema accepts, made from its JSON schema; `given` fields win. */
export function sampleInput(
  schema: JsonSchema,
  given: Record<string, unknown> = {},
): Record<string, unknown> {
  const names = [...new Set([...(schema.required ?? []), ...Object.keys(given)])];
  return Object.fromEntries(
    names.map((name) => [name, given[name] ?? sampleValue(schema.properties?.[name] ?? {})]),
  );
}

export function sampleValue(schema: JsonSchema): unknown {
  if ("default" in schema) return schema.default;
  if ("const" in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const [choice] = (schema.anyOf ?? schema.oneOf ?? []) as JsonSchema[];
  if (choice) return sampleValue(choice);
  if (schema.type === "object") return sampleInput(schema);
  if (schema.type === "array") return sampleList(schema);
  if (schema.type === "integer" || schema.type === "number") return schema.minimum ?? 0;
  if (schema.type === "boolean") return false;
  return sampleText(schema);
}

const sampleList = ({ minItems = 0, items }: JsonSchema & { minItems?: number; items?: JsonSchema }) =>
  Array.from({ length: minItems }, () => sampleValue(items ?? {}));

const SAMPLES: Record<string, string> = {
  uuid: "0b9f3c1e-6c1d-4f7e-9a45-3d2f1c0e8b7a",
  "date-time": "2026-03-01T09:00:00.000Z",
  date: "2026-03-01",
  email: "sample@example.com",
};

function sampleText({ format, minLength = 1 }: JsonSchema & { format?: string; minLength?: number }): string {
  return SAMPLES[format ?? ""] ?? "x".repeat(minLength);
}
