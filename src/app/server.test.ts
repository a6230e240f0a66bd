import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "vitest";
import { aTestServer } from "./factory.ts";

const server = await aTestServer();
const { address, origin, listening, startServer, saveSettings, aBrowser, text, statusWithHost } = server;

test("a person signs up over HTTP and stays signed in", async () => {
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

test("D8: a file is accepted only from own pages, with a header that no form can send", async () => {
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

test("D8: another site cannot open an event stream either", async () => {
  const ada = await aBrowser();
  const foreign = { origin: "https://evil.example", "sec-fetch-site": "same-site" };
  for (const [name, value] of Object.entries(foreign))
    expect((await ada.get("/events", { [name]: value })).status, name).toBe(403);
});

test("§6: headers have 10 seconds, an upload ten minutes, and a proxy closes idle connections first", () => {
  expect(listening).toMatchObject({ headersTimeout: 10_000, requestTimeout: 600_000, timeout: 0 });
  expect(listening.keepAliveTimeout).toBeGreaterThan(60_000);
});

test("§6: a connection that is silent, stops within its headers or idles after an answer is closed", async () => {
  const connectionLimits = { headersTimeout: 60, connectionsCheckingInterval: 20, keepAliveTimeout: 60 };
  const { port } = new URL((await startServer({}, { connectionLimits })).address);
  const request = "GET /healthz HTTP/1.1\r\nhost: localhost\r\n";
  for (const input of ["", "GET /hea", request, `${request}\r\n`]) {
    const socket = connect(Number(port), "127.0.0.1").setEncoding("utf8");
    let received = "";
    socket.on("data", (data: string) => {
      received += data;
    });
    socket.write(input);
    await once(socket, "close");
    expect(received, input).toMatch(input.endsWith("\r\n\r\n") ? /^HTTP\/1.1 200/ : /^HTTP\/1.1 408/);
  }
});

test("a name that merely resolves to this machine is refused (DNS rebinding)", async () => {
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
  // Second factors and passkeys of administrators work during maintenance too.
  expect((await ada.post("session.startPasskeySignIn", {})).status).toBe(200);
  for (const [verb, input] of [
    ["completeSignIn", { secondStep: "none", code: "123456" }],
    ["completePasskeySignIn", {}],
  ] as const)
    expect((await ada.post(`session.${verb}`, input)).status, verb).not.toBe(503);
  await saveSettings({ maintenanceMode: false });
  expect((await ada.post("profile.get", {})).status).toBe(200);
  adas.close();
});

test("SYS-09: with push notifications off, new ones arrive with the next page load", async () => {
  const ada = await aBrowser();
  const stream = await ada.events();
  await saveSettings({ pushNotifications: false });
  await ada.post("notifications.create", { title: "Silent" });
  await ada.post("tasks.create", { title: "Heard" });
  const events = await stream.until((message) => message.includes('"resource":"tasks"'));
  expect(events).not.toContain('"resource":"notifications"');
  await saveSettings({ pushNotifications: true });
  await ada.post("notifications.create", { title: "Heard" });
  await stream.until((message) => message.includes('"resource":"notifications"'));
  stream.close();
});

test("SYS-03: the configured address is accepted besides the one at startup", async () => {
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

test("an answer of the API is compressed in one piece, and has the same tag however it is sent", async () => {
  const ada = await aBrowser();
  for (let count = 0; count < 4; count += 1)
    await ada.post("tasks.create", { title: `${count} ${"long ".repeat(60)}` });
  const [plain, short] = [
    await ada.get("/api/v1/tasks", { "accept-encoding": "identity" }),
    await ada.get("/api/v1/tasks/trash"),
  ];
  const packed = await ada.get("/api/v1/tasks", { "accept-encoding": "br;q=0.5, gzip" });
  const refused = await ada.get("/api/v1/tasks", { "accept-encoding": "gzip;q=0" });
  const of = ({ headers }: Response) => ["content-encoding", "vary"].map((name) => headers.get(name));
  expect([plain, packed, refused, short].map(of)).toEqual([
    [null, "Accept-Encoding"],
    ["gzip", "Accept-Encoding"],
    [null, "Accept-Encoding"],
    [null, null],
  ]);
  const tag = plain.headers.get("etag") ?? "";
  expect(tag).toMatch(/^"[0-9a-f]{40}"$/);
  expect(packed.headers.get("etag")).toBe(`W/${tag}`);
  expect(Number(packed.headers.get("content-length"))).toBeLessThan(
    Number(plain.headers.get("content-length")),
  );
  expect(await packed.json()).toEqual(await plain.json());
  for (const known of [tag, `W/${tag}`]) {
    const again = await ada.get("/api/v1/tasks", { "if-none-match": known });
    expect([again.status, await again.text()]).toEqual([304, ""]);
  }
});

test("an unknown API path returns not_found, never a page", async () => {
  for (const path of ["/rpc/none", "/rpc/__proto__", "/api/none", "/events/none", "/mcp/none"]) {
    const answer = await fetch(`${address}${path}`);
    expect(answer.status, path).toBe(404);
    expect(await answer.json()).toMatchObject({ error: { code: "not_found" } });
  }
});

test("bad requests get a clear 4xx with a request id, never a 5xx", async () => {
  const ada = await aBrowser();
  const bodies = ["{", "[1", "\u0000", "nul", '"\\ud800"', "[".repeat(20_000)];
  for (const body of bodies) {
    const answer = await ada.raw("profile.update", body);
    expect(answer.status, body.slice(0, 20)).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code: "invalid", requestId: expect.any(String) } });
  }
  const large = await ada.raw("profile.update", `{"a":"${"x".repeat(1_100_000)}"}`);
  expect(large.status).toBe(413);
  expect(await large.json()).toMatchObject({ error: { code: "too_large", requestId: expect.any(String) } });
  const answer = await ada.raw("profile.update", Buffer.from([0x7b, 0xff, 0xfe, 0x7d]));
  expect(answer.status).toBe(400);
  expect((await ada.post("no.such", {})).status).toBe(404);
  const tooLong = { "idempotency-key": "k".repeat(201) };
  expect((await ada.post("profile.update", {}, tooLong)).status).toBe(400);
});

test("the same Idempotency-Key over HTTP returns the first answer again", async () => {
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

test("a change reaches another open tab of the same person over the event stream", async () => {
  const ada = await aBrowser();
  const stream = await ada.events();
  await ada.post("profile.update", { fullName: "Countess", version: 1 });
  const events = await stream.until((message) => message.includes('"resource":"profile"'));
  expect(events).toMatch(/^id: \d+$/m);
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

test("a caller with too many requests is told when to retry", async () => {
  const limited = await startServer({ LIMIT_REQUESTS_PER_MINUTE: "5" });
  const statuses: number[] = [];
  for (let count = 0; count < 7; count += 1) {
    const answer = await fetch(`${limited.address}/api/v1/openapi.json`);
    statuses.push(answer.status);
    if (answer.status === 429) expect(answer.headers.get("retry-after")).toMatch(/^\d+$/);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 429]);
});
