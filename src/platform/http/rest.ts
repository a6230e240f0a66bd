import type { Hono } from "hono";
import { t } from "#i18n/message.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { Edge } from "./edge.ts";
import { jsonBody } from "./json-body.ts";
import type { JsonSchema, RestRoute } from "./rest-routes.ts";
import type { Run } from "./run.ts";

/** REST under /api/v1, for API keys and other programs; same capabilities, same answers as /rpc. */
export function mountRest(app: Hono<Edge>, routes: readonly RestRoute[], run: Run): void {
  for (const { capability, method, path, input, isInBody } of mostSpecificFirst(routes.flatMap(withBody)))
    app.on(method, `/api/v1${path.replace("{id}", ":id")}`, async (context) => {
      const { req } = context;
      if (isInBody && Object.keys(req.queries()).length > 0)
        throw new AppError("invalid", t`Send the input of this request in its body, not in its address`);
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
function withBody(route: RestRoute): Mounted[] {
  const { byBody } = route;
  if (!byBody) return [route];
  return [route, { ...route, method: "POST", path: byBody.path, isInBody: true }];
}

type Mounted = RestRoute & { isInBody?: true };

/** `/tasks/trash` must be tried before `/tasks/{id}`. */
const mostSpecificFirst = (routes: readonly Mounted[]) =>
  routes.toSorted((a, b) => Number(a.path.includes("{id}")) - Number(b.path.includes("{id}")));

function asObject(body: unknown): object {
  if (typeof body === "object" && body !== null && !Array.isArray(body)) return body;
  throw new AppError("invalid", t`The request body must be a JSON object`);
}

/** Parses query parameters, which are text, according to the input's schema. */
function fromQuery(query: Record<string, string[]>, schema: JsonSchema): Record<string, unknown> {
  const entries = Object.entries(query).map(([name, values]) => [
    name,
    decode(values, schemasOf(schema.properties?.[name])),
  ]);
  return Object.fromEntries(entries);
}

/** The schema itself, or its alternatives. */
const schemasOf = (schema: JsonSchema | undefined): readonly JsonSchema[] =>
  (schema?.anyOf as readonly JsonSchema[] | undefined) ?? (schema ? [schema] : []);

function decode(values: readonly string[], schemas: readonly JsonSchema[]): unknown {
  const [text = ""] = values;
  const ofType = (...types: string[]) => schemas.find(({ type }) => types.includes(String(type)));
  // The word is text where any text is valid.
  if (text === "null" && values.length === 1 && ofType("null") && !schemas.some(isAnyText)) return null;
  const list = ofType("array");
  if (list) return values.map((value) => decode([value], schemasOf(list.items as JsonSchema | undefined)));
  if (ofType("integer", "number") && text.trim() !== "") return Number(text);
  if (ofType("boolean") && (text === "true" || text === "false")) return text === "true";
  return text;
}

const isAnyText = ({ type, format, enum: choices }: JsonSchema) =>
  type === "string" && format === undefined && choices === undefined;
