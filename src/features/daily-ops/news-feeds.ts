import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import { destroy, read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import { Id } from "#platform/capability/wire.ts";
import { MAX_FEEDS, NewsFeed } from "./model.ts";
import { fetchFeed, OtherAddress } from "./news/fetch-feed.ts";
import { findFeed, ownFeed, ownFeeds } from "./news/stored-feeds.ts";
import { storeStories } from "./news/sync-feed.ts";
import { newsArticles, newsFeeds as table } from "./tables.ts";

const NEVER_READ = { etag: null, lastModified: null };

export const newsFeeds = resource("newsFeeds", {
  list: read({
    summary: "List your news feeds with the result of the last sync",
    input: z.strictObject({}),
    output: z.object({ items: z.array(NewsFeed) }),
    access: "user",
    run: async (context) => ({ items: await ownFeeds(context) }),
  }),

  create: write({
    summary:
      "Add a feed (RSS, Atom or JSON Feed) by its address or by the address of a page that links to it",
    input: z.strictObject({ url: z.string().trim().min(1, t`Enter the address of a feed`).max(2000) }),
    output: NewsFeed,
    access: "user",
    invalidates: ["news"],
    ownTransactions: true,
    run: async (context, { url }) => {
      await inOwnTransaction(context, "read", requireRoom);
      const address = /^[a-z][a-z\d+.-]*:/i.test(url) ? url : `https://${url}`;
      const fetched = await fetchFeed(context, address, NEVER_READ).catch((error: unknown) => {
        if (error instanceof OtherAddress) return fetchFeed(context, error.address, NEVER_READ);
        throw error;
      });
      if (!fetched)
        throw new AppError("upstream", t`The server reported no changes for a feed that was never read`);
      return inOwnTransaction(context, "write", async (own) => {
        const { actor, now, db } = own;
        await requireRoom(own, true);
        const { title, stories } = fetched.feed;
        const [added] = await db
          .insert(table)
          .values({
            ...fetched.validators,
            userId: actor.userId,
            url: fetched.url,
            title,
            lastReadAt: now,
            nextReadAt: new Date(now.getTime() + 30 * 60_000),
          })
          .onConflictDoNothing()
          .returning();
        if (!added) throw new AppError("invalid", t`You read '${title}' already`);
        await db
          .delete(newsArticles)
          .where(and(eq(newsArticles.userId, actor.userId), eq(newsArticles.kind, "simulated")));
        await storeStories(own, added, stories);
        context.undoWith({ capability: "newsFeeds.delete", input: { id: added.id } });
        return added;
      });
    },
  }),

  delete: destroy({
    summary: "Delete a feed with its articles; it can be restored for 30 days",
    input: z.strictObject({ id: Id }),
    output: z.object({ id: Id }),
    access: "user",
    invalidates: ["news"],
    run: async (context, { id }) => {
      const { db, actor, now } = context;
      await findFeed(context, id);
      await db
        .update(table)
        .set({ deletedAt: now, version: sql`${table.version} + 1` })
        .where(ownFeed(context, eq(table.id, id)));
      await db
        .delete(newsArticles)
        .where(and(eq(newsArticles.userId, actor.userId), eq(newsArticles.feedId, id)));
      context.undoWith({ capability: "newsFeeds.restore", input: { id } });
      return { id };
    },
  }),

  restore: write({
    summary: "Restore a feed that was deleted in the last 30 days; its articles return with the next sync",
    input: z.strictObject({ id: Id }),
    output: NewsFeed,
    access: "user",
    run: async (context, { id }) => {
      const { db, actor, now } = context;
      await requireRoom(context, true);
      const [back] = await db
        .update(table)
        .set({
          ...NEVER_READ,
          deletedAt: null,
          lastReadAt: null,
          nextReadAt: now,
          version: sql`${table.version} + 1`,
        })
        .where(
          and(
            eq(table.id, id),
            eq(table.userId, actor.userId),
            sql`${table.deletedAt} > ${now.toISOString()}::timestamptz - interval '30 days'`,
            sql`not exists (select from news_feeds other where other.user_id = ${actor.userId}
                             and other.url = ${table.url} and other.deleted_at is null)`,
          ),
        )
        .returning();
      if (!back) throw notFound(t`Feed`);
      return back;
    },
  }),
});

/** Serialized, so that two windows cannot exceed the limit together. */
async function requireRoom(context: SignedIn, lock = false): Promise<void> {
  const { db, actor } = context;
  if (lock)
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`feeds ${actor.userId}`}, 0))`);
  if ((await db.$count(table, ownFeed(context))) >= MAX_FEEDS)
    throw new AppError("invalid", t`You can follow up to ${MAX_FEEDS} feeds. Please delete one first`);
}
