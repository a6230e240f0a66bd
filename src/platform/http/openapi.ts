import { sessionCookieName } from "#platform/auth/sign-in/session-cookie.ts";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { catalogues, descriptionsOf } from "#platform/describe/catalogue.ts";
import { describeInput, describeOutput } from "#platform/describe/describe-schema.ts";
import { describeOperation } from "./openapi/describe-operation.ts";
import { errorResponses, SHARED_RESPONSES, SHARED_SCHEMAS, statusesOf } from "./openapi/error-responses.ts";
import { EVENT_STREAM } from "./openapi/event-stream-operation.ts";
import type { JsonSchema, RestRoute } from "./rest-routes.ts";

/** Answers of real calls, by the name of the capability. */
export type Examples = Readonly<Record<string, { request?: unknown; response: unknown }>>;

type Components = Record<string, JsonSchema>;
type Operations = Record<string, Record<string, unknown>>;

/**
 * The OpenAPI 3.1 document of every capability (https://spec.openapis.org/oas/v3.1.1), of the files and of the event
 * stream. Record shapes are in `components.schemas` once, by the names of the catalogues.
 */
export function openApiDocument(routes: readonly RestRoute[], publicUrl: string, examples: Examples = {}) {
  const components: Components = {};
  const paths: Operations = {};
  const add = (path: string, method: string, operation: object) => {
    paths[path] = { ...paths[path], [method]: operation };
  };
  for (const route of routes)
    for (const { path, method, operation } of operationsOf(route, components, examples))
      add(`/api/v1${path}`, method, operation);
  const resources = new Set(routes.map(({ capability }) => capability.resource));
  for (const [path, methods] of filesOf(resources))
    for (const [method, operation] of Object.entries(methods)) add(path, method, operation);
  add("/events", "get", EVENT_STREAM);
  return {
    openapi: "3.1.1",
    info: { title: "Adjutant", version: "1", description: ABOUT },
    servers: [{ url: publicUrl }],
    security: [{ apiKey: [] }],
    tags: [...tagsOf(routes), { name: "changes", description: "What changes, as it happens." }],
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: "http", scheme: "bearer", description: "An API key from Settings, API keys" },
        session: {
          ...{ type: "apiKey", in: "cookie", name: sessionCookieName(publicUrl) },
          description:
            "The session of a signed-in person. Requests that change something need the Origin of the instance too.",
        },
      },
      parameters: { IdempotencyKey: IDEMPOTENCY_KEY },
      responses: SHARED_RESPONSES,
      schemas: { ...components, ...SHARED_SCHEMAS },
    },
  };
}

export type OpenApiDocument = ReturnType<typeof openApiDocument>;

const ABOUT = `Everything that the pages of this instance can do, for programs. Send an API key as \`Authorization: Bearer adj_…\`.
Instants are ISO 8601 in UTC. Unknown fields are refused. Lists are read page by page with \`cursor\`.`;

function tagsOf(routes: readonly RestRoute[]) {
  const byResource = Map.groupBy(routes, ({ capability }) => capability.resource);
  return [...byResource].map(([name, members]) => {
    const texts = members.map(({ capability }) => descriptionsOf(capability).resources?.[name]);
    const description = texts.find((text) => text !== undefined);
    return { name, ...(description && { description }) };
  });
}

function* filesOf(resources: ReadonlySet<string>): Generator<[string, Record<string, object>]> {
  for (const { files = {} } of catalogues())
    for (const [path, methods] of Object.entries(files)) {
      const documented = Object.entries(methods).filter(([, { tags }]) =>
        tags.some((tag) => resources.has(tag)),
      );
      yield [
        path,
        Object.fromEntries(
          documented.map(([method, { "x-errors": statuses, responses, ...operation }]) => [
            method,
            { ...operation, responses: { ...responses, ...errorResponses(statuses) } },
          ]),
        ),
      ];
    }
}

type Documented = { path: string; method: string; operation: object };

/** A route, and the way with a body for reads that take text (`byBody`). */
function operationsOf(route: RestRoute, components: Components, examples: Examples): Documented[] {
  const { capability, path, byBody } = route;
  const input = describeInput(capability, { components });
  const output = describeOutput(capability, { components });
  const inAddress = { ...route, input, output };
  const method = route.method.toLowerCase();
  if (!byBody) return [{ path, method, operation: operation(inAddress, examples) }];
  const inBody = { path: byBody.path, method: "post" };
  if (byBody.isOnly) {
    const posted = { ...inAddress, method: "POST" as const, path: byBody.path };
    return [{ ...inBody, operation: operation(posted, examples) }];
  }
  const short = { ...inAddress, input: without(input, byBody.texts) };
  const posted = { ...inAddress, method: "POST" as const, path: byBody.path };
  const postedOperation = operation(posted, examples);
  return [
    { path, method, operation: operation(short, examples) },
    { ...inBody, operation: { ...postedOperation, operationId: `${capability.name}.post` } },
  ];
}

function operation({ capability, method, path, input, output, byBody }: Route, examples: Examples) {
  const { summary, effect, access, sessionOnly, example } = capability.definition;
  const takesBody = method === "POST" || method === "PATCH";
  const made = examples[capability.name];
  const given = example ?? made?.request;
  const inBody = without(input, path.includes("{id}") ? ["id"] : []);
  const body = json(inBody, takesBody ? given : undefined);
  const isShort = method === "GET" && byBody !== undefined;
  return {
    operationId: capability.name,
    summary,
    description: describeOperation(capability, isShort ? byBody : undefined),
    tags: [capability.resource],
    ...(access === "anyone" && { security: [] }),
    ...(access !== "anyone" && sessionOnly && { security: [{ session: [] }] }),
    "x-effect": effect,
    parameters: parameters(input, path, takesBody, capability),
    ...(takesBody && { requestBody: { required: (inBody.required ?? []).length > 0, content: body } }),
    responses: {
      200: { description: "Done", content: json(output, made?.response) },
      ...errorResponses(statusesOf(capability, takesBody)),
    },
  };
}

type Route = Pick<RestRoute, "capability" | "method" | "path" | "input" | "output" | "byBody">;

function parameters(input: JsonSchema, path: string, takesBody: boolean, capability: AnyCapability) {
  const named = Object.entries(input.properties ?? {}).map(([name, { description, ...schema }]) => ({
    ...{ name, description, schema },
  }));
  const isInPath = (name: string) => name === "id" && path.includes("{id}");
  const inPath = named
    .filter(({ name }) => isInPath(name))
    .map(({ name, ...rest }) => ({ name, in: "path", required: true, ...rest }));
  const { effect, ownTransactions } = capability.definition;
  const inHeader =
    effect === "read" || ownTransactions ? [] : [{ $ref: "#/components/parameters/IdempotencyKey" }];
  if (takesBody) return [...inPath, ...inHeader];
  const inQuery = named
    .filter(({ name }) => !isInPath(name))
    .map(({ name, ...rest }) => ({
      ...{ name, in: "query", required: input.required?.includes(name) ?? false },
      ...rest,
    }));
  return [...inPath, ...inQuery, ...inHeader];
}

function without(schema: JsonSchema, names: readonly string[]): JsonSchema {
  if (names.length === 0 || !schema.properties) return schema;
  const properties = Object.entries(schema.properties).filter(([name]) => !names.includes(name));
  const required = (schema.required ?? []).filter((name) => !names.includes(name));
  return { ...schema, properties: Object.fromEntries(properties), required };
}

const json = (schema: JsonSchema, example?: unknown) => ({
  "application/json": { schema, ...(example !== undefined && { example }) },
});

const IDEMPOTENCY_KEY = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "Makes a retry safe: within 24 hours the same key gets the first answer again.",
  schema: { type: "string", maxLength: 200 },
};
