import { Hono } from "hono";
import { expect, test } from "vitest";
import { z } from "zod";
import { read, resource } from "#platform/capability/capability.ts";
import { registryOf } from "#platform/capability/slice.ts";
import type { Edge } from "#platform/http/edge.ts";
import { errorResponse } from "#platform/http/error-response.ts";
import { createLog } from "#platform/log/log.ts";
import { testDatabase } from "#platform/testing/test-database.ts";
import { mountMcp } from "./mcp.ts";

const { aUser, services } = await testDatabase();
const ada = await aUser();
const logged: string[] = [];

const clocks = resource("clocks", {
  read: read({
    summary: "Tell the time",
    input: z.strictObject({}),
    output: z.object({ hour: z.int() }),
    access: "user",
    run: async () => ({ hour: 9 }),
  }),
  break: read({
    summary: "Fails as only a fault in the program does",
    input: z.strictObject({}),
    output: z.object({}),
    access: "user",
    run: async () => {
      throw new Error("The spring is broken");
    },
  }),
});

test("an MCP request is a single message, so that batches cannot bypass the rate limit", async () => {
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "clocks_read" } };
  expect(await request(message)).toMatchObject({ result: { content: [{ text: '{"hour":9}' }] } });
  expect(await request([message, message])).toMatchObject({ error: { code: "invalid" } });
});

test("an internal error is logged, and the agent gets only its request id", async () => {
  const answer = await request({
    jsonrpc: "2.0",
    id: 1,
    method: "tools/call",
    params: { name: "clocks_break" },
  });
  expect(answer).toMatchObject({ result: { isError: true } });
  expect(JSON.stringify(answer)).toContain("request-1");
  expect(JSON.stringify(answer)).not.toContain("spring");
  expect(logged.join()).toContain("The spring is broken");
  expect(logged.join()).toContain("request-1");
});

async function request(body: unknown): Promise<unknown> {
  const log = createLog("error", { write: (line) => void logged.push(line) });
  const app = new Hono<Edge>();
  app.onError((error) => errorResponse(error, "request-1", log));
  app.use((context, next) => {
    context.set("actor", { ...ada, via: "api_key" });
    context.set("requestId", "request-1");
    context.set("address", "192.0.2.1");
    return next();
  });
  mountMcp(app, registryOf([{ name: "clocks", resources: [clocks] }]), services, {
    log,
    origin: () => "https://adjutant.example",
  });
  const answer = await app.request("/mcp?areas=clocks", {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify(body),
  });
  return answer.json();
}
