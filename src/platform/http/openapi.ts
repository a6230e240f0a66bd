import type { ERROR_STATUS, ErrorCode } from "#platform/capability/errors.ts";
import type { JsonSchema, RestRoute } from "./rest-routes.ts";

/** Every status that an AppError may have: a missing one does not compile. */
const ERROR_RESPONSES: Record<(typeof ERROR_STATUS)[ErrorCode], string> = {
  400: "Invalid input",
  401: "Not signed in",
  403: "Not allowed",
  404: "Not found",
  409: "Conflict with the record as it stands",
  413: "The request is larger than it may be",
  429: "Too many requests; see Retry-After",
  502: "Another service did not answer as expected",
  503: "The database is away, or closed for maintenance; see Retry-After",
};

/** The OpenAPI 3.1 document of every capability (https://spec.openapis.org/oas/v3.1.1). */
export function openApiDocument(routes: readonly RestRoute[], publicUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes)
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route) };
  return {
    openapi: "3.1.1",
    info: { title: "Adjutant", version: "1", description: "Every capability of this instance." },
    servers: [{ url: `${publicUrl}/api/v1` }],
    security: [{ apiKey: [] }],
    tags: [...new Set(routes.map(({ capability }) => capability.resource))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", description: "An API key from Settings" },
      },
      schemas: { Error: ERROR_SCHEMA },
    },
  };
}

function operation({ capability, method, path, input, output }: RestRoute) {
  const { summary, effect, access, example } = capability.definition;
  const takesBody = method !== "GET";
  return {
    operationId: capability.name,
    summary,
    tags: [capability.resource],
    ...(access === "anyone" && { security: [] }),
    "x-effect": effect,
    parameters: parameters(input, path, takesBody),
    ...(takesBody && { requestBody: { required: true, content: json(withoutPathId(input, path), example) } }),
    responses: { 200: { description: "Done", content: json(withoutDialect(output)) }, ...errorResponses() },
  };
}

function parameters(input: JsonSchema, path: string, takesBody: boolean) {
  const named = Object.entries(input.properties ?? {}).map(([name, schema]) => ({ name, schema }));
  const isInPath = (name: string) => name === "id" && path.includes("{id}");
  const inPath = named
    .filter(({ name }) => isInPath(name))
    .map(({ name, schema }) => ({ name, in: "path", required: true, schema }));
  if (takesBody) return [...inPath, IDEMPOTENCY_KEY];
  const inQuery = named
    .filter(({ name }) => !isInPath(name))
    .map(({ name, schema }) => ({
      name,
      in: "query",
      required: input.required?.includes(name) ?? false,
      schema,
    }));
  return [...inPath, ...inQuery];
}

function withoutPathId(input: JsonSchema, path: string): JsonSchema {
  const schema = withoutDialect(input);
  if (!path.includes("{id}")) return schema;
  const { id: _id, ...properties } = schema.properties ?? {};
  return { ...schema, properties, required: (schema.required ?? []).filter((name) => name !== "id") };
}

function withoutDialect({ $schema: _dialect, ...schema }: JsonSchema): JsonSchema {
  return schema;
}

const json = (schema: JsonSchema, example?: unknown) => ({
  "application/json": { schema, ...(example !== undefined && { example }) },
});

const errorResponses = () =>
  Object.fromEntries(
    Object.entries(ERROR_RESPONSES).map(([status, description]) => [
      status,
      { description, content: json({ $ref: "#/components/schemas/Error" }) },
    ]),
  );

const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "Makes a retry safe: the first answer is repeated for 24 hours.",
  schema: { type: "string", maxLength: 200 },
};

const ERROR_SCHEMA = {
  type: "object",
  required: ["error"],
  properties: {
    error: {
      type: "object",
      required: ["code", "message", "requestId"],
      properties: {
        code: { type: "string" },
        message: { type: "string", description: "Text for people" },
        requestId: { type: "string" },
        details: { type: "object" },
      },
    },
  },
};
