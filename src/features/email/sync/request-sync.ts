import { and, eq, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { mailAccounts } from "../account-tables.ts";

/** Listeners in this process; other processes check every second. */
const listeners = new Set<() => void>();

export function onSyncRequested(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const notifySyncRequested = () => {
  for (const listener of listeners) listener();
};

/** Requests a sync now, regardless of earlier failures. */
export async function requestSync({ db, actor, now }: Pick<SignedIn, "db" | "actor" | "now">, id: string) {
  await db
    .update(mailAccounts)
    .set({
      retryAt: now,
      failures: 0,
      state: sql`case when ${mailAccounts.state} = 'needs_you' then 'connecting' else ${mailAccounts.state} end`,
    })
    .where(and(eq(mailAccounts.id, id), eq(mailAccounts.userId, actor.userId)));
  notifySyncRequested();
}
