import type { Server } from "@modelcontextprotocol/sdk/server/index.js";
import {
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ReadResourceRequestSchema,
  type Resource,
} from "@modelcontextprotocol/sdk/types.js";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { AppError } from "#platform/capability/errors.ts";
import { invoke } from "#platform/capability/execute.ts";
import type { Services } from "#platform/capability/services.ts";
import type { Registry } from "#platform/capability/slice.ts";
import { jsonSchema } from "#platform/http/rest-routes.ts";
import { handle } from "./handle-request.ts";
import { listPage } from "./list-page.ts";
import type { Asked } from "./mcp-caller.ts";
import { ProtocolError, RESOURCE_NOT_FOUND } from "./protocol-error.ts";

/** A noun whose records agents may read as resources: `adjutant://tasks/<id>`. */
export type AgentNoun = { noun: string; get: AnyCapability; list: AnyCapability | null };

const MAX_LISTED = 10;
const NOUNS_PER_PAGE = 5;
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

/** Lists the newest records of the nouns that an agent may read, some nouns a page, and reads each record. */
export function serveResources(
  server: Server,
  nouns: readonly AgentNoun[],
  services: Services,
  { actor, requestId, address }: Asked,
): void {
  const call = (capability: AnyCapability, input: object) =>
    invoke(services, capability, input, { actor, requestId, address });
  handle(server, ListResourceTemplatesRequestSchema, () => ({ resourceTemplates: nouns.map(asTemplate) }));
  handle(server, ListResourcesRequestSchema, async ({ params }) => {
    const listed = nouns.flatMap(({ noun, list }) => (list ? [{ noun, list }] : []));
    const { page, ...next } = listPage(listed, ({ noun }) => noun, NOUNS_PER_PAGE, params?.cursor);
    const resources: Resource[] = [];
    for (const { noun, list } of page) {
      const { items = [] } = (await call(list, {})) as { items?: Record<string, unknown>[] };
      resources.push(...items.slice(0, MAX_LISTED).flatMap((row) => asResource(row, noun)));
    }
    return { resources, ...next };
  });
  handle(server, ReadResourceRequestSchema, async ({ params: { uri } }) => {
    const [, noun, id] = /^adjutant:\/\/([A-Za-z]+)\/([0-9a-f-]{36})$/.exec(uri) ?? [];
    const found = nouns.find((each) => each.noun === noun);
    if (!found)
      throw new ProtocolError("There is no such resource", { code: RESOURCE_NOT_FOUND, data: { uri } });
    try {
      return { contents: [{ uri, mimeType: MIME, text: JSON.stringify(await call(found.get, { id })) }] };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const code = error.code === "not_found" ? RESOURCE_NOT_FOUND : undefined;
      throw new ProtocolError(error.message, { ...(code && { code }), data: { uri } });
    }
  });
}

const asTemplate = ({ noun, get }: AgentNoun) => ({
  uriTemplate: `adjutant://${noun}/{id}`,
  name: noun,
  description: get.definition.summary,
  mimeType: MIME,
});

function asResource(row: Record<string, unknown>, noun: string): Resource[] {
  if (typeof row.id !== "string") return [];
  return [{ uri: `adjutant://${noun}/${row.id}`, name: titleOf(row, noun), mimeType: MIME }];
}

const titleOf = (row: Record<string, unknown>, noun: string): string => {
  const named = [row.title, row.name, row.subject, row.contactName, row.fullName].find(
    (each) => typeof each === "string" && each !== "",
  );
  return typeof named === "string" ? named.slice(0, 200) : noun;
};
