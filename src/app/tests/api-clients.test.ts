import { createHash } from "node:crypto";
import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import { expect, test } from "vitest";
import { agents } from "#features/settings/agents.ts";
import { apiKeys } from "#features/settings/api-keys.ts";
import { profile } from "#features/settings/profile.ts";
import { tasks } from "#features/tasks/tasks.ts";
import type { Person } from "#platform/testing/test-database.ts";
import { approvals } from "../assistant/approvals.ts";
import { aTestServer } from "../factory.ts";
import { registry } from "../slices.ts";

const server = await aTestServer();
const { address, origin, aBrowser, text } = server;

test("an API key reads over REST within its scopes, and a wrong one is unauthenticated", async () => {
  const ada = server.as(await server.aUser());
  const bearer = await aKey(ada, ["read"]);
  const own = await fetch(`${address}/api/v1/profile/get`, { headers: bearer }).then((answer) =>
    answer.json(),
  );
  expect(own).toEqual(await ada.invoke(profile.get));
  const refused = await fetch(`${address}/api/v1/profile/update`, {
    method: "POST",
    headers: bearer,
    body: "{}",
  });
  expect(refused.status).toBe(403);
  const invalid = await fetch(`${address}/api/v1/profile/get`, {
    headers: { authorization: "Bearer adj_wrong" },
  });
  expect(invalid.status).toBe(401);
});

test("the API is described for programs and for people", async () => {
  const document = await fetch(`${address}/api/v1/openapi.json`).then((answer) => answer.json());
  expect(document.openapi).toBe("3.1.1");
  const page = await text("/api/v1");
  for (const name of registry.keys()) expect(page).toContain(`id="${name.split(".")[0]}"`);
});

test("an agent lists and calls tools over MCP, and sees only what its key allows", async () => {
  const ada = server.as(await server.aUser({ fullName: "Grace Hopper" }));
  const reader = await anAgent(await aKey(ada, ["read"]));
  const { tools } = await reader.listTools();
  expect(tools.map(({ name }) => name)).toContain("profile_get");
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
  expect(tools.map(({ name }) => name)).not.toContain("sessions_list");
  const { content } = await reader.callTool({ name: "profile_get", arguments: {} });
  expect(JSON.stringify(content)).toContain("Grace Hopper");
  const refused = await reader.callTool({ name: "tasks_create", arguments: { title: "x" } });
  expect(refused.isError).toBe(true);
  await reader.close();
});

test("MCP refuses callers without a key, and says where to sign in", async () => {
  const ada = await aBrowser();
  expect((await ada.raw("", "{}", "/mcp")).status).toBe(401);
  const unauthenticated = await fetch(`${address}/mcp`, { method: "POST", body: "{}" });
  expect(unauthenticated.status).toBe(401);
  expect(unauthenticated.headers.get("www-authenticate")).toBe(
    `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`,
  );
});

test("an agent's delete over MCP waits for approval, is polled by id, and runs once approved", async () => {
  const ada = server.as(await server.aUser());
  const { id } = (await ada.invoke(tasks.create, { title: "Sell the boat" })) as { id: string };
  const agent = await anAgent(await aKey(ada, ["read", "write", "destroy"], ["tasks"], true));
  const callTool = async (name: string, given: Record<string, unknown>) => {
    const { isError, content } = await agent.callTool({ name, arguments: given });
    expect(isError).toBeFalsy();
    return JSON.parse((content as { text: string }[])[0]?.text ?? "");
  };
  const waiting = await callTool("tasks_delete", { id });
  expect(waiting).toMatchObject({ status: "waiting_for_approval", approval: { state: "waiting" } });
  expect(await callTool("tasks_get", { id })).toMatchObject({ title: "Sell the boat" });
  const [request] = ((await ada.invoke(approvals.list)) as { waiting: { id: string; inputHash: string }[] })
    .waiting;
  await ada.invoke(approvals.approve, { id: request?.id, inputHash: request?.inputHash });
  expect(await callTool("approvals_get", { id: waiting.approval.id })).toMatchObject({ state: "done" });
  expect((await agent.callTool({ name: "tasks_get", arguments: { id } })).isError).toBe(true);
});

test("I5: a key limited to some areas reaches nothing else, over MCP, REST and files", async () => {
  const ada = server.as(await server.aUser());
  await ada.invoke(tasks.create, { title: "Sell the boat" });
  const headers = await aKey(ada, ["read", "write", "destroy"], ["tasks"]);
  const agent = await anAgent(headers);
  const { tools } = await agent.listTools();
  expect(new Set(tools.map(({ name }) => name.split("_")[0]))).toEqual(new Set(["tasks", "projects"]));
  await expect(agent.callTool({ name: "emails_list", arguments: {} })).rejects.toThrow("no tool");
  const { resources } = await agent.listResources();
  expect(resources).toMatchObject([{ name: "Sell the boat" }]);
  const { contents } = await agent.readResource({ uri: resources[0]?.uri ?? "" });
  expect(JSON.stringify(contents)).toContain("Sell the boat");
  const { resourceTemplates } = await agent.listResourceTemplates();
  expect(resourceTemplates.map(({ name }) => name).sort()).toEqual(["projects", "tasks"]);
  await expect(agent.readResource({ uri: `adjutant://emails/${crypto.randomUUID()}` })).rejects.toThrow(
    "no such resource",
  );
  await agent.close();
  for (const path of ["/api/v1/emails", "/files/documents/x", "/events"])
    expect((await fetch(`${address}${path}`, { headers })).status, path).toBe(403);
  expect((await fetch(`${address}/api/v1/tasks`, { headers })).status).toBe(200);
});

/** A program that keeps what it is given, as MCP's own client asks it to. */
function oauthClient(redirectUrl: string) {
  const stored: {
    client?: OAuthClientInformationMixed;
    tokens?: OAuthTokens;
    verifier?: string;
    asked?: URL;
  } = {};
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: {
      client_name: "Desk agent",
      redirect_uris: [redirectUrl],
      token_endpoint_auth_method: "none",
    },
    clientInformation: () => stored.client,
    saveClientInformation: (client) => void Object.assign(stored, { client }),
    tokens: () => stored.tokens,
    saveTokens: (tokens) => void Object.assign(stored, { tokens }),
    redirectToAuthorization: (asked) => void Object.assign(stored, { asked }),
    saveCodeVerifier: (verifier) => void Object.assign(stored, { verifier }),
    codeVerifier: () => stored.verifier ?? "",
  };
  return { stored, provider };
}

const requestTokens = (given: Record<string, string>) =>
  fetch(`${address}/agents/token`, { method: "POST", body: new URLSearchParams(given) });

const withToken = (given: string) =>
  fetch(`${address}/api/v1/tasks`, { headers: { authorization: `Bearer ${given}` } }).then(
    ({ status }) => status,
  );

test("I5: an agent signs in by OAuth as MCP requires: metadata, registration, PKCE, rotating tokens, revocation", async () => {
  const ada = server.as(await server.aUser({ fullName: "Grace Hopper" }));
  const redirectUrl = "http://localhost:3118/callback";
  const { stored, provider } = oauthClient(redirectUrl);
  const transport = () =>
    new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { authProvider: provider });
  const first = transport();
  const client = new Client({ name: "test agent", version: "1" });
  await expect(client.connect(first)).rejects.toThrow("Unauthorized");
  const asked = stored.asked?.searchParams;
  expect(stored.asked?.pathname).toBe("/agents/authorize");
  const clientId = asked?.get("client_id") ?? "";
  const grant = {
    clientId,
    redirectUri: asked?.get("redirect_uri"),
    challenge: asked?.get("code_challenge"),
    scopes: ["read"],
    toolGroups: ["tasks"],
  };
  expect(await ada.invoke(agents.authorizationRequest, { clientId })).toMatchObject({ name: "Desk agent" });
  await expect(
    ada.invoke(agents.allow, { ...grant, redirectUri: "https://evil.example/" }),
  ).rejects.toMatchObject({ code: "invalid" });
  const { code } = (await ada.invoke(agents.allow, grant)) as { code: string };
  await first.finishAuth(code);
  const agent = new Client({ name: "test agent", version: "1" });
  await agent.connect(transport());
  expect((await agent.listTools()).tools.map(({ name }) => name)).toContain("tasks_list");
  expect((await agent.callTool({ name: "tasks_list", arguments: {} })).isError).toBeFalsy();
  const { items } = (await ada.invoke(apiKeys.list)) as { items: Record<string, unknown>[] };
  expect(items).toMatchObject([
    { name: "Desk agent", isAgent: true, scopes: ["read"], toolGroups: ["tasks"] },
  ]);

  const refresh = (refreshToken = "") =>
    requestTokens({ grant_type: "refresh_token", client_id: clientId, refresh_token: refreshToken });
  const old = stored.tokens;
  const renewed = (await (await refresh(old?.refresh_token)).json()) as OAuthTokens;
  expect(renewed.refresh_token).not.toBe(old?.refresh_token);
  expect(await withToken(renewed.access_token)).toBe(200);
  expect(await withToken(old?.access_token ?? "")).toBe(401);
  // The kill switch of the person, and of the administrator.
  await ada.invoke(agents.pause, { isPaused: true });
  expect(await withToken(renewed.access_token)).toBe(403);
  await ada.invoke(agents.pause, { isPaused: false });
  expect(await ada.invoke(agents.state)).toEqual({ pausedAt: null, isEnabled: true });
  expect(await withToken(renewed.access_token)).toBe(200);
  // A refresh token that comes a second time was stolen: the whole grant ends.
  expect((await refresh(old?.refresh_token)).status).toBe(400);
  expect(await withToken(renewed.access_token)).toBe(401);
  expect((await refresh(renewed.refresh_token)).status).toBe(400);
  const again = { grant_type: "authorization_code", code, client_id: clientId, redirect_uri: redirectUrl };
  expect((await requestTokens({ ...again, code_verifier: stored.verifier ?? "" })).status).toBe(400);
  expect((await requestTokens({ ...again, code_verifier: "x".repeat(43) })).status).toBe(400);
  await agent.close();
});

test("section 7: registrations per source are limited per hour, and unapproved clients are deleted after it", async () => {
  const { auth } = server.services;
  const program = { name: "Flood", redirectUris: ["https://flood.example/back"] };
  const from = (address: string) => auth.agents.register(program, address);
  const [first] = await Promise.all(Array.from({ length: 20 }, () => from("198.51.100.77")));
  await expect(from("198.51.100.77")).rejects.toMatchObject({ code: "rate_limited" });
  const elsewhere = await from("198.51.100.78");
  await server.owner.query(
    "update oauth_clients set created_at = now() - interval '61 minutes' where name = 'Flood'",
  );
  const ada = server.as(await server.aUser());
  const challenge = createHash("sha256").update("v".repeat(43)).digest("base64url");
  const grant = { clientId: elsewhere.id, redirectUri: program.redirectUris[0], challenge, scopes: ["read"] };
  // The person is allowing the agent at this moment.
  await ada.invoke(agents.allow, grant);
  await auth.agents.deleteIdleClients();
  await expect(auth.agents.client(first?.id ?? "")).rejects.toMatchObject({ code: "not_found" });
  expect(await auth.agents.client(elsewhere.id)).toMatchObject({ name: "Flood" });
});

test("D37: clients register only safe redirect URIs, a code needs its verifier, and a token can be revoked", async () => {
  const register = (uri: string) =>
    fetch(`${address}/agents/register`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ client_name: "X", redirect_uris: [uri] }),
    });
  for (const uri of [
    "javascript:alert(1)",
    "http://evil.example/",
    "data:text/html,x",
    "https://a@evil.example/",
    "no",
  ])
    expect((await register(uri)).status, uri).toBe(400);
  const { client_id: clientId } = (await (await register("cursor://agent/callback")).json()) as {
    client_id: string;
  };
  const ada = server.as(await server.aUser());
  const challenge = createHash("sha256").update("v".repeat(43)).digest("base64url");
  const grant = { clientId, redirectUri: "cursor://agent/callback", challenge, scopes: ["read", "write"] };
  const { code } = (await ada.invoke(agents.allow, grant)) as { code: string };
  const exchange = (verifier: string) =>
    fetch(`${address}/agents/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "authorization_code",
        code,
        client_id: clientId,
        redirect_uri: "cursor://agent/callback",
        code_verifier: verifier,
      }),
    });
  expect((await exchange("w".repeat(43))).status).toBe(400);
  const tokens = (await (await exchange("v".repeat(43))).json()) as OAuthTokens;
  const headers = { authorization: `Bearer ${tokens.access_token}`, "content-type": "application/json" };
  const body = JSON.stringify({ title: "By an agent" });
  expect((await fetch(`${address}/api/v1/tasks`, { method: "POST", headers, body })).status).toBe(200);
  expect(await ada.invoke(agents.actions)).toMatchObject({
    items: [{ capability: "tasks.create", keyName: "X", effect: "write", outcome: "done" }],
  });
  await fetch(`${address}/agents/revoke`, {
    method: "POST",
    body: new URLSearchParams({ token: tokens.access_token }),
  });
  expect((await fetch(`${address}/api/v1/tasks`, { headers })).status).toBe(401);
});

async function aKey(person: Person, scopes: string[], toolGroups: string[] | null = null, isAgent = false) {
  const input = { name: "Agent", scopes, toolGroups, isAgent };
  const { key } = (await person.invoke(apiKeys.create, input)) as { key: string };
  return { authorization: `Bearer ${key}`, "content-type": "application/json" };
}

async function anAgent(headers: Record<string, string>): Promise<Client> {
  const client = new Client({ name: "test agent", version: "1" });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { requestInit: { headers } }),
  );
  return client;
}

test("numbers in a query are read as numbers, and an empty one is refused instead of read as zero", async () => {
  const ada = server.as(await server.aUser());
  for (const title of ["One", "Two"]) await ada.invoke(tasks.create, { title });
  const headers = await aKey(ada, ["read"]);
  const list = (limit: string) => fetch(`${address}/api/v1/tasks?limit=${limit}`, { headers });
  expect((await (await list("1")).json()).items).toHaveLength(1);
  const refused = await list("%20");
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining("expected number")]);
});
