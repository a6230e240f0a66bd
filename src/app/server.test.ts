import { createHash } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request as rawRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { OAuthClientProvider } from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import { expect, test } from "vitest";
import { readDocument } from "#features/documents/read-document.ts";
import { agents } from "#features/settings/agents.ts";
import { apiKeys } from "#features/settings/api-keys.ts";
import { profile } from "#features/settings/profile.ts";
import { tasks } from "#features/tasks/tasks.ts";
import type { Role } from "#platform/capability/context.ts";
import { parseConfig } from "#platform/config/config.ts";
import { EventHub } from "#platform/events/hub.ts";
import { startJobs } from "#platform/jobs/queue.ts";
import { createLog } from "#platform/log/log.ts";
import { PresenceKeeper } from "#platform/presence/presence-keeper.ts";
import type { SettingsEdit } from "#platform/system-settings/system-settings.ts";
import { testAuth } from "#platform/testing/test-auth.ts";
import { type Person, testDatabase } from "#platform/testing/test-database.ts";
import { drain } from "./drain.ts";
import { createServer } from "./server.ts";
import { registry, slices } from "./slices.ts";

const house = await testDatabase(async (database) => {
  const { services, connection, atEnd } = database;
  const parts = { ...services, owner: connection("owner"), log: createLog("silent") };
  const jobs = await startJobs(parts, [readDocument]);
  atEnd(() => jobs.stop());
  return { auth: testAuth(database).auth, jobs };
});
const { address, origin, listening } = await startServer();

test("a person signs up over HTTP and is who they are afterwards", async () => {
  const ada = await aBrowser();
  const { user } = await ada.post("session.current", {}).then((answer) => answer.json());
  expect(user).toMatchObject({ fullName: "Ada Lovelace" });
});

test("D5: the session cookie is httpOnly, SameSite=Lax and for every path", async () => {
  const ada = await aBrowser();
  expect(ada.setCookie).toMatch(/HttpOnly/);
  expect(ada.setCookie).toMatch(/SameSite=Lax/);
  expect(ada.setCookie).toMatch(/Path=\//);
});

test("D8: a write from another site is refused, whatever its content type", async () => {
  const ada = await aBrowser();
  const foreign = [
    { origin: "https://evil.example" },
    { origin: "null" },
    { "sec-fetch-site": "cross-site" },
    { origin: `${origin}.evil.example` },
    {},
  ];
  for (const headers of foreign) {
    const answer = await ada.post("profile.update", { fullName: "Eve" }, { origin: undefined, ...headers });
    expect(answer.status, JSON.stringify(headers)).toBe(403);
  }
  const form = await ada.post("profile.update", {}, { "content-type": "text/plain" });
  expect(form.status).toBe(400);
});

test("D8: a file comes from our own pages only, with a header that no form can send", async () => {
  const ada = await aBrowser();
  const send = (headers: Record<string, string | undefined>) => {
    const body = new FormData();
    body.append("title", "Minutes");
    body.append("file", new Blob(["hello"]), "minutes.txt");
    return ada.send("/files/documents", body, headers);
  };
  expect((await send({})).status).toBe(403);
  expect((await send({ "x-adjutant-upload": "1", origin: "https://evil.example" })).status).toBe(403);
  expect((await send({ "x-adjutant-upload": "1" })).status).toBe(200);
});

test("D8: another site opens no event stream either", async () => {
  const ada = await aBrowser();
  const foreign = { origin: "https://evil.example", "sec-fetch-site": "same-site" };
  for (const [name, value] of Object.entries(foreign))
    expect((await ada.get("/events", { [name]: value })).status, name).toBe(403);
});

test("§6: headers have 15 seconds to arrive and an upload ten minutes", () => {
  expect(listening).toMatchObject({ headersTimeout: 15_000, requestTimeout: 600_000 });
});

test("a name that only resolves to this machine gets nothing (DNS rebinding)", async () => {
  const status = await statusWithHost("rebound.evil.example");
  expect(status).toBe(403);
  expect(await statusWithHost("localhost")).toBe(200);
});

test("D12: every answer carries the strict policy and the request id", async () => {
  for (const path of ["/", "/healthz", "/rpc/none", "/api/v1/openapi.json", "/assets/missing.js"]) {
    const { headers } = await fetch(`${address}${path}`);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy, path).toContain("default-src 'none'");
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|https?:/);
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
  }
});

test("SYS-03, SYS-08: name, description and tags of the settings are in the head of the next page, escaped", async () => {
  await saveSettings({ appName: "Desk <1>", metaTitle: "The desk", googleAnalyticsId: "G-12345" });
  const page = await text("/tasks");
  expect(page).toContain("<title>The desk</title>");
  expect(page).toContain('<meta name="application-name" content="Desk &lt;1&gt;" />');
  expect(page).not.toContain("G-12345");
  expect(await fetch(`${address}/manifest.webmanifest`).then((answer) => answer.json())).toMatchObject({
    name: "Desk <1>",
    description: "Your AI Executive Assistant",
  });
  await saveSettings({ appName: "Adjutant", metaTitle: "" });
  expect(await text("/tasks")).toContain("<title>Adjutant</title>");
});

test("decision 23: maintenance answers 503 to everybody but administrators, who can still sign in", async () => {
  const [ada, boss] = [await aBrowser(), await aBrowser("admin")];
  const [adas, herKey] = [await ada.events(), await ada.key()];
  await saveSettings({ maintenanceMode: true });
  await adas.until((message) => message.includes('"resource":"system"'));
  const api = { headers: { authorization: `Bearer ${herKey}` } };
  for (const refused of [
    await ada.post("profile.get", {}),
    await ada.post("session.signUp", {}),
    await fetch(`${address}/api/v1/profile`, api),
    await fetch(`${address}/mcp`, { ...api, method: "POST" }),
  ]) {
    expect(refused.status).toBe(503);
    expect(refused.headers.get("retry-after")).toBe("60");
    expect(await refused.json()).toMatchObject({ error: { code: "unavailable" } });
  }
  expect(await ada.post("system.get", {}).then((answer) => answer.json())).toMatchObject({
    maintenanceMode: true,
  });
  expect((await ada.get("/tasks")).status).toBe(200);
  expect((await boss.post("profile.get", {})).status).toBe(200);
  expect((await boss.again()).status).toBe(200);
  // The second step of an administrator's sign-in, and one with a passkey, are not shut out.
  expect((await ada.post("session.beginPasskeySignIn", {})).status).toBe(200);
  for (const [verb, input] of [
    ["completeSignIn", { secondStep: "none", code: "123456" }],
    ["completePasskeySignIn", {}],
  ] as const)
    expect((await ada.post(`session.${verb}`, input)).status, verb).not.toBe(503);
  await saveSettings({ maintenanceMode: false });
  expect((await ada.post("profile.get", {})).status).toBe(200);
  adas.close();
});

test("SYS-09: with push notifications switched off, new ones come with the next page", async () => {
  const ada = await aBrowser();
  const stream = await ada.events();
  await saveSettings({ pushNotifications: false });
  await ada.post("notifications.create", { title: "Silent" });
  await ada.post("tasks.create", { title: "Heard" });
  const heard = await stream.until((message) => message.includes('"resource":"tasks"'));
  expect(heard).not.toContain('"resource":"notifications"');
  await saveSettings({ pushNotifications: true });
  await ada.post("notifications.create", { title: "Heard" });
  await stream.until((message) => message.includes('"resource":"notifications"'));
  stream.close();
});

test("SYS-03: the address of the settings is one that people may type, beside the one of the start", async () => {
  expect(await statusWithHost("desk.example.com")).toBe(403);
  await saveSettings({ appUrl: "https://desk.example.com/start" });
  expect(await statusWithHost("desk.example.com")).toBe(200);
  expect(await statusWithHost("localhost")).toBe(200);
  await saveSettings({ appUrl: "no address" });
  expect(await statusWithHost("desk.example.com")).toBe(403);
});

test("pages come with a fresh nonce, assets are compressed and immutable", async () => {
  const [first, second] = await Promise.all([text("/tasks"), text("/tasks")]);
  expect(first).toMatch(/content="[\w+/=]{20,}"/);
  expect(first).not.toBe(second);
  const asset = await fetch(`${address}/assets/app-1234.js`, { headers: { "accept-encoding": "gzip" } });
  expect(asset.headers.get("cache-control")).toContain("immutable");
  expect(asset.headers.get("content-encoding")).toBe("gzip");
  const tag = asset.headers.get("etag") ?? "";
  const again = await fetch(`${address}/assets/app-1234.js`, { headers: { "if-none-match": tag } });
  expect(again.status).toBe(304);
});

test("an address of the interfaces that is none answers not_found, never a page", async () => {
  for (const path of ["/rpc/none", "/rpc/__proto__", "/api/none", "/events/none", "/mcp/none"]) {
    const answer = await fetch(`${address}${path}`);
    expect(answer.status, path).toBe(404);
    expect(await answer.json()).toMatchObject({ error: { code: "not_found" } });
  }
});

test("bad requests get a clear 4xx with a request id, never a 5xx", async () => {
  const ada = await aBrowser();
  const bodies = [
    "{",
    "[1",
    "\u0000",
    "nul",
    '"\\ud800"',
    "[".repeat(20_000),
    `{"a":"${"x".repeat(1_100_000)}"}`,
  ];
  for (const body of bodies) {
    const answer = await ada.raw("profile.update", body);
    expect(answer.status, body.slice(0, 20)).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code: "invalid", requestId: expect.any(String) } });
  }
  const answer = await ada.raw("profile.update", Buffer.from([0x7b, 0xff, 0xfe, 0x7d]));
  expect(answer.status).toBe(400);
  expect((await ada.post("no.such", {})).status).toBe(404);
  const tooLong = { "idempotency-key": "k".repeat(201) };
  expect((await ada.post("profile.update", {}, tooLong)).status).toBe(400);
});

test("the same Idempotency-Key over HTTP gives the first answer again", async () => {
  const ada = await aBrowser();
  const change = { fullName: "Ada King", version: 1 };
  const key = { "idempotency-key": "once" };
  const [first, second] = [
    await ada.post("profile.update", change, key),
    await ada.post("profile.update", change, key),
  ];
  expect(second.status).toBe(first.status);
  expect(await second.json()).toEqual(await first.json());
});

test("an API key reads over REST within its scopes, and a wrong one is nobody", async () => {
  const ada = house.as(await house.aUser());
  const bearer = await aKey(ada, ["read"]);
  const mine = await fetch(`${address}/api/v1/profile/get`, { headers: bearer }).then((answer) =>
    answer.json(),
  );
  expect(mine).toEqual(await ada.invoke(profile.get));
  const refused = await fetch(`${address}/api/v1/profile/update`, {
    method: "POST",
    headers: bearer,
    body: "{}",
  });
  expect(refused.status).toBe(403);
  const nobody = await fetch(`${address}/api/v1/profile/get`, {
    headers: { authorization: "Bearer adj_wrong" },
  });
  expect(nobody.status).toBe(401);
});

test("the API describes itself, for programs and for people", async () => {
  const document = await fetch(`${address}/api/v1/openapi.json`).then((answer) => answer.json());
  expect(document.openapi).toBe("3.1.1");
  const page = await text("/api/v1");
  for (const name of registry.keys()) expect(page).toContain(`id="${name.split(".")[0]}"`);
});

test("an agent lists and calls tools over MCP, and sees only what its key allows", async () => {
  const ada = house.as(await house.aUser({ fullName: "Grace Hopper" }));
  const reader = await anAgent(await aKey(ada, ["read"]));
  const { tools } = await reader.listTools();
  expect(tools.map(({ name }) => name)).toContain("profile_get");
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
  expect(tools.map(({ name }) => name)).not.toContain("sessions_list");
  const { content } = await reader.callTool({ name: "profile_get", arguments: {} });
  expect(JSON.stringify(content)).toContain("Grace Hopper");
  const refused = await reader.callTool({ name: "profile_update", arguments: { fullName: "x" } });
  expect(refused.isError).toBe(true);
  await reader.close();
});

test("MCP refuses whoever has no key, and says where to sign in", async () => {
  const ada = await aBrowser();
  expect((await ada.raw("", "{}", "/mcp")).status).toBe(401);
  const stranger = await fetch(`${address}/mcp`, { method: "POST", body: "{}" });
  expect(stranger.status).toBe(401);
  expect(stranger.headers.get("www-authenticate")).toBe(
    `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp"`,
  );
});

test("I5: a key for some areas sees and reaches nothing else, over MCP, REST and files", async () => {
  const ada = house.as(await house.aUser());
  await ada.invoke(tasks.create, { title: "Sell the boat" });
  const headers = await aKey(ada, ["read", "write", "destroy"], ["tasks"]);
  const agent = await anAgent(headers);
  const { tools } = await agent.listTools();
  expect(new Set(tools.map(({ name }) => name.split("_")[0]))).toEqual(new Set(["tasks", "projects"]));
  const refused = await agent.callTool({ name: "emails_list", arguments: {} });
  expect(refused.isError).toBe(true);
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

test("I5: an agent signs in by OAuth as MCP asks for it: metadata, registration, PKCE, rotating tokens, and its end", async () => {
  const ada = house.as(await house.aUser({ fullName: "Grace Hopper" }));
  const redirectUrl = "http://localhost:3118/callback";
  const kept: { client?: OAuthClientInformationMixed; tokens?: OAuthTokens; verifier?: string; asked?: URL } =
    {};
  const provider: OAuthClientProvider = {
    redirectUrl,
    clientMetadata: {
      client_name: "Desk agent",
      redirect_uris: [redirectUrl],
      token_endpoint_auth_method: "none",
    },
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void Object.assign(kept, { client }),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void Object.assign(kept, { tokens }),
    redirectToAuthorization: (asked) => void Object.assign(kept, { asked }),
    saveCodeVerifier: (verifier) => void Object.assign(kept, { verifier }),
    codeVerifier: () => kept.verifier ?? "",
  };
  const transport = () =>
    new StreamableHTTPClientTransport(new URL(`${origin}/mcp`), { authProvider: provider });
  const first = transport();
  const client = new Client({ name: "test agent", version: "1" });
  await expect(client.connect(first)).rejects.toThrow("Unauthorized");
  const asked = kept.asked?.searchParams;
  expect(kept.asked?.pathname).toBe("/agents/authorize");
  const clientId = asked?.get("client_id") ?? "";
  const grant = {
    clientId,
    redirectUri: asked?.get("redirect_uri"),
    challenge: asked?.get("code_challenge"),
    scopes: ["read"],
    toolGroups: ["tasks"],
  };
  expect(await ada.invoke(agents.asks, { clientId })).toMatchObject({ name: "Desk agent" });
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

  const token = (given: Record<string, string>) =>
    fetch(`${address}/agents/token`, { method: "POST", body: new URLSearchParams(given) });
  const refresh = (refreshToken = "") =>
    token({ grant_type: "refresh_token", client_id: clientId, refresh_token: refreshToken });
  const old = kept.tokens;
  const renewed = (await (await refresh(old?.refresh_token)).json()) as OAuthTokens;
  expect(renewed.refresh_token).not.toBe(old?.refresh_token);
  const withToken = (given: string) =>
    fetch(`${address}/api/v1/tasks`, { headers: { authorization: `Bearer ${given}` } }).then(
      ({ status }) => status,
    );
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
  expect((await token({ ...again, code_verifier: kept.verifier ?? "" })).status).toBe(400);
  expect((await token({ ...again, code_verifier: "x".repeat(43) })).status).toBe(400);
  await agent.close();
});

test("D37: programs register with addresses that cannot run anything, a code needs its verifier, and a token can be ended", async () => {
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
  const ada = house.as(await house.aUser());
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
  expect(await ada.invoke(agents.acts)).toMatchObject({
    items: [{ capability: "tasks.create", keyName: "X", effect: "write", outcome: "done" }],
  });
  await fetch(`${address}/agents/revoke`, {
    method: "POST",
    body: new URLSearchParams({ token: tokens.access_token }),
  });
  expect((await fetch(`${address}/api/v1/tasks`, { headers })).status).toBe(401);
});

test("a change reaches another open tab of the same person over the event stream", async () => {
  const ada = await aBrowser();
  const stream = await ada.events();
  await ada.post("profile.update", { fullName: "Countess", version: 1 });
  const heard = await stream.until((message) => message.includes('"resource":"profile"'));
  expect(heard).toMatch(/^id: \d+$/m);
  stream.close();
});

test("the event stream ends when its session is revoked", async () => {
  const ada = await aBrowser();
  const stream = await ada.events();
  await ada.post("session.signOut", {});
  await stream.ended;
  expect((await ada.get("/events")).status).toBe(401);
});

test("health and readiness answer without a session", async () => {
  expect(await fetch(`${address}/healthz`).then((answer) => answer.json())).toEqual({ status: "ok" });
  expect((await fetch(`${address}/readyz`)).status).toBe(200);
});

test("who asks too often is told when to come back", async () => {
  const limited = await startServer({ LIMIT_REQUESTS_PER_MINUTE: "5" });
  const statuses: number[] = [];
  for (let count = 0; count < 7; count += 1) {
    const answer = await fetch(`${limited.address}/api/v1/openapi.json`);
    statuses.push(answer.status);
    if (answer.status === 429) expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
});

/** The whole HTTP side on a free port, with a small page in place of the built ones. */
async function startServer(environment: Record<string, string> = {}) {
  const webFolder = mkdtempSync(join(tmpdir(), "adjutant-web-"));
  mkdirSync(join(webFolder, "assets"));
  writeFileSync(
    join(webFolder, "index.html"),
    '<!-- page head --><!-- /page head --><meta name="nonce" content="%STYLE_NONCE%">',
  );
  writeFileSync(join(webFolder, "assets/app-1234.js"), "1");
  writeFileSync(join(webFolder, "assets/app-1234.js.gz"), gzipSync("1"));
  const log = createLog("silent");
  const config = { ...parseConfig({ LIMIT_REQUESTS_PER_MINUTE: "100000", ...environment }), port: 0 };
  const { services } = house;
  const hub = new EventHub({ database: services.database, connection: house.connection("app"), log });
  await hub.start();
  const presence = new PresenceKeeper({ database: services.database, log });
  await presence.start();
  const authenticate = services.auth.authenticate;
  const server = createServer({
    config,
    log,
    services,
    registry,
    routes: slices.flatMap(({ routes }) => routes ?? []),
    hub,
    presence,
    authenticate,
    isReady: async () => true,
    webFolder,
  });
  const listening = await server.listen();
  house.atEnd(async () => {
    await drain(listening, server.closeStreams);
    await hub.close();
    await presence.close();
    rmSync(webFolder, { recursive: true });
  });
  const { port } = listening.address() as AddressInfo;
  const started = `http://127.0.0.1:${port}`;
  return { address: started, origin: started, listening };
}

let people = 0;

async function saveSettings(fields: SettingsEdit["fields"]): Promise<void> {
  const { systemSettings } = house.services;
  const admin = await house.aUser({ roles: ["admin"] });
  await systemSettings.save(admin, { version: systemSettings.current.version, fields, secrets: {} });
}

/** A fresh account in a browser of its own. */
async function aBrowser(role?: Role) {
  people += 1;
  const account = {
    fullName: "Ada Lovelace",
    email: `ada.${people}@example.com`,
    password: "difference engine",
  };
  const signedUp = await send("/rpc/session.signUp", JSON.stringify(account), {});
  const setCookie = signedUp.headers.get("set-cookie") ?? "";
  const cookie = setCookie.split(";")[0] ?? "";
  const raw = (name: string, body: string | Buffer<ArrayBuffer>, path = `/rpc/${name}`) =>
    send(path, body, { cookie });
  const post = (name: string, input: unknown, headers: Record<string, string | undefined> = {}) =>
    send(`/rpc/${name}`, JSON.stringify(input), { cookie, ...headers });
  if (role) {
    const { auth } = house.services;
    await auth.setRole((await auth.findUserId(account.email)) ?? "", role);
  }
  return {
    setCookie,
    raw,
    send: (path: string, body: FormData, headers: Record<string, string | undefined>) =>
      send(path, body, { cookie, "content-type": undefined, ...headers }),
    post,
    /** Signs in once more. */
    again: () =>
      send("/rpc/session.signIn", JSON.stringify({ email: account.email, password: account.password }), {}),
    key: async (): Promise<string> => {
      const made = await post("apiKeys.create", { name: "Agent", scopes: ["read"] });
      return (await made.json()).key;
    },
    get: (path: string, headers: Record<string, string> = {}) =>
      fetch(`${address}${path}`, { headers: { cookie, ...headers } }),
    events: () => listen(cookie),
  };
}

function send(
  path: string,
  body: string | Buffer<ArrayBuffer> | FormData,
  given: Record<string, string | undefined>,
) {
  const headers = new Headers();
  for (const [name, value] of Object.entries({ origin, "content-type": "application/json", ...given }))
    if (value !== undefined) headers.set(name, value);
  return fetch(`${address}${path}`, { method: "POST", headers, body });
}

async function listen(cookie: string) {
  const abort = new AbortController();
  const answer = await fetch(`${address}/events`, { headers: { cookie }, signal: abort.signal });
  const reader = answer.body?.pipeThrough(new TextDecoderStream()).getReader();
  let heard = "";
  const until = async (isIt: (text: string) => boolean): Promise<string> => {
    while (!isIt(heard)) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: "" };
      if (done) return heard;
      heard += value;
    }
    return heard;
  };
  await until((message) => message.includes("event: ready"));
  return {
    until,
    close: () => abort.abort(),
    get ended() {
      return until(() => false);
    },
  };
}

async function aKey(person: Person, scopes: string[], toolGroups: string[] | null = null) {
  const wanted = { name: "Agent", scopes, toolGroups };
  const { key } = (await person.invoke(apiKeys.create, wanted)) as { key: string };
  return { authorization: `Bearer ${key}`, "content-type": "application/json" };
}

async function anAgent(headers: Record<string, string>): Promise<Client> {
  const client = new Client({ name: "test agent", version: "1" });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { requestInit: { headers } }),
  );
  return client;
}

const text = (path: string) => fetch(`${address}${path}`).then((answer) => answer.text());

const statusWithHost = (host: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const { hostname, port } = new URL(address);
    rawRequest({ hostname, port, path: "/", headers: { host } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on("error", reject)
      .end();
  });
