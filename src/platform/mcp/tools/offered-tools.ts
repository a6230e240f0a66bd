import { authorize } from "#platform/capability/access.ts";
import type { Actor } from "#platform/capability/actor.ts";
import type { AnyCapability } from "#platform/capability/definition.ts";
import { areaOf, FOR_EVERY_AGENT, isInGroups } from "#platform/capability/slice.ts";
import { EVERYDAY_TOOLS } from "../everyday/everyday-tools.ts";
import { ProtocolError } from "../protocol-error.ts";
import type { AgentTool } from "./agent-tools.ts";

export type Tools = ReadonlyMap<string, AgentTool>;

const EVERYDAY: ReadonlySet<string> = new Set(EVERYDAY_TOOLS.map(({ name }) => name));
const ALL = "all";

/**
 * The tools behind one address: those of the areas that it names, else of the areas to which the key is limited, else the
 * everyday set; always with the one that gets the result of an approval. Only these can be listed and called there. What a
 * key may do is checked at each call besides. Throws InvalidParams for an area that does not exist.
 */
export function offeredTools(tools: Tools, areas: readonly string[], actor: Actor): Tools {
  refuseUnknown(tools, areas);
  const isOffered = ({ capability }: AgentTool) => {
    if (capability.name === FOR_EVERY_AGENT || areas.includes(ALL)) return true;
    const chosen = areas.length > 0 ? areas : actor.toolGroups;
    return chosen ? chosen.includes(areaOf(capability)) : EVERYDAY.has(capability.name);
  };
  return new Map([...tools].filter(([, tool]) => isOffered(tool)));
}

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
