import { desc, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import { Article, type ArticleReading, NEWS_LIMIT } from "./model.ts";
import { ownFeeds } from "./news/stored-feeds.ts";
import { inOneOrder, syncFeed } from "./news/sync-feed.ts";
import { requireArea } from "./require-area.ts";
import { simulation } from "./sources/select-sources.ts";
import { newsArticles as table } from "./tables.ts";

const List = z.object({ items: z.array(Article) });

export const news = resource("news", {
  list: read({
    summary: `List your newest ${NEWS_LIMIT} articles with their relevance`,
    input: z.strictObject({}),
    output: List,
    access: "user",
    run: async (context) => ({ items: await storedNews(context) }),
  }),
  refresh: write({
    summary: "Refresh the news from your feeds; without feeds, sample articles labelled as simulated",
    input: z.strictObject({}),
    output: List,
    access: "user",
    ownTransactions: true,
    run: async (context) => {
      await inOwnTransaction(context, "read", (own) => requireArea(own, "newsEnabled"));
      return { items: await refreshNews(context) };
    },
  }),
});

export const storedNews = ({ db, actor }: SignedIn, limit = NEWS_LIMIT): Promise<Article[]> =>
  db
    .select()
    .from(table)
    .where(eq(table.userId, actor.userId))
    .orderBy(desc(table.publishedAt), desc(table.id))
    .limit(limit);

/** Reads the user's feeds; without feeds, sample articles. */
export async function refreshNews(context: SignedIn): Promise<Article[]> {
  const feeds = await inOwnTransaction(context, "read", ownFeeds);
  if (feeds.length === 0) {
    const articles = await simulation.news.readNews(context.now);
    return inOwnTransaction(context, "write", (own) => storeNews(own, articles));
  }
  const due = feeds.filter(({ lastReadAt }) => !lastReadAt || isPast(context, lastReadAt));
  await Promise.all(due.map((feed) => syncFeed(context, feed)));
  return inOwnTransaction(context, "read", (own) => storedNews(own));
}

/** Milliseconds before a feed may be read again, whoever requests it. */
const PAUSE = 60_000;
const isPast = ({ now }: SignedIn, at: Date) => now.getTime() - at.getTime() > PAUSE;

/** Upserts by URL among the user's own articles. */
export async function storeNews(context: SignedIn, articles: readonly ArticleReading[]): Promise<Article[]> {
  const { db, actor } = context;
  await db
    .insert(table)
    .values(articles.toSorted(inOneOrder).map((article) => ({ ...article, userId: actor.userId })))
    .onConflictDoUpdate({
      target: [table.userId, table.url],
      set: {
        title: sql`excluded.title`,
        content: sql`excluded.content`,
        summary: sql`excluded.summary`,
        publishedAt: sql`excluded.published_at`,
        category: sql`excluded.category`,
        tags: sql`excluded.tags`,
        relevanceScore: sql`excluded.relevance_score`,
        reason: sql`excluded.reason`,
        kind: sql`excluded.kind`,
      },
    });
  return storedNews(context);
}
