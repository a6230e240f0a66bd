import { and, eq, ne, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import { ownConnection } from "../connections/token-store.ts";
import { syncOne } from "../jobs.ts";
import type { Provider } from "../model.ts";
import { MAIL_RESOURCE, RESET_CURSOR } from "../public/importer.ts";
import { allImporters } from "../public/provide-imports.ts";
import { remoteCursors } from "../public/tables.ts";
import { integrations } from "../tables.ts";

/**
 * Makes the next run read everything from the beginning, including items that failed before: nothing is duplicated, and
 * local changes stay. Mail has its own sync.
 */
export async function resetCursors(context: SignedIn, provider: Provider): Promise<void> {
  const { db, actor } = context;
  const [row] = await db
    .update(integrations)
    .set({
      syncState: sql`case when ${integrations.syncState} = 'idle' then 'queued' else ${integrations.syncState} end`,
    })
    .where(and(ownConnection(actor.userId, provider), eq(integrations.status, "connected")))
    .returning({ id: integrations.id });
  if (!row) throw notFound(t`Connection`);
  await db
    .update(remoteCursors)
    .set({ cursor: RESET_CURSOR })
    .where(
      and(
        eq(remoteCursors.userId, context.actor.userId),
        eq(remoteCursors.sourceId, row.id),
        ne(remoteCursors.resource, MAIL_RESOURCE),
      ),
    );
  for (const { reset } of allImporters()) await reset?.(context, row.id);
  await context.enqueue(syncOne, { userId: actor.userId, provider });
  context.announce({ resource: "integrations", ids: [] });
}
