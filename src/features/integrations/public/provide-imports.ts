import type { DataKind } from "../model.ts";
import type { CardSync, Importer, Imports, NoteImport, WebhookTarget } from "./importer.ts";

const importers = new Map<DataKind, Importer>();
let cards: CardSync | null = null;
let target: WebhookTarget | null = null;
let notes: NoteImport | null = null;

/** Called at start with all manifests. */
export function provideImports(manifests: readonly Imports[]): void {
  for (const manifest of manifests) {
    for (const importer of manifest.importers ?? []) importers.set(importer.kind, importer);
    cards = manifest.cardSync ?? cards;
    target = manifest.hookTarget ?? target;
    notes = manifest.noteImport ?? notes;
  }
}

export const importerOf = (kind: DataKind): Importer => provided(importers.get(kind), kind);
export const allImporters = (): readonly Importer[] => [...importers.values()];
export const cardSync = (): CardSync => provided(cards, "cards");
export const hookTarget = (): WebhookTarget => provided(target, "webhooks");
export const noteImport = (): NoteImport => provided(notes, "notes");

function provided<T>(found: T | null | undefined, name: string): T {
  if (!found) throw new Error(`No slice imports ${name}: provideImports was not called with its manifest`);
  return found;
}
