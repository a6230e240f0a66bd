import type { SliceRoutes } from "#platform/http/slice-routes.ts";
import type { BackgroundService, JobDefinition } from "#platform/jobs/jobs.ts";
import type { Actor } from "./actor.ts";
import type { AnyCapability } from "./definition.ts";

/** What one feature brings to the product; `app/slices.ts` lists them all. */
export type Slice = {
  name: string;
  /** The area under which a key or an agent may be limited to it; its own name where there is none. */
  area?: string;
  /** Nouns of this slice, as returned by `resource(…)`. */
  resources: readonly Readonly<Record<string, unknown>>[];
  jobs?: readonly JobDefinition[];
  backgroundServices?: readonly BackgroundService[];
  /** Endpoints that are not JSON calls: upload, download, callbacks, webhooks. */
  routes?: SliceRoutes;
};

export type Registry = ReadonlyMap<string, AnyCapability>;

const areaOf = new WeakMap<AnyCapability, string>();
const byName = new Map<string, AnyCapability>();

/** Where a stored call is carried out; null where this program has no such capability any more. */
export const capabilityNamed = (name: string): AnyCapability | null => byName.get(name) ?? null;

/** What every agent may ask, whatever its areas: what became of its own requests. */
const FOR_EVERY_AGENT = "approvals.get";

/** Whether a key that is limited to some slices may call it at all. */
export function isInGroups(capability: AnyCapability, actor: Actor | null): boolean {
  if (!actor?.toolGroups || (actor.isAgent && capability.name === FOR_EVERY_AGENT)) return true;
  return actor.toolGroups.includes(areaOf.get(capability) ?? "");
}

/** Every capability by its name. Throws at start when two slices claim one name. */
export function registryOf(slices: readonly Slice[]): Registry {
  const registry = new Map<string, AnyCapability>();
  for (const slice of slices)
    for (const noun of slice.resources)
      for (const capability of Object.values(noun) as AnyCapability[]) {
        if (registry.has(capability.name)) throw new Error(`Two capabilities are named ${capability.name}`);
        registry.set(capability.name, capability);
        byName.set(capability.name, capability);
        if (!areaOf.has(capability)) areaOf.set(capability, slice.area ?? slice.name);
      }
  return registry;
}
