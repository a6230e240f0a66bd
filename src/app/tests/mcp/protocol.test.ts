import { expect, test } from "vitest";
import { tasks } from "#features/tasks/tasks.ts";
import { INSTRUCTIONS } from "#platform/mcp/instructions.ts";
import type { Person } from "#platform/testing/test-database.ts";
import { aTestServer } from "../../factory.ts";
import { aClient, aKey, postMessage } from "./agents.factory.ts";

// The protocol (MCP 2025-11-25) as official clients and hand-written ones use it.

const server = await aTestServer();
const { origin } = server;
const anAda = async () => server.as(await server.aUser({ fullName: "Ada Lovelace" }));

type Answer = { result?: Record<string, unknown>; error?: { code: number; message: string } };

/** The answer to one request, sent by hand. */
async function ask(person: Person, method: string, params?: object, query?: string): Promise<Answer> {
  const headers = await aKey(person);
  const body = { jsonrpc: "2.0", id: 7, method, ...(params && { params }) };
  const answer = await postMessage(origin, { headers, body, ...(query && { query }) });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Answer;
}

const initialize = (protocolVersion: string) => ({
  ...{ protocolVersion, capabilities: {}, clientInfo: { name: "test", version: "1" } },
});

test("initialize agrees on a version, and says what Adjutant is in at most 2 KB", async () => {
  const ada = await anAda();
  for (const [asked, agreed] of [
    ["2025-11-25", "2025-11-25"],
    ["2025-06-18", "2025-06-18"],
    ["2025-03-26", "2025-03-26"],
    ["1999-01-01", "2025-11-25"],
  ] as const)
    expect((await ask(ada, "initialize", initialize(asked))).result?.protocolVersion).toBe(agreed);
  const { result } = await ask(ada, "initialize", initialize("2025-11-25"));
  expect(result).toMatchObject({
    serverInfo: { name: "adjutant", title: "Adjutant" },
    capabilities: { tools: {}, resources: {}, prompts: {} },
    instructions: INSTRUCTIONS,
  });
  expect(Buffer.byteLength(INSTRUCTIONS)).toBeLessThan(2048);
  expect(await ask(ada, "ping")).toEqual({ jsonrpc: "2.0", id: 7, result: {} });
});

test("tools/list of the everyday set stays below 40 KB, with room for a few words more", async () => {
  const ada = await anAda();
  const headers = await aKey(ada);
  const body = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const listed = await (await postMessage(origin, { headers, body })).arrayBuffer();
  expect(listed.byteLength).toBeLessThanOrEqual(38_500);
});

test("a notification is answered with 202, GET and DELETE with 405, an unknown version with 400", async () => {
  const headers = await aKey(await anAda());
  const body = { jsonrpc: "2.0", method: "notifications/initialized" };
  const notified = await postMessage(origin, { headers, body });
  expect([notified.status, await notified.text()]).toEqual([202, ""]);
  for (const method of ["GET", "DELETE"]) {
    const answer = await fetch(`${origin}/mcp`, {
      method,
      headers: { ...headers, accept: "text/event-stream" },
    });
    expect([answer.status, answer.headers.get("allow")]).toEqual([405, "POST"]);
  }
  const outdated = { ...headers, "mcp-protocol-version": "1999-01-01" };
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  expect((await postMessage(origin, { headers: outdated, body: list })).status).toBe(400);
});

test("pages of other sites are refused by their Origin, also with a key; our own and programs are not", async () => {
  const headers = await aKey(await anAda());
  const body = { jsonrpc: "2.0", id: 1, method: "ping" };
  const from = async (site: string) =>
    (await postMessage(origin, { headers: { ...headers, origin: site }, body })).status;
  expect(await from("https://evil.example")).toBe(403);
  expect(await from("null")).toBe(403);
  expect(await from(origin)).toBe(200);
  expect((await postMessage(origin, { headers, body })).status).toBe(200);
});

test("requests that cannot be answered get the code of JSON-RPC and what is wrong", async () => {
  const ada = await anAda();
  const code = async (method: string, params?: object) => (await ask(ada, method, params)).error?.code;
  expect(await code("tools/call", { name: "no_such_tool", arguments: {} })).toBe(-32_602);
  expect(await code("tools/call", { arguments: {} })).toBe(-32_602);
  expect(await code("tools/list", { cursor: "bm9uZQ" })).toBe(-32_602);
  expect(await code("prompts/get", { name: "no-such" })).toBe(-32_602);
  expect(await code("resources/read", {})).toBe(-32_602);
  expect(await code("resources/read", { uri: "adjutant://clouds/1" })).toBe(-32_002);
  const uri = `adjutant://tasks/${crypto.randomUUID()}`;
  expect(await code("resources/read", { uri })).toBe(-32_002);
  expect(await code("no/such")).toBe(-32_601);
  const { error } = await ask(ada, "tools/call", { name: "no_such_tool" });
  expect(error?.message).toMatch(/^There is no tool 'no_such_tool' at this address/);
});

test("a wrong input is a result that names each field, and a conflict has the record as it is now", async () => {
  const ada = await anAda();
  const { id, version } = (await ada.invoke(tasks.create, { title: "Sell the boat" })) as {
    id: string;
    version: number;
  };
  const call = async (name: string, given: object) => {
    const { result } = await ask(ada, "tools/call", { name, arguments: given });
    const content = (result?.content ?? []) as { text?: string }[];
    return {
      ...{ isError: result?.isError, structured: result?.structuredContent },
      text: content[0]?.text ?? "",
    };
  };
  const wrong = await call("tasks_create", { title: "", dueDate: "tomorrow", priority: "huge" });
  expect(wrong).toMatchObject({ isError: true, structured: undefined });
  for (const field of ["title", "dueDate", "priority"])
    expect(wrong.text).toMatch(new RegExp(`\\b${field}: .`));
  await ada.invoke(tasks.update, { id, version, title: "Sell both boats" });
  const outdated = await call("tasks_update", { id, version, title: "Sell the car" });
  expect(outdated.isError).toBe(true);
  expect(outdated.text).toMatch(/^conflict: /);
  expect(outdated.text).toContain("Sell both boats");
  expect((await call("emails_get", { id })).text).toMatch(/^not_found: /);
});

test("prompts: described arguments, messages that name tools which are offered, and none for a key without them", async () => {
  const ada = await anAda();
  const client = await aClient(origin, await aKey(ada));
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(["morning", "triage", "plan-week", "prepare-meeting"]);
  const offered = (await client.listTools()).tools.map(({ name }) => name);
  for (const { name, title, description, arguments: given = [] } of prompts) {
    expect([title, description]).toEqual([expect.stringMatching(/^[A-Z]/), expect.stringMatching(/.{20}/)]);
    expect(given.every((each) => (each.description ?? "").length > 10)).toBe(true);
    const filled = Object.fromEntries(given.map((each) => [each.name, "2026-03-05"]));
    const { messages } = await client.getPrompt({ name, arguments: filled });
    const text = JSON.stringify(messages);
    expect(text).toContain("2026-03-05");
    const named = text.match(/\b[a-zA-Z]+_[a-zA-Z]+\b/g) ?? [];
    expect(named.length).toBeGreaterThan(2);
    expect(offered).toEqual(expect.arrayContaining(named));
  }
  await expect(client.getPrompt({ name: "prepare-meeting", arguments: {} })).rejects.toThrow("'event'");
  await client.close();
  const limited = await aClient(origin, await aKey(ada, { toolGroups: ["tasks"] }));
  expect((await limited.listPrompts()).prompts).toEqual([]);
  await limited.close();
});

test("a prompt names no tool that its key or its address does not offer", async () => {
  const ada = await anAda();
  const keys: [Parameters<typeof aKey>[1], string, string[]][] = [
    [{ scopes: ["read"] }, "", ["morning", "triage", "plan-week", "prepare-meeting"]],
    [{ toolGroups: ["email"] }, "", ["triage"]],
    [{}, "?areas=email", ["triage"]],
    [{ toolGroups: ["search", "calendar"] }, "", ["prepare-meeting"]],
  ];
  for (const [key, query, expected] of keys) {
    const client = await aClient(origin, await aKey(ada, key), query);
    const offered = new Set<string>();
    let cursor: string | undefined;
    do {
      const page = await client.listTools({ cursor });
      for (const { name } of page.tools) offered.add(name);
      cursor = page.nextCursor;
    } while (cursor);
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(expected);
    for (const { name } of prompts) {
      const given = name === "prepare-meeting" ? { event: "Board" } : {};
      const text = JSON.stringify((await client.getPrompt({ name, arguments: given })).messages);
      const named = text.match(/\b[a-zA-Z]+_[a-zA-Z]+\b/g) ?? [];
      expect(named.filter((each) => !offered.has(each))).toEqual([]);
    }
    await client.close();
  }
});
