import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import type { Context, Hono } from "hono";
import { t } from "#i18n/message.ts";
import type { Actor } from "#platform/capability/actor.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { Services } from "#platform/capability/services.ts";
import type { Registry } from "#platform/capability/slice.ts";
import type { Edge } from "#platform/http/edge.ts";
import { jsonBody } from "#platform/http/json-body.ts";
import type { Log } from "#platform/log/log.ts";
import { RESOURCE_METADATA } from "./agent-routes.ts";
import { agentServer } from "./agent-server.ts";
import { ProtocolError } from "./protocol-error.ts";
import { agentNouns } from "./resources.ts";
import { agentTools } from "./tools/agent-tools.ts";
import { areasIn, offeredTools, type Tools } from "./tools/offered-tools.ts";

/**
 * `/mcp`: the Model Context Protocol over streamable HTTP, stateless, for agents with an API key. The address chooses the
 * tools (`?areas=`), and a key sees only those that its scopes and its owner's roles allow.
 */
export function mountMcp(
  app: Hono<Edge>,
  registry: Registry,
  services: Services,
  { log, origin }: { log: Log; origin(url: string): string },
): void {
  const tools = agentTools(registry);
  const nouns = agentNouns(registry);
  app.all("/mcp", async (context) => {
    const { actor, requestId, address } = context.var;
    if (actor?.via !== "api_key") return challenge(context, origin(context.req.url));
    if (context.req.method !== "POST") return context.body(null, 405, { allow: "POST" });
    const parsedBody = await jsonBody(context.req.raw);
    // One message per request, as the protocol requires since 2025-06-18: a batch would bypass the rate limit.
    if (Array.isArray(parsedBody)) throw new AppError("invalid", t`Send one message per request`);
    const offered = offeredAt(context, tools, actor);
    if (offered instanceof ProtocolError) return refusal(context, parsedBody, offered);
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    const server = agentServer({ tools: offered, nouns }, services, { actor, requestId, address, log });
    await server.connect(transport);
    return transport.handleRequest(context.req.raw, { parsedBody });
  });
}

/** Names the metadata for an agent's sign-in (RFC 9728 §5.1). */
function challenge(context: Context<Edge>, origin: string): Response {
  const message = "Sign in, or send an API key from Settings as a bearer token";
  const error = { code: "unauthenticated", message, requestId: context.var.requestId };
  const header = `Bearer resource_metadata="${origin}${RESOURCE_METADATA}/mcp"`;
  return context.json({ error }, 401, { "www-authenticate": header });
}

function offeredAt(context: Context<Edge>, tools: Tools, actor: Actor): Tools | ProtocolError {
  try {
    return offeredTools(tools, areasIn(context.req.queries("areas")), actor);
  } catch (error) {
    if (error instanceof ProtocolError) return error;
    throw error;
  }
}

/**
 * What is wrong with the address, as the answer to the message: clients show the error of `initialize` to their person,
 * and take an error of HTTP for a sign that this is another kind of server.
 */
function refusal(
  context: Context<Edge>,
  message: unknown,
  { code, message: reason }: ProtocolError,
): Response {
  const id = (message as { id?: unknown } | null)?.id;
  const isRequest = typeof id === "string" || typeof id === "number";
  const answer = { jsonrpc: "2.0", id: isRequest ? id : null, error: { code, message: reason } };
  return context.json(answer, isRequest ? 200 : 400);
}
