import type { RestRoute } from "./rest-routes.ts";

/** A browsable page of the API: plain HTML without script, made from the same routes as the OpenAPI document. */
export function apiPage(routes: readonly RestRoute[], nonce: string): string {
  const nouns = Map.groupBy(routes, ({ capability }) => capability.resource);
  const contents = [...nouns.keys()].map((noun) => `<a href="#${noun}">${escapeHtml(noun)}</a>`).join(" ");
  const sections = [...nouns].map(([noun, members]) => section(noun, members)).join("");
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Adjutant API</title>
<meta name="viewport" content="width=device-width, initial-scale=1"><style nonce="${nonce}">${STYLE}</style></head>
<body><main><h1>Adjutant API</h1><p>Send an API key from Settings as <code>Authorization: Bearer adj_…</code>.
Machine-readable: <a href="/api/v1/openapi.json">openapi.json</a> (OpenAPI 3.1). Agents connect to <code>/mcp</code>.</p>
<nav>${contents}</nav>${sections}</main></body></html>`;
}

const section = (noun: string, routes: readonly RestRoute[]) =>
  `<h2 id="${noun}">${escapeHtml(noun)}</h2>${routes.map(entry).join("")}`;

function entry({ capability, method, path, input, output }: RestRoute): string {
  const { summary, effect } = capability.definition;
  const pretty = (schema: unknown) => escapeHtml(JSON.stringify(schema, null, 2));
  return `<details><summary><b class="${effect}">${method}</b> <code>/api/v1${escapeHtml(path)}</code>
${escapeHtml(summary)}</summary><h3>Input</h3><pre>${pretty(input)}</pre><h3>Output</h3><pre>${pretty(output)}</pre></details>`;
}

const escapeHtml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

const STYLE = `:root{color-scheme:light dark}body{font:14px/1.5 system-ui,sans-serif;margin:0}
main{max-width:1000px;margin:32px auto;padding:0 16px}nav{display:flex;flex-wrap:wrap;gap:8px 16px}
h2{margin:32px 0 8px;font-size:18px}h3{font-size:13px;margin:12px 0 4px}
details{border-top:1px solid color-mix(in srgb,currentColor 14%,transparent);padding:8px 0}summary{cursor:pointer}
summary b{display:inline-block;min-width:64px;font-size:12px}
pre{overflow:auto;padding:12px;border-radius:8px;background:color-mix(in srgb,currentColor 6%,transparent);font-size:12px}`;
