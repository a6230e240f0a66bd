import type { Hono } from "hono";
import { t } from "#i18n/message.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { Edge } from "./edge.ts";
import { jsonBody } from "./json-body.ts";
import type { JsonSchema, RestRoute } from "./rest-routes.ts";
import type { Run } from "./run.ts";

/** REST under /api/v1, for API keys and other programs; same capabilities, same answers as /rpc. */
export function mountRest(app: Hono<Edge>, routes: readonly RestRoute[], run: Run): void {
  for (const { capability, method, path, input } of mostSpecificFirst(routes.flatMap(withBody)))
    app.on(method, `/api/v1${path.replace("{id}", ":id")}`, async (context) => {
      const { req } = context;
      const asked = method === "GET" || method === "DELETE" ? fromQuery(req.queries(), input) : {};
      const body = method === "GET" ? {} : await jsonBody(req.raw);
      const id = req.param("id");
      const given = Object.keys(asked).length > 0 || id !== undefined;
      return run(
        context,
        capability,
        given ? { ...asked, ...asObject(body), ...(id !== undefined && { id }) } : body,
      );
    });
}

/** A route, and the same with all input in the body where the input has private text. */
function withBody(route: RestRoute): RestRoute[] {
  const { byBody } = route;
  return byBody ? [route, { ...route, method: "POST", path: byBody.path }] : [route];
}

/** `/tasks/trash` must be tried before `/tasks/{id}`. */
const mostSpecificFirst = (routes: readonly RestRoute[]) =>
  routes.toSorted((a, b) => Number(a.path.includes("{id}")) - Number(b.path.includes("{id}")));

function asObject(body: unknown): object {
  if (typeof body === "object" && body !== null && !Array.isArray(body)) return body;
  throw new AppError("invalid", t`The request body must be a JSON object`);
}

/** Parses query parameters, which are text, according to the input's schema. */
function fromQuery(query: Record<string, string[]>, schema: JsonSchema): Record<string, unknown> {
  const entries = Object.entries(query).map(([name, values]) => {
    const property = schema.properties?.[name];
    return [name, property?.type === "array" ? values : decode(values[0] ?? "", property)];
  });
  return Object.fromEntries(entries);
}

function decode(text: string, schema: JsonSchema | undefined): unknown {
  if (schema?.type === "integer" || schema?.type === "number")
    return text.trim() === "" ? text : Number(text);
  if (schema?.type === "boolean") return text === "true" ? true : text === "false" ? false : text;
  return text;
}
