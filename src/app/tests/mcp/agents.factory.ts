import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { apiKeys } from "#features/settings/api-keys.ts";
import type { Person } from "#platform/testing/test-database.ts";

type Key = { scopes?: readonly string[]; toolGroups?: readonly string[] | null; isAgent?: boolean };

/** The headers of a new key; by default it may do everything, as its person. */
export async function aKey(person: Person, { scopes, toolGroups = null, isAgent = false }: Key = {}) {
  const input = { name: "Agent", scopes: scopes ?? ["read", "write", "destroy"], toolGroups, isAgent };
  const { key } = (await person.invoke(apiKeys.create, input)) as { key: string };
  return { authorization: `Bearer ${key}`, "content-type": "application/json" };
}

/** The official client, connected to `/mcp` with this query. */
export async function aClient(origin: string, headers: Record<string, string>, query = ""): Promise<Client> {
  const client = new Client({ name: "test agent", version: "1" });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${origin}/mcp${query}`), { requestInit: { headers } }),
  );
  return client;
}

/** One message as it is sent, for what the client would not send. */
export const postMessage = (
  origin: string,
  { headers, query = "", body }: { headers: Record<string, string>; query?: string; body: unknown },
) =>
  fetch(`${origin}/mcp${query}`, {
    method: "POST",
    headers: { accept: "application/json, text/event-stream", ...headers },
    body: JSON.stringify(body),
  });
