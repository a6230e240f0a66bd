import { and, eq, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { mailAccounts } from "../account-tables.ts";

type Listeners = Set<() => void>;

/** Listeners in this process; others check every second, and the process for mail is notified by its program. */
const onRequest: Listeners = new Set();
const onExpectation: Listeners = new Set();

function listenIn(listeners: Listeners, listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const onSyncRequested = (listener: () => void) => listenIn(onRequest, listener);
export const onSyncExpected = (listener: () => void) => listenIn(onExpectation, listener);

export const notifySyncRequested = () => {
  for (const listener of onRequest) listener();
};

/** Somebody is connecting an account: the process that will sync it can start meanwhile. */
export const notifySyncExpected = () => {
  for (const listener of onExpectation) listener();
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
