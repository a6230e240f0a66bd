import type { Tool } from "@modelcontextprotocol/sdk/types.js";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { INTERNAL_ONLY } from "#platform/capability/external-effects.ts";
import { capabilityNamed, type Registry } from "#platform/capability/slice.ts";
import { descriptionsOf } from "#platform/describe/catalogue.ts";
import { describedInput } from "#platform/describe/describe-schema.ts";
import { type JsonSchema, jsonSchema } from "#platform/http/rest-routes.ts";
import { EVERYDAY_PARAMETERS } from "../everyday/everyday-parameters.ts";
import { EVERYDAY_TOOLS, type EverydayTool } from "../everyday/everyday-tools.ts";
import { compactInput, compactOutput } from "./compact-schema.ts";
import { describeParameters, showOnly, withoutParameters } from "./everyday-schema.ts";
import { shareShapes } from "./share-shapes.ts";
import { hintsOf } from "./tool-hints.ts";

export type AgentTool = {
  readonly tool: Tool;
  readonly capability: AnyCapability;
};

const everyday: ReadonlyMap<string, EverydayTool> = new Map(EVERYDAY_TOOLS.map((each) => [each.name, each]));

/** Every capability that agents may see, by its tool name (at most 64 characters). */
export function agentTools(registry: Registry): Map<string, AgentTool> {
  const visible = [...registry.values()].filter(
    ({ definition }) =>
      definition.agents !== "hidden" && !definition.sessionOnly && definition.access !== "anyone",
  );
  return new Map(visible.map((capability) => [toolName(capability.name), agentTool(capability)]));
}

/** How agents name a capability. */
export const toolName = (name: string) => name.replace(".", "_");

/** Described on first use: the schemas of all take a while, and most agents ask for few. */
function agentTool(capability: AnyCapability): AgentTool {
  let described: Tool | undefined;
  return {
    capability,
    get tool() {
      described ??= describe(capability);
      return described;
    },
  };
}

function describe(capability: AnyCapability): Tool {
  const { summary, input, output } = capability.definition;
  const own = everyday.get(capability.name);
  const parameters = describeParameters(
    withoutParameters(describedInput(capability), own?.hides),
    EVERYDAY_PARAMETERS[capability.name] ?? {},
  );
  return {
    name: toolName(capability.name),
    title: own?.title ?? titleOf(capability),
    description: own?.description ?? [summary, noteOf(capability)].filter(Boolean).join(". "),
    inputSchema: { type: "object", ...compactInput(parameters) } as Tool["inputSchema"],
    outputSchema: outputSchema(
      capability,
      showOnly(compactOutput(jsonSchema(output)), own),
    ) as Tool["outputSchema"],
    annotations: hintsOf(capability, jsonSchema(input), own?.reachesOut === true),
  };
}

/** What the summary leaves out, with calls by their tool names. */
const noteOf = (capability: AnyCapability) =>
  descriptionsOf(capability).operations?.[capability.name]?.replaceAll(/`(\w+\.\w+)`/g, (quoted, name) =>
    capabilityNamed(name) ? `\`${toolName(name)}\`` : quoted,
  );

/** 'calendarAccounts.recheck' as 'Calendar accounts: recheck'. */
function titleOf({ resource, verb }: AnyCapability): string {
  const words = (name: string) => name.replaceAll(/[A-Z]/g, (capital) => ` ${capital.toLowerCase()}`);
  const noun = words(resource);
  return `${noun.charAt(0).toUpperCase()}${noun.slice(1)}: ${words(verb)}`;
}

/** What a call that waits for its person answers with, in place of the result. */
const WAITING: JsonSchema = {
  properties: { status: { const: "waiting_for_approval" }, approval: { type: "object" } },
  required: ["approval"],
};

/** That of a call which may wait for approval is one of two objects. */
function outputSchema(capability: AnyCapability, schema: JsonSchema): JsonSchema {
  if (!mayWait(capability)) return shareShapes(schema);
  const { type, ...result } = schema;
  return shareShapes({ type, anyOf: [result, WAITING] });
}

const mayWait = ({ name, definition }: AnyCapability) =>
  definition.effect !== "read" &&
  !definition.peopleOnly &&
  (!INTERNAL_ONLY.has(name) ||
    definition.reachesOutside !== undefined ||
    jsonSchema(definition.input).properties?.attendees !== undefined);
