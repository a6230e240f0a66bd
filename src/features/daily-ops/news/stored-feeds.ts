import { and, asc, eq, isNull, type SQL } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import { MAX_FEEDS } from "../model.ts";
import { newsFeeds as table } from "../tables.ts";

export type StoredFeed = typeof table.$inferSelect;

export const ownFeed = ({ actor }: SignedIn, ...conditions: (SQL | undefined)[]) =>
  and(eq(table.userId, actor.userId), isNull(table.deletedAt), ...conditions);

export const ownFeeds = (context: SignedIn): Promise<StoredFeed[]> =>
  context.db
    .select()
    .from(table)
    .where(ownFeed(context))
    .orderBy(asc(table.createdAt), asc(table.id))
    .limit(MAX_FEEDS);

export async function findFeed(context: SignedIn, id: string): Promise<StoredFeed> {
  const [feed] = await context.db
    .select()
    .from(table)
    .where(ownFeed(context, eq(table.id, id)));
  if (!feed) throw notFound(t`Feed`);
  return feed;
}
