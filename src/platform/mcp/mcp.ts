import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js";
import { CallToolRequestSchema, ListToolsRequestSchema, type Tool } from "@modelcontextprotocol/sdk/types.js";
import type { Context, Hono } from "hono";
import { t } from "#i18n/message.ts";
import { authorize } from "#platform/capability/access.ts";
import type { Actor } from "#platform/capability/actor.ts";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { AppError } from "#platform/capability/errors.ts";
import { invoke } from "#platform/capability/execute.ts";
import { hasExternalEffect } from "#platform/capability/external-effects.ts";
import type { Services } from "#platform/capability/services.ts";
import { isInGroups, type Registry } from "#platform/capability/slice.ts";
import type { Edge } from "#platform/http/edge.ts";
import { jsonBody } from "#platform/http/json-body.ts";
import { jsonSchema } from "#platform/http/rest-routes.ts";
import type { Log } from "#platform/log/log.ts";
import { RESOURCE_METADATA } from "./agent-routes.ts";
import type { Asked } from "./mcp-caller.ts";
import { type AgentNoun, agentNouns, serveResources } from "./resources.ts";

type AgentTool = { tool: Tool; capability: AnyCapability };

/**
 * `/mcp`: the Model Context Protocol over streamable HTTP, stateless, for agents with an API key. A key sees only the
 * tools that its scopes and its owner's roles allow.
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
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    await serverFor({ tools, nouns }, services, { actor, requestId, address, log }).connect(transport);
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

/** Every capability that agents may see, by its tool name (at most 64 characters). */
export function agentTools(registry: Registry): Map<string, AgentTool> {
  const visible = [...registry.values()].filter(
    ({ definition }) =>
      definition.agents !== "hidden" && !definition.sessionOnly && definition.access !== "anyone",
  );
  return new Map(
    visible.map((capability) => [toolName(capability), { capability, tool: describe(capability) }]),
  );
}

const toolName = ({ name }: AnyCapability) => name.replace(".", "_");

function describe(capability: AnyCapability): Tool {
  const { effect, summary, input } = capability.definition;
  return {
    name: toolName(capability),
    description: summary,
    inputSchema: { type: "object", ...jsonSchema(input) } as Tool["inputSchema"],
    annotations: {
      readOnlyHint: effect === "read",
      destructiveHint: effect === "destroy",
      idempotentHint: effect === "read",
      openWorldHint: hasExternalEffect(capability),
    },
  };
}

type Offered = { tools: Map<string, AgentTool>; nouns: readonly AgentNoun[] };

function serverFor({ tools, nouns }: Offered, services: Services, asked: Asked): Server {
  const server = new Server(
    { name: "adjutant", version: "1" },
    { capabilities: { tools: {}, resources: {} } },
  );
  serveResources(
    server,
    nouns.filter(({ get }) => isAllowed(asked.actor, get)),
    services,
    asked,
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [...tools.values()]
      .filter(({ capability }) => isAllowed(asked.actor, capability))
      .map(({ tool }) => tool),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    const found = tools.get(params.name);
    if (!found) return failure(`There is no tool named '${params.name}'`);
    return callTool(services, found.capability, params.arguments ?? {}, asked);
  });
  return server;
}

async function callTool(services: Services, capability: AnyCapability, input: unknown, asked: Asked) {
  try {
    const output = await invoke(services, capability, input, asked);
    return { content: [{ type: "text" as const, text: JSON.stringify(output ?? null) }] };
  } catch (error) {
    if (error instanceof AppError && error.details.approval) return waiting(error);
    if (error instanceof AppError) return failure(error.message);
    const { requestId } = asked;
    asked.log.error("Unexpected error", { error, requestId, capability: capability.name });
    return failure(`Something went wrong on our side. Nothing was changed. (request ${requestId})`);
  }
}

/** Neither done nor refused: the agent queries the result later. */
function waiting({ message, details }: AppError) {
  const text = JSON.stringify({ status: "waiting_for_approval", approval: details.approval, message });
  return { content: [{ type: "text" as const, text }] };
}

const failure = (text: string) => ({ isError: true, content: [{ type: "text" as const, text }] });

function isAllowed(actor: Actor, capability: AnyCapability): boolean {
  try {
    authorize(actor, capability.definition);
    return isInGroups(capability, actor);
  } catch {
    // A tool that `authorize` refuses is not listed.
    return false;
  }
}
