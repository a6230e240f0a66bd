import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  CallToolRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListToolsRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { AjvJsonSchemaValidator } from "@modelcontextprotocol/sdk/validation/ajv-provider.js";
import type { Services } from "#platform/capability/services.ts";
import { handle } from "./handle-request.ts";
import { INSTRUCTIONS } from "./instructions.ts";
import { listPage } from "./list-page.ts";
import type { Asked } from "./mcp-caller.ts";
import { asListed, getPrompt, promptsFor } from "./prompts.ts";
import { ProtocolError } from "./protocol-error.ts";
import { type AgentNoun, serveResources } from "./resources.ts";
import { callTool } from "./tools/call-tool.ts";
import { isAllowed, type Tools } from "./tools/offered-tools.ts";

/** The everyday set fits on one page; many clients read only the first. */
const TOOLS_PER_PAGE = 60;

/** Creating one for each request would compile the meta schemas each time. */
const jsonSchemaValidator = new AjvJsonSchemaValidator();

/**
 * The protocol for one request: what its key sees of the tools that its address offers, the records of the same nouns,
 * and the prompts for which these tools suffice.
 */
export function agentServer(
  { tools, nouns }: { tools: Tools; nouns: readonly AgentNoun[] },
  services: Services,
  asked: Asked,
): Server {
  const server = new Server(
    { name: "adjutant", title: "Adjutant", version: "1" },
    {
      capabilities: { tools: {}, resources: {}, prompts: {} },
      instructions: INSTRUCTIONS,
      jsonSchemaValidator,
    },
  );
  const listed = [...tools].filter(([, { capability }]) => isAllowed(asked.actor, capability));
  serveResources(server, offeredNouns(nouns, tools, asked), services, asked);
  servePrompts(server, new Set(listed.map(([name]) => name)));
  handle(server, ListToolsRequestSchema, ({ params }) => {
    const { page, ...next } = listPage(listed, ([name]) => name, TOOLS_PER_PAGE, params?.cursor);
    return { tools: page.map(([, { tool }]) => tool), ...next };
  });
  handle(server, CallToolRequestSchema, ({ params }) => {
    const found = tools.get(params.name);
    if (!found) throw new ProtocolError(unknownTool(params.name));
    return callTool(services, found, params.arguments ?? {}, asked);
  });
  return server;
}

const unknownTool = (name: string) =>
  `There is no tool '${name.slice(0, 64)}' at this address. tools/list has those that there are`;

/** Nouns of which the address offers a tool, and which the key may read. */
function offeredNouns(nouns: readonly AgentNoun[], tools: Tools, { actor }: Asked): AgentNoun[] {
  const offered = new Set([...tools.values()].map(({ capability }) => capability.resource));
  return nouns.filter(({ noun, get }) => offered.has(noun) && isAllowed(actor, get));
}

function servePrompts(server: Server, listed: ReadonlySet<string>): void {
  const prompts = promptsFor((tool) => listed.has(tool));
  handle(server, ListPromptsRequestSchema, () => ({ prompts: prompts.map(asListed) }));
  handle(server, GetPromptRequestSchema, ({ params }) => getPrompt(prompts, params.name, params.arguments));
}
