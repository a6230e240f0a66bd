import { and, eq, inArray } from "drizzle-orm";
import type { ImportedNote } from "#features/integrations/public/importer.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { derivedId } from "#platform/database/derived-id.ts";
import type { StoredFile, StoredFiles } from "#platform/storage/stored-files.ts";
import { FILE_TYPES } from "../model.ts";
import { readDocument } from "../read-document.ts";
import { addressOf } from "../read-documents.ts";
import { documents } from "../tables.ts";
import { restoreDocuments, trashDocuments } from "../write-documents.ts";
import { cleanFileName } from "./clean-file-name.ts";
import { lockRoom, requireRoom } from "./require-room.ts";

/** Files written in parallel: enough to hide the latency of the disk or bucket, few enough to leave others capacity. */
const CONCURRENCY = 16;

type Bytes = { id: string; note: ImportedNote; bytes: Buffer };

/**
 * Each note becomes a text document with an id of its own UID, so that it is imported once. The files are stored within
 * the transaction of the import; if it fails they are removed, and after a crash the nightly sweep finds them.
 */
export async function importNotes(
  context: SignedIn,
  notes: readonly ImportedNote[],
): Promise<{ ids: string[]; refused: ReadonlyMap<string, string> }> {
  const { userId } = context.actor;
  const byId = new Map(notes.map((note) => [derivedId(`note ${userId} ${note.uid}`), note]));
  // Of two imports at once the second one finds the notes of the first.
  await lockRoom(context);
  const known = await stateOf(context, [...byId.keys()]);
  const restored = known.filter(({ isInTrash }) => isInTrash).map(({ id }) => id);
  if (restored.length > 0) await restoreDocuments(context, restored);
  for (const { id } of known) byId.delete(id);
  const missing = [...byId]
    .map(([id, note]) => ({ id, note, bytes: Buffer.from(note.text) }))
    .sort((one, other) => timeOf(other.note) - timeOf(one.note));
  const refusal = missing.length > 0 ? await refusalOf(context, missing) : null;
  if (refusal !== null)
    return { ids: restored, refused: new Map(missing.map(({ note }) => [note.uid, refusal])) };
  return { ids: [...restored, ...(await storeNotes(context, missing))], refused: new Map() };
}

const timeOf = ({ date }: ImportedNote) => date?.at.getTime() ?? Number.NEGATIVE_INFINITY;

async function stateOf({ db, actor }: SignedIn, ids: readonly string[]) {
  const rows = await db
    .select({ id: documents.id, deletedAt: documents.deletedAt })
    .from(documents)
    .where(and(eq(documents.userId, actor.userId), inArray(documents.id, [...ids])));
  return rows.map(({ id, deletedAt }) => ({ id, isInTrash: deletedAt !== null }));
}

/** Why there is no room for them; the rest of the import goes on without notes then. */
async function refusalOf(context: SignedIn, notes: readonly Bytes[]): Promise<string | null> {
  try {
    await requireRoom(
      context,
      notes.reduce((sum, { bytes }) => sum + bytes.length, 0),
    );
    return null;
  } catch (error) {
    if (error instanceof AppError && error.code === "invalid") return error.message;
    throw error;
  }
}

async function storeNotes(context: SignedIn, notes: readonly Bytes[]): Promise<string[]> {
  const keys: string[] = [];
  try {
    const ids: string[] = [];
    // Rows after every few files: the database would end a transaction that is idle while thousands are stored.
    for (let start = 0; start < notes.length; start += CONCURRENCY) {
      const batch = notes.slice(start, start + CONCURRENCY);
      const files = await storeFiles(context.files, batch, keys);
      ids.push(...(await insertRows(context, batch, files, start)));
    }
    return ids;
  } catch (error) {
    await Promise.all(keys.map((key) => context.files.remove(key)));
    throw error;
  }
}

/** Waits for all writes, so that `keys` has every stored file if one fails. */
async function storeFiles(
  files: StoredFiles,
  notes: readonly Bytes[],
  keys: string[],
): Promise<Map<string, StoredFile>> {
  const stored = new Map<string, StoredFile>();
  const writes = notes.map(async ({ id, bytes }) => {
    const file = await files.put(bytes);
    keys.push(file.key);
    stored.set(id, file);
  });
  for (const { reason } of (await Promise.allSettled(writes)).filter((each) => each.status === "rejected"))
    throw reason;
  return stored;
}

async function insertRows(
  context: SignedIn,
  notes: readonly Bytes[],
  files: ReadonlyMap<string, StoredFile>,
  start: number,
): Promise<string[]> {
  const { db, actor, now, config } = context;
  const rows = notes.flatMap(({ id, note: { title, date, tags } }, index) => {
    const file = files.get(id);
    if (!file) return [];
    // In the list of the newest documents the notes have the order of their dates.
    const createdAt = new Date(now.getTime() - start - index);
    return {
      ...{ id, userId: actor.userId, title, tags, createdAt, updatedAt: createdAt },
      description: date && `Note of ${date.words}`,
      ...{ fileName: fileNameOf(title), fileType: FILE_TYPES[".txt"].type, fileUrl: addressOf(id) },
      ...{ storageKey: file.key, fileSize: file.size, sha256: file.sha256 },
      // The job that scans waiting files reaches the scanner: no transaction waits for it.
      scanState: config.clamdAddress ? "waiting" : "unscanned",
    };
  });
  await db.insert(documents).values(rows);
  for (const { id } of rows) await context.enqueue(readDocument, { id, userId: actor.userId });
  return rows.map(({ id }) => id);
}

/** A title is no path. */
const fileNameOf = (title: string) => cleanFileName(`${title.replaceAll(/[/\\]/g, "-")}.txt`);

/** Moves those that still exist to the trash, or restores them. */
export async function setImportedNotes(
  context: SignedIn,
  ids: readonly string[],
  isImported: boolean,
): Promise<void> {
  const known = await stateOf(context, ids);
  const named = known.filter(({ isInTrash }) => isInTrash === isImported).map(({ id }) => id);
  if (named.length > 0) await (isImported ? restoreDocuments : trashDocuments)(context, named);
}
