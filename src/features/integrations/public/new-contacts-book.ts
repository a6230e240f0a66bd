import { and, eq, isNotNull, isNull } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { cardAccounts } from "../tables.ts";

/** Whether contacts that this person creates are saved in an address book on a server. */
export async function savesNewContacts({ db, actor }: SignedIn): Promise<boolean> {
  const savesThem = and(
    eq(cardAccounts.userId, actor.userId),
    isNull(cardAccounts.deletedAt),
    isNotNull(cardAccounts.newContactsBook),
  );
  return (await db.$count(cardAccounts, savesThem)) > 0;
}
