import { authorize } from "#platform/capability/access.ts";
import type { Actor } from "#platform/capability/actor.ts";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { areaOf, FOR_EVERY_AGENT, isInGroups } from "#platform/capability/slice.ts";
import { EVERYDAY_TOOLS } from "../everyday/everyday-tools.ts";
import { ProtocolError } from "../protocol-error.ts";
import { type AgentTool, toolName } from "./agent-tools.ts";

export type Tools = ReadonlyMap<string, AgentTool>;

const ALL = "all";

/**
 * The tools behind one address: those of the areas that it names, else of the areas to which the key is limited, else the
 * everyday set; always with the one that gets the result of an approval. Only these can be listed and called there. What a
 * key may do is checked at each call besides. Throws InvalidParams for an area that does not exist.
 */
export function offeredTools(tools: Tools, areas: readonly string[], actor: Actor): Tools {
  refuseUnknown(tools, areas);
  const chosen = areas.length > 0 ? areas : actor.toolGroups;
  if (!chosen) return everydayOf(tools);
  const isOffered = ({ capability }: AgentTool) =>
    chosen.includes(ALL) || capability.name === FOR_EVERY_AGENT || chosen.includes(areaOf(capability));
  return new Map([...tools].filter(([, tool]) => isOffered(tool)));
}

/** In the order of the set: clients that cut the list cut its end. */
const everydayOf = (tools: Tools): Tools =>
  new Map(
    EVERYDAY_TOOLS.map(({ name }) => toolName(name)).flatMap((name) => {
      const tool = tools.get(name);
      return tool ? [[name, tool] as const] : [];
    }),
  );

/** The areas that the address names: `?areas=calendar,email`. */
export const areasIn = (values: readonly string[] = []): string[] =>
  values.flatMap((value) => value.split(",")).flatMap((area) => area.trim() || []);

function refuseUnknown(tools: Tools, areas: readonly string[]): void {
  const known = new Set([...tools.values()].map(({ capability }) => areaOf(capability)));
  const unknown = areas.find((area) => area !== ALL && !known.has(area));
  if (unknown === undefined) return;
  const list = [...known].sort().join(", ");
  throw new ProtocolError(`There is no area '${unknown.slice(0, 60)}'. Areas are ${list}, or ${ALL}`);
}

/** Whether the key may call it, by scope, role and area. */
export function isAllowed(actor: Actor, capability: AnyCapability): boolean {
  try {
    authorize(actor, capability.definition);
    return isInGroups(capability, actor);
  } catch {
    // A tool that `authorize` refuses is not listed.
    return false;
  }
}
