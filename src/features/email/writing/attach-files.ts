import { and, asc, eq, inArray, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import type { Transaction } from "#platform/database/database.ts";
import { returnedRow } from "#platform/database/returned-row.ts";
import type { StoredFile } from "#platform/storage/stored-files.ts";
import { attachmentLimit, MAX_ATTACHED, tooManyBytes } from "../model.ts";
import { emailAttachments, emails } from "../tables.ts";

/**
 * Sets the files of a message, in this order: other files are detached. A file of another message is copied, as in
 * forwarding.
 */
export async function attachFiles(context: SignedIn, emailId: string, ids: readonly string[]): Promise<void> {
  const { db, actor } = context;
  const own = eq(emailAttachments.userId, actor.userId);
  const files = await db
    .select()
    .from(emailAttachments)
    .where(and(own, inArray(emailAttachments.id, [...ids])));
  if (files.length < new Set(ids).size) throw notFound(t`File`);
  if (files.some(({ storageKey }) => storageKey === null))
    throw new AppError("conflict", t`A file is not here yet. Open it once, then attach it`);
  if (files.reduce((sum, { size }) => sum + size, 0) > MAX_ATTACHED)
    throw new AppError(
      "invalid",
      t`The files of a message have ${MAX_ATTACHED / 1_000_000} MB at most together`,
    );
  await db
    .update(emailAttachments)
    .set({ emailId: null })
    .where(and(own, eq(emailAttachments.emailId, emailId)));
  for (const [position, id] of [...new Set(ids)].entries()) {
    const file = files.find((each) => each.id === id);
    if (!file) continue;
    const isAttachedElsewhere = file.emailId !== null && file.emailId !== emailId;
    if (isAttachedElsewhere) {
      const { id: _, createdAt: __, ...copied } = file;
      await db.insert(emailAttachments).values({ ...copied, emailId, position });
    } else
      await db
        .update(emailAttachments)
        .set({ emailId, position })
        .where(and(eq(emailAttachments.userId, context.actor.userId), eq(emailAttachments.id, id)));
  }
  await db
    .update(emails)
    .set({ hasAttachments: ids.length > 0 })
    .where(and(eq(emails.id, emailId), eq(emails.userId, actor.userId)));
}

const attachmentFields = {
  id: emailAttachments.id,
  filename: emailAttachments.filename,
  contentType: emailAttachments.contentType,
  size: emailAttachments.size,
  contentId: emailAttachments.contentId,
  isInline: emailAttachments.isInline,
};

/** The file details shown to readers, by message and in order. */
export async function attachmentsOf({ db, actor }: SignedIn, emailIds: readonly string[]) {
  const rows = await db
    .select({ ...attachmentFields, emailId: emailAttachments.emailId })
    .from(emailAttachments)
    .where(and(inArray(emailAttachments.emailId, [...emailIds]), eq(emailAttachments.userId, actor.userId)))
    .orderBy(asc(emailAttachments.position));
  return Map.groupBy(rows, ({ emailId }) => emailId);
}

/** Throws `invalid` where the server that sends the message would not take its files. */
export async function requireSendableFiles(
  { db, actor }: SignedIn,
  emailId: string,
  maxMessageBytes: number | null,
): Promise<void> {
  const [files] = await db
    .select({ bytes: sql<number>`coalesce(sum(${emailAttachments.size}), 0)::float8` })
    .from(emailAttachments)
    .where(and(eq(emailAttachments.userId, actor.userId), eq(emailAttachments.emailId, emailId)));
  const limit = attachmentLimit(maxMessageBytes);
  if ((files?.bytes ?? 0) > limit) throw new AppError("invalid", tooManyBytes(limit));
}

/** A file that was uploaded for a message that is still being written. */
export async function saveUpload(db: Transaction, userId: string, name: string, { key, size }: StoredFile) {
  const filename = cleanName(name);
  const contentType = TYPES[filename.slice(filename.lastIndexOf(".") + 1).toLowerCase()] ?? UNKNOWN;
  const row = await db
    .insert(emailAttachments)
    .values({ userId, filename, contentType, size, storageKey: key })
    .returning(attachmentFields)
    .then(returnedRow);
  return row;
}

/** File names are untrusted: no folders, no control characters, no longer than file systems allow. */
export const cleanName = (name: string): string =>
  (name.split(/[/\\]/).at(-1) ?? "")
    .replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, "")
    .trim()
    .slice(-200) || "file";

const UNKNOWN = "application/octet-stream";
const OFFICE = "application/vnd.openxmlformats-officedocument";
const TYPES: Record<string, string> = {
  pdf: "application/pdf",
  txt: "text/plain",
  csv: "text/csv",
  ics: "text/calendar",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  zip: "application/zip",
  doc: "application/msword",
  docx: `${OFFICE}.wordprocessingml.document`,
  xls: "application/vnd.ms-excel",
  xlsx: `${OFFICE}.spreadsheetml.sheet`,
  ppt: "application/vnd.ms-powerpoint",
  pptx: `${OFFICE}.presentationml.presentation`,
};
