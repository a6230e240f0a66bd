import { noteImport } from "#features/integrations/public/provide-imports.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import type { FileNote, FileProblem } from "./read-icalendar.ts";

/** The slice above that stores notes supplies how; without notes it is not needed. */
export async function importNotes(
  context: SignedIn,
  notes: readonly FileNote[],
): Promise<{ ids: string[]; problems: FileProblem[] }> {
  if (notes.length === 0) return { ids: [], problems: [] };
  const imported = notes.map(({ line: _, date, ...note }) => ({
    ...note,
    date: date && { ...date, at: new Date(date.at) },
  }));
  const { ids, refused } = await noteImport().add(context, imported);
  const problems = notes.flatMap(({ uid, line, title }) => {
    const reason = refused.get(uid);
    return reason === undefined ? [] : [{ kind: "VJOURNAL", line, uid, title, reason, isImported: false }];
  });
  return { ids, problems };
}

/** Moves the imported notes to the trash, or restores them. */
export async function setImportedNotes(
  context: SignedIn,
  ids: readonly string[],
  isImported: boolean,
): Promise<void> {
  if (ids.length > 0) await noteImport().set(context, ids, isImported);
}
