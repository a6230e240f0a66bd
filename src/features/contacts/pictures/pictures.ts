import { and, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { z } from "zod";
import { pictureAddress } from "#features/settings/model.ts";
import { read, resource } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { Id } from "#platform/capability/wire.ts";
import { contactPhotoAddress } from "../model.ts";
import { accountsOf } from "../read-contacts.ts";
import { contactCards, contacts } from "../tables.ts";

/** Of each kind; more faces than that are initials. */
const MAX_PICTURES = 500;

const PersonPicture = z.object({
  /** The person's account here, if it is known. */
  userId: Id.nullable(),
  emails: z.array(z.string()),
  address: z.string(),
});
type PersonPicture = z.output<typeof PersonPicture>;

/** Pictures of people for all places that name them: read once, so that no row of a list asks for its own. */
export const pictures = resource("pictures", {
  list: read({
    summary: "List the URLs of people's pictures: their own, and photos in your contacts",
    input: z.strictObject({}),
    output: z.object({ items: z.array(PersonPicture) }),
    access: "user",
    agents: "hidden",
    run: async (context) => ({ items: [...(await ownPictures(context)), ...(await contactPhotos(context))] }),
  }),
});

async function ownPictures({ db }: SignedIn): Promise<PersonPicture[]> {
  const { rows } = await db.execute<{ id: string; userId: string; email: string | null }>(
    sql`select id, user_id as "userId", email from visible_pictures(${MAX_PICTURES})`,
  );
  return rows.map(({ id, userId, email }) => ({
    userId,
    emails: email === null ? [] : [email],
    address: pictureAddress(id),
  }));
}

async function contactPhotos(context: SignedIn): Promise<PersonPicture[]> {
  const { db, actor } = context;
  const rows = await db
    .select({
      id: contacts.id,
      contactEmail: contacts.contactEmail,
      otherEmails: contacts.otherEmails,
      photo: contactCards.photoDigest,
    })
    .from(contacts)
    .innerJoin(
      contactCards,
      and(eq(contactCards.contactId, contacts.id), eq(contactCards.userId, actor.userId)),
    )
    .where(
      and(eq(contacts.userId, actor.userId), isNull(contacts.deletedAt), isNotNull(contactCards.photoDigest)),
    )
    .orderBy(desc(contacts.updatedAt), contacts.id)
    .limit(MAX_PICTURES);
  const accounts = await accountsOf(context, rows);
  return rows.map(({ id, contactEmail, otherEmails, photo }) => ({
    userId: accounts.get(id) ?? null,
    emails: [contactEmail, ...otherEmails].filter((each) => each !== null),
    address: contactPhotoAddress(id, photo ?? ""),
  }));
}
