import type { AnyCapability } from "#platform/capability/definition.ts";

/**
 * What a slice says about its capabilities in words: a `descriptions.json` beside its manifest, which only the server
 * reads. Pages import the schemas but never this, so descriptions add nothing to what browsers download.
 */
export type Descriptions = {
  /** Name of a record shape → where it occurs: `tasks.get`, `tasks.list.items`, `emails.send input.calendar`. */
  schemas?: Readonly<Record<string, string>>;
  /** Resource → what its calls are about. */
  resources?: Readonly<Record<string, string>>;
  /** Capability → what its summary does not mention. */
  operations?: Readonly<Record<string, string>>;
  /** Field → description; `describe-schema.ts` has the order in which keys are tried. */
  fields: Readonly<Record<string, string>>;
  /** Path → method → the OpenAPI operation of the slice's endpoints that are not JSON calls. */
  files?: Readonly<Record<string, Readonly<Record<string, FileOperation>>>>;
};

type FileOperation = {
  tags: readonly string[];
  /** The statuses with which it may fail. */
  "x-errors": readonly string[];
  responses: object;
};

const NONE: Descriptions = { fields: {} };
const catalogueOf = new WeakMap<AnyCapability, Descriptions>();
const all = new Set<Descriptions>();

export function registerDescriptions(capability: AnyCapability, catalogue: Descriptions | undefined): void {
  if (!catalogue || catalogueOf.has(capability)) return;
  catalogueOf.set(capability, catalogue);
  all.add(catalogue);
}

export const descriptionsOf = (capability: AnyCapability): Descriptions =>
  catalogueOf.get(capability) ?? NONE;

/** Of every slice that is registered in this process. */
export const catalogues = (): ReadonlySet<Descriptions> => all;
