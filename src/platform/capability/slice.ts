import { type Descriptions, registerDescriptions } from "#platform/describe/catalogue.ts";
import type { SliceRoutes } from "#platform/http/slice-routes.ts";
import type { BackgroundService, JobDefinition, SeparateService } from "#platform/jobs/jobs.ts";
import type { Actor } from "./actor.ts";
import type { Context } from "./context.ts";
import { type AnyCapability, withoutTypes } from "./definition.ts";

/**
 * What the event stream sends to pages after a change of a resource: the changed records, read by one of these
 * capabilities, and the figures that depend on them, which reads without parameters return.
 */
export type Feed = {
  records: { one: AnyCapability } | { many: AnyCapability } | null;
  figures: readonly AnyCapability[];
};

type Reading<I> = Pick<AnyCapability, "resource" | "verb"> &
  ((context: Context, input: I) => Promise<unknown>);
type Figure = Reading<Record<string, never>>;

/** Records are read one by one; what is not there is `not_found`. */
export const feedOfEach = (one: Reading<{ id: string }>, ...figures: Figure[]): Feed => ({
  records: { one: withoutTypes(one) },
  figures: figures.map(withoutTypes),
});

/** Records are read together, as `items`, which omit what is not there. */
export const feedOfMany = (many: Reading<{ ids: string[]; limit: number }>, ...figures: Figure[]): Feed => ({
  records: { many: withoutTypes(many) },
  figures: figures.map(withoutTypes),
});

/** Pages show figures of these records only. */
export const feedOfFigures = (...figures: Figure[]): Feed => ({
  records: null,
  figures: figures.map(withoutTypes),
});

/** One feature of the product; `app/slices.ts` lists all slices. */
export type Slice = {
  name: string;
  /** The area by which a key or an agent may be limited; the slice's name if absent. */
  area?: string;
  /** Nouns of this slice, as returned by `resource(…)`. */
  resources: readonly Readonly<Record<string, unknown>>[];
  /** What its capabilities and their fields mean, for the API page, generated clients and agents. */
  descriptions?: Descriptions;
  /** By resource; after changes of others pages read again what they show. */
  feeds?: Readonly<Record<string, Feed>>;
  jobs?: readonly JobDefinition[];
  backgroundServices?: readonly BackgroundService[];
  separateServices?: readonly SeparateService[];
  /** Endpoints that are not JSON calls: upload, download, callbacks, webhooks. */
  routes?: SliceRoutes;
};

export type Registry = ReadonlyMap<string, AnyCapability>;

const areas = new WeakMap<AnyCapability, string>();
const byName = new Map<string, AnyCapability>();

/** The capability for a stored call; null if this program no longer has it. */
export const capabilityNamed = (name: string): AnyCapability | null => byName.get(name) ?? null;

/** The area of a capability, by which keys and the addresses of agents are limited; empty if it is in no registry. */
export const areaOf = (capability: AnyCapability): string => areas.get(capability) ?? "";

/** Available to every agent, whatever its areas: the state of its own requests. */
export const FOR_EVERY_AGENT = "approvals.get";

/** Whether a key that is limited to some slices may call this capability. */
export function isInGroups(capability: AnyCapability, actor: Actor | null): boolean {
  if (!actor?.toolGroups || (actor.isAgent && capability.name === FOR_EVERY_AGENT)) return true;
  return actor.toolGroups.includes(areaOf(capability));
}

/** Every capability by name. Throws at start if two slices define the same name. */
export function registryOf(slices: readonly Slice[]): Registry {
  const registry = new Map<string, AnyCapability>();
  for (const slice of slices)
    for (const noun of slice.resources)
      for (const capability of Object.values(noun) as AnyCapability[]) {
        if (registry.has(capability.name)) throw new Error(`Two capabilities are named ${capability.name}`);
        registry.set(capability.name, capability);
        byName.set(capability.name, capability);
        registerDescriptions(capability, slice.descriptions);
        if (!areas.has(capability)) areas.set(capability, slice.area ?? slice.name);
      }
  return registry;
}
