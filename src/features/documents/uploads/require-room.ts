import { sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { usedBytes } from "../list-documents.ts";
import { QUOTA_BYTES } from "../model.ts";

/**
 * Throws where so many more bytes would exceed what a person may store; of two uploads at once one waits. Large files on
 * their way count in full, except the one that arrives here.
 */
export async function requireRoom(context: SignedIn, bytes: number, uploadId?: string): Promise<void> {
  const { db, actor } = context;
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`documents of ${actor.userId}`}, 0))`);
  await checkRoomBeforeUpload(context, bytes, uploadId);
}

/** The same before the bytes arrive, without waiting for others: what is kept is counted again. */
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
      "Your documents would take more than 5 GB: delete some and empty the trash",
      {
        fields: { file: "does not fit into 5 GB" },
      },
    );
}

const comingBytes = ({ actor }: SignedIn, except: string | undefined) =>
  sql<number>`(select coalesce(sum(u.file_size), 0) from document_uploads u
    where u.user_id = ${actor.userId} and u.result_id is null and u.expires_at > now()
      and u.id is distinct from ${except ?? null}::uuid)`.mapWith(Number);
