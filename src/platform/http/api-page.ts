import type { Hono } from "hono";
import type { Edge } from "./edge.ts";
import type { OpenApiDocument } from "./openapi.ts";
import type { JsonSchema } from "./rest-routes.ts";

type Operation = {
  operationId: string;
  summary: string;
  description?: string;
  tags: readonly string[];
  "x-effect": string;
  parameters?: readonly Parameter[];
  requestBody?: { content: Readonly<Record<string, Content>> };
  responses: Readonly<
    Record<string, { $ref?: string; description?: string; content?: Readonly<Record<string, Content>> }>
  >;
};
type Parameter = {
  $ref?: string;
  name?: string;
  in?: string;
  required?: boolean;
  description?: string;
  schema?: JsonSchema;
};
type Content = { schema: JsonSchema; example?: unknown };
type Listed = { path: string; method: string; operation: Operation };

/** The document at `/api/v1/openapi.json` and its page at `/api/v1`. Both are made once, at the first request. */
export function mountApiPages(app: Hono<Edge>, makeDocument: () => OpenApiDocument): void {
  let made: { json: string; page: ReturnType<typeof apiPage> } | undefined;
  const pages = () => {
    if (made) return made;
    const document = makeDocument();
    made = { json: JSON.stringify(document), page: apiPage(document) };
    return made;
  };
  app.get("/api/v1/openapi.json", (context) =>
    context.body(pages().json, 200, { "content-type": "application/json" }),
  );
  app.get("/api/v1", (context) => context.html(pages().page(context.var.nonce)));
}

/**
 * A browsable page of the API: plain HTML without script, made from the OpenAPI document. What it returns adds the nonce
 * of a request to it.
 */
export function apiPage(document: OpenApiDocument): (nonce: string) => string {
  const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(
      ([method, operation]): Listed => ({
        ...{ path, method: method.toUpperCase(), operation: operation as Operation },
      }),
    ),
  );
  const byTag = Map.groupBy(listed, ({ operation }) => operation.tags[0] ?? "");
  const contents = [...byTag.keys()].map((tag) => `<a href="#${tag}">${escapeHtml(tag)}</a>`).join(" ");
  const sections = document.tags.map((tag) => section(tag, byTag.get(tag.name) ?? [])).join("");
  const schemas = Object.entries(document.components.schemas).map(([name, schema]) => shape(name, schema));
  const head = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Adjutant API</title>
<meta name="viewport" content="width=device-width, initial-scale=1">`;
  const page = `${STYLE}</style></head>
<body><main><h1>Adjutant API</h1><p>Send an API key from Settings as <code>Authorization: Bearer adj_…</code>.
Machine-readable: <a href="/api/v1/openapi.json">openapi.json</a> (OpenAPI 3.1). Agents connect to <code>/mcp</code>.</p>
<nav>${contents} <a href="#errors">Errors</a> <a href="#schemas">Schemas</a></nav>${sections}
<h2 id="errors">Errors</h2>${errors(document)}<h2 id="schemas">Schemas</h2>${schemas.join("")}</main></body></html>`;
  return (nonce) => `${head}<style nonce="${nonce}">${page}`;
}

const section = ({ name, description }: { name: string; description?: string }, listed: readonly Listed[]) =>
  `<h2 id="${name}">${escapeHtml(name)}</h2>${description ? `<p>${prose(description)}</p>` : ""}${listed.map(entry).join("")}`;

function entry({ path, method, operation }: Listed): string {
  const { operationId, summary, description, parameters = [], requestBody, responses } = operation;
  const failures = Object.keys(responses).filter(isError);
  const named = parameters.filter(({ name }) => name !== undefined);
  const rows = named.map(({ name = "", required = false, schema = {}, ...rest }) =>
    row(name, required, { ...schema, description: rest.description }, `<small>in ${rest.in}</small>`),
  );
  return `<details id="${operationId}"><summary><b class="${operation["x-effect"]}">${method}</b> <code>${escapeHtml(path)}</code>
${prose(summary)}</summary><p><code>${operationId}</code>${description ? ` ${prose(description)}` : ""}</p>${
    rows.length > 0 ? `<h3>Parameters</h3>${table(rows)}` : ""
  }${contentsOf("Body", requestBody?.content)}${contentsOf("Answer", responses[200]?.content)}
<p>Errors: ${failures.map((status) => `<a href="#error-${status}">${status}</a>`).join(" ")}</p></details>`;
}

const contentsOf = (title: string, contents: Readonly<Record<string, Content>> = {}) =>
  Object.entries(contents)
    .map(([type, { schema, example }]) => {
      const shown = example === undefined ? "" : `<pre>${escapeHtml(JSON.stringify(example, null, 2))}</pre>`;
      return `<h3>${title} <small>${escapeHtml(type)}</small></h3>${fieldsOf(schema)}${shown}`;
    })
    .join("");

/** The fields of an object one below the other, those of objects inside with their whole path. */
function fieldsOf(schema: JsonSchema): string {
  const rows = [...rowsOf(schema, "")];
  return rows.length > 0 ? table(rows) : `<p>${typeOf(schema)}</p>`;
}

function* rowsOf(schema: JsonSchema, before: string): Generator<string> {
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    yield row(before + name, schema.required?.includes(name) ?? false, field);
    for (const inside of objectsIn(field)) yield* rowsOf(inside, `${before}${name}.`);
  }
}

function objectsIn({ properties, items, anyOf, oneOf, ...rest }: JsonSchema): JsonSchema[] {
  if (properties) return [{ ...rest, properties }];
  const parts = [items, anyOf, oneOf].flat() as (JsonSchema | undefined)[];
  return parts.flatMap((part) => (part ? objectsIn(part) : []));
}

const table = (rows: readonly string[]) => `<table>${rows.join("")}</table>`;

const row = (name: string, isRequired: boolean, schema: JsonSchema, where = "") =>
  `<tr><td><code>${escapeHtml(name)}</code>${isRequired ? " *" : ""}</td><td>${typeOf(schema)} ${where}</td><td>${prose(String(schema.description ?? ""))}</td></tr>`;

function typeOf({
  $ref,
  type,
  format,
  items,
  anyOf,
  oneOf,
  enum: choices,
  const: fixed,
}: JsonSchema): string {
  if (typeof $ref === "string") return reference($ref.split("/").at(-1) ?? "");
  if (Array.isArray(choices))
    return choices.map((choice) => `<code>${escapeHtml(String(choice))}</code>`).join(" ");
  if (fixed !== undefined) return `<code>${escapeHtml(String(fixed))}</code>`;
  const alternatives = (anyOf ?? oneOf) as JsonSchema[] | undefined;
  if (alternatives) return [...new Set(alternatives.map(typeOf))].join(" or ");
  if (typeof items === "object") return `list of ${typeOf(items as JsonSchema)}`;
  return escapeHtml([type, format].flat().filter(Boolean).join(" ") || "any");
}

const reference = (name: string) => `<a href="#schema-${name}">${name}</a>`;

const shape = (name: string, schema: JsonSchema) =>
  `<details id="schema-${name}"><summary><code>${name}</code></summary>${fieldsOf(schema)}</details>`;

const errors = ({ paths, components }: OpenApiDocument) => {
  const refs = Object.values(paths).flatMap((methods) => Object.values(methods) as Operation[]);
  const byStatus = new Map(refs.flatMap(({ responses }) => Object.entries(responses)));
  const failures = [...byStatus].filter(([status]) => isError(status)).toSorted();
  const rows = failures.flatMap(([status, { $ref = "" }]) => {
    const about = components.responses[$ref.split("/").at(-1) ?? ""] as { description: string } | undefined;
    return about
      ? [`<tr id="error-${status}"><td>${status}</td><td>${prose(about.description)}</td></tr>`]
      : [];
  });
  return `<p>Every error has the schema ${reference("ApiError")}.</p>${table(rows)}`;
};

const isError = (status: string) => Number(status) >= 400;

const escapeHtml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

/** Words in backticks are code. */
const prose = (text: string) =>
  escapeHtml(text)
    .split("`")
    .map((part, place) => (place % 2 === 1 ? `<code>${part}</code>` : part))
    .join("");

const STYLE = `:root{color-scheme:light dark}body{font:14px/1.5 system-ui,sans-serif;margin:0}
main{max-width:1000px;margin:32px auto;padding:0 16px}nav{display:flex;flex-wrap:wrap;gap:8px 16px}
h2{margin:32px 0 8px;font-size:18px}h3{font-size:13px;margin:12px 0 4px}small{font-weight:400}
details{border-top:1px solid color-mix(in srgb,currentColor 14%,transparent);padding:8px 0}summary{cursor:pointer}
summary b{display:inline-block;min-width:64px;font-size:12px}table{border-collapse:collapse;width:100%;font-size:13px}
td{vertical-align:top;padding:4px 12px 4px 0;border-top:1px solid color-mix(in srgb,currentColor 8%,transparent)}
pre{overflow:auto;padding:12px;border-radius:8px;background:color-mix(in srgb,currentColor 6%,transparent);font-size:12px}`;
