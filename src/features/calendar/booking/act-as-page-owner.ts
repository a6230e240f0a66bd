import { eq, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import { profiles } from "#platform/auth/tables.ts";
import type { Actor } from "#platform/capability/actor.ts";
import type { Context, SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import { writeAs } from "#platform/capability/write-as.ts";

/**
 * Runs what a visitor does as the owner of the page, under row-level security, in the visitor's transaction; the audit
 * log records the owner and the visitor's address. Afterwards the transaction is the visitor's again.
 */
export async function actAsPageOwner<T>(
  context: Context,
  ownerId: string,
  act: (owner: SignedIn) => Promise<T>,
): Promise<T> {
  const { db } = context;
  await setDatabaseUser(context, ownerId);
  const [profile] = await db.select().from(profiles).where(eq(profiles.userId, ownerId));
  if (!profile) throw notFound(t`Booking page`);
  const { email, fullName } = profile;
  const actor: Actor = {
    userId: ownerId,
    email,
    fullName,
    roles: ["user"],
    via: "system",
    scopes: ["read", "write", "destroy"],
    credentialId: null,
  };
  const owner: SignedIn = Object.create(context, {
    actor: { value: actor },
    announce: {
      value: (fact: Parameters<Context["announce"]>[0]) => context.announce({ audience: [ownerId], ...fact }),
    },
  });
  const done = await writeAs(owner, "visitor", act);
  await setDatabaseUser(context, context.actor?.userId ?? "");
  return done;
}

const setDatabaseUser = ({ db }: Context, userId: string) =>
  db.execute(sql`select set_config('app.user_id', ${userId}, true)`);
