import { eq, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import { profiles } from "#platform/auth/tables.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import { checkPicture } from "./check-picture.ts";
import { pictureAddress } from "./model.ts";
import { profilePictures } from "./tables.ts";

/** Replaces the person's picture and its address in the profile; null removes it. */
export async function savePicture(context: SignedIn, base64: string | null) {
  const { actor, db } = context;
  const picture = base64 === null ? null : checkPicture(base64);
  await db.delete(profilePictures).where(eq(profilePictures.userId, actor.userId));
  const [added] = picture
    ? await db
        .insert(profilePictures)
        .values({ userId: actor.userId, ...picture })
        .returning({ id: profilePictures.id })
    : [];
  const [saved] = await db
    .update(profiles)
    .set({ avatarUrl: added ? pictureAddress(added.id) : null, version: sql`${profiles.version} + 1` })
    .where(eq(profiles.userId, actor.userId))
    .returning();
  if (!saved) throw notFound(t`Profile`);
  const { rows } = await db.execute<{ id: string }>(sql`select id from may_see_pictures_of() as peer(id)`);
  context.announce({
    resource: "pictures",
    ids: [],
    audience: [actor.userId, ...rows.map(({ id }) => id)],
  });
  return saved;
}

/** The user's own picture, or that of somebody whose presence the user may see. */
export async function findPicture({ db, actor }: SignedIn, id: string) {
  const { rows } = await db.execute<{ type: string; bytes: Buffer }>(sql`
    select p.type, p.bytes from profile_pictures p
     where p.id = ${id}
       and (p.user_id = ${actor.userId} or p.user_id in (select may_see_pictures_of()))`);
  const [found] = rows;
  if (!found) throw notFound(t`Picture`);
  return found;
}
