import type { SliceRoutes } from "#platform/http/slice-routes.ts";
import type { JobDefinition, Keeper } from "#platform/jobs/jobs.ts";
import type { AnyCapability } from "./capability.ts";

/** What one feature brings to the product; `app/slices.ts` lists them all. */
export type Slice = {
  name: string;
  /** Nouns of this slice, as returned by `resource(…)`. */
  resources: readonly Readonly<Record<string, unknown>>[];
  jobs?: readonly JobDefinition[];
  keepers?: readonly Keeper[];
  /** Endpoints that are not JSON calls: upload, download, callbacks, webhooks. */
  routes?: SliceRoutes;
};

export type Registry = ReadonlyMap<string, AnyCapability>;

const sliceOf = new WeakMap<AnyCapability, string>();

/** Whether a key that is limited to some slices may call it at all. */
export const isInGroups = (capability: AnyCapability, groups: readonly string[] | undefined): boolean =>
  groups === undefined || groups.includes(sliceOf.get(capability) ?? "");

/** Every capability by its name. Throws at start when two slices claim one name. */
export function registryOf(slices: readonly Slice[]): Registry {
  const registry = new Map<string, AnyCapability>();
  for (const slice of slices)
    for (const noun of slice.resources)
      for (const capability of Object.values(noun) as AnyCapability[]) {
        if (registry.has(capability.name)) throw new Error(`Two capabilities are named ${capability.name}`);
        registry.set(capability.name, capability);
        if (!sliceOf.has(capability)) sliceOf.set(capability, slice.name);
      }
  return registry;
}
