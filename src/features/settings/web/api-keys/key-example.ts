import type { Scope } from "./scopes.ts";

export type KeyUse = "mcp" | "curl";

export const KEY_USES: readonly { value: KeyUse; label: string }[] = [
  { value: "mcp", label: "MCP" },
  { value: "curl", label: "cURL" },
];

type Given = { key: string; scopes: readonly Scope[]; origin: string };

/** Ready to paste: an agent's settings, or a first request that the scopes allow. */
export const keyExample = (use: KeyUse, given: Given): string =>
  use === "mcp" ? mcpSettings(given) : firstRequest(given);

const mcpSettings = ({ key, origin }: Given) =>
  JSON.stringify(
    {
      mcpServers: {
        adjutant: {
          type: "http",
          url: `${origin}/mcp`,
          headers: { Authorization: `Bearer ${key}` },
        },
      },
    },
    null,
    2,
  );

function firstRequest({ key, scopes, origin }: Given): string {
  const call = (options: string[], path: string) =>
    [`curl ${origin}${path}`, `-H 'Authorization: Bearer ${key}'`, ...options].join(" \\\n  ");
  if (scopes.includes("read")) return call([], "/api/v1/tasks");
  if (scopes.includes("write"))
    return call(
      ["-H 'Content-Type: application/json'", `-d '{"title": "Made by a program"}'`],
      "/api/v1/tasks",
    );
  return call(["-X DELETE"], "/api/v1/tasks/ID-OF-A-TASK");
}
