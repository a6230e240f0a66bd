import { ownKinds } from "../own-kinds.ts";
import type { AttentionContribution, AttentionKind, AttentionSource } from "./attention-source.ts";

const kinds = new Map<string, AttentionKind>(Object.entries(ownKinds));
let sources: readonly AttentionSource[] = [];

/** Called at start with what the slices above this one contribute. Throws if two name the same kind. */
export function provideAttention(contributions: readonly AttentionContribution[]): void {
  for (const [name, kind] of contributions.flatMap((each) => Object.entries(each.kinds))) {
    if ((kinds.get(name) ?? kind) !== kind)
      throw new Error(`Two slices contribute items of the kind ${name}`);
    kinds.set(name, kind);
  }
  sources = contributions.flatMap((each) => each.sources);
}

export const contributedSources = (): readonly AttentionSource[] => sources;

/** Null for a kind of an earlier version. */
export const findKind = (name: string): AttentionKind | null => kinds.get(name) ?? null;

export function kindNamed(name: string): AttentionKind {
  const kind = kinds.get(name);
  if (!kind) throw new Error(`No slice contributes items of the kind ${name}`);
  return kind;
}
