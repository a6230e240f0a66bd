import { sql } from "drizzle-orm";
import type { Context } from "#platform/capability/context.ts";
import type { Transaction } from "#platform/database/database.ts";
import type { Secrets } from "#platform/secrets/secrets.ts";
import { newPushKeys, type PushKeyPair } from "./push-message.ts";
import { pushKeys } from "./tables.ts";

const PLACE = { table: "push_keys", row: "true", column: "private_key", userId: null };

/** The public key of this instance, created at first use; of two concurrent creations the first is stored. */
export async function publicPushKey({ db, secrets }: Pick<Context, "db" | "secrets">): Promise<string> {
  const { rows } = await db.execute<{ known: string | null }>(sql`select push_public_key() as known`);
  if (rows[0]?.known) return rows[0].known;
  const made = newPushKeys();
  const sealed = secrets.seal(PLACE, made.privateKey);
  const { rows: stored } = await db.execute<{ known: string }>(
    sql`select store_push_keys(${made.publicKey}, ${sealed}) as known`,
  );
  if (!stored[0]) throw new Error("The keys for push were not kept");
  return stored[0].known;
}

/** For jobs, whose transaction has no user; null if nobody ever enabled push. */
export async function ownPushKeys(db: Transaction, secrets: Secrets): Promise<PushKeyPair | null> {
  const [stored] = await db.select().from(pushKeys);
  if (!stored) return null;
  return { publicKey: stored.publicKey, privateKey: secrets.open(PLACE, stored.privateKey) };
}
