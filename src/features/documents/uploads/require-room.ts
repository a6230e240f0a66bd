import { sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { usedBytes } from "../list-documents.ts";
import { QUOTA_BYTES } from "../model.ts";

/**
 * Throws if this many more bytes would exceed the person's quota; concurrent uploads of a person wait for a lock.
 * Unfinished uploads count with their full size, except `uploadId`.
 */
export async function requireRoom(context: SignedIn, bytes: number, uploadId?: string): Promise<void> {
  await lockRoom(context);
  await checkRoomBeforeUpload(context, bytes, uploadId);
}

/** Until the end of the transaction no other one stores documents of the person. */
export const lockRoom = ({ db, actor }: SignedIn) =>
  db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`documents of ${actor.userId}`}, 0))`);

/** The same without the lock, before the bytes arrive: the quota is checked again when they are stored. */
export async function checkRoomBeforeUpload(
  context: SignedIn,
  bytes: number,
  uploadId?: string,
): Promise<void> {
  const { db } = context;
  const [row] = await db
    .select({ used: usedBytes(context), coming: comingBytes(context, uploadId) })
    .from(sql`(select) as nothing`);
  if ((row?.used ?? 0) + (row?.coming ?? 0) + bytes > QUOTA_BYTES)
    throw new AppError(
      "invalid",
      t`Your documents would take more than 5 GB: delete some and empty the trash`,
      {
        fields: { file: "does not fit into 5 GB" },
      },
    );
}

const comingBytes = ({ actor }: SignedIn, except: string | undefined) =>
  sql<number>`(select coalesce(sum(u.file_size), 0) from document_uploads u
    where u.user_id = ${actor.userId} and u.result_id is null and u.expires_at > now()
      and u.id is distinct from ${except ?? null}::uuid)`.mapWith(Number);
