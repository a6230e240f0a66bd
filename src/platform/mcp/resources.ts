import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  ErrorCode,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  McpError,
  ReadResourceRequestSchema,
} from "@modelcontextprotocol/sdk/types.js";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { AppError } from "#platform/capability/errors.ts";
import { invoke } from "#platform/capability/execute.ts";
import type { Services } from "#platform/capability/services.ts";
import type { Registry } from "#platform/capability/slice.ts";
import { jsonSchema } from "#platform/http/rest-routes.ts";
import type { Asked } from "./mcp-caller.ts";

/** A noun whose records agents may read as resources: `adjutant://tasks/<id>`. */
export type AgentNoun = { noun: string; get: AnyCapability; list: AnyCapability | null };

const MAX_LISTED = 10;
const MIME = "application/json";

/** Every noun with a `get` that takes only an id; its `list` returns the newest records if it needs no input. */
export function agentNouns(registry: Registry): AgentNoun[] {
  const isOpen = ({ definition }: AnyCapability) =>
    definition.agents !== "hidden" && !definition.sessionOnly && definition.access === "user";
  return [...registry.values()]
    .filter((get) => get.verb === "get" && isOpen(get))
    .filter((get) => Object.keys(jsonSchema(get.definition.input).properties ?? {}).join() === "id")
    .map((get) => {
      const list = registry.get(`${get.resource}.list`);
      const needs = list && jsonSchema(list.definition.input).required?.length;
      return { noun: get.resource, get, list: list && !needs && isOpen(list) ? list : null };
    });
}

export function serveResources(
  server: Server,
  nouns: readonly AgentNoun[],
  services: Services,
  { actor, requestId, address }: Asked,
): void {
  const call = (capability: AnyCapability, input: object) =>
    invoke(services, capability, input, { actor, requestId, address });
  server.setRequestHandler(ListResourceTemplatesRequestSchema, () => ({
    resourceTemplates: nouns.map(({ noun, get }) => ({
      uriTemplate: `adjutant://${noun}/{id}`,
      name: noun,
      description: get.definition.summary,
      mimeType: MIME,
    })),
  }));
  server.setRequestHandler(ListResourcesRequestSchema, async () => {
    const resources: { uri: string; name: string; mimeType: string }[] = [];
    for (const { noun, list } of nouns) {
      if (!list) continue;
      const { items = [] } = (await call(list, {})) as { items?: Record<string, unknown>[] };
      for (const row of items.slice(0, MAX_LISTED))
        if (typeof row.id === "string")
          resources.push({ uri: `adjutant://${noun}/${row.id}`, name: titleOf(row, noun), mimeType: MIME });
    }
    return { resources };
  });
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const [, noun, id] = /^adjutant:\/\/([A-Za-z]+)\/([0-9a-f-]{36})$/.exec(uri) ?? [];
    const found = nouns.find((each) => each.noun === noun);
    if (!found) throw new McpError(ErrorCode.InvalidParams, "There is no such resource");
    try {
      return { contents: [{ uri, mimeType: MIME, text: JSON.stringify(await call(found.get, { id })) }] };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      throw new McpError(ErrorCode.InvalidParams, error.message);
    }
  });
}

const titleOf = (row: Record<string, unknown>, noun: string): string => {
  const named = [row.title, row.name, row.subject, row.contactName, row.fullName].find(
    (each) => typeof each === "string" && each !== "",
  );
  return typeof named === "string" ? named.slice(0, 200) : noun;
};
