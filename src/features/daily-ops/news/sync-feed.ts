import { and, eq, gte, isNull, ne, or, sql } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import { OutboundError } from "#platform/outbound/outbound.ts";
import { newsArticles, newsFeeds } from "../tables.ts";
import { type FetchedFeed, fetchFeed } from "./fetch-feed.ts";
import { findInterests } from "./find-interests.ts";
import { rateRelevance } from "./rate-relevance.ts";
import type { Story } from "./read-feed.ts";
import { ownFeed, type StoredFeed } from "./stored-feeds.ts";

const HALF_AN_HOUR = 30 * 60_000;
const MAX_PAUSE_MS = 24 * 60 * 60_000;
const DAY = 24 * 60 * 60_000;
/** Older articles would be deleted the next night. */
const OLDEST_DAYS = 29;

/** A fixed order, so that two writers of the same articles cannot deadlock. */
export const inOneOrder = (one: { url: string }, other: { url: string }) => (one.url < other.url ? -1 : 1);

/** Reads a feed outside of any transaction and stores new stories; an error is saved with the feed and shown. */
export async function syncFeed(context: SignedIn, feed: StoredFeed): Promise<void> {
  const fetched = await fetchFeed(context, feed.url, feed).catch((error: unknown) => {
    if (error instanceof AppError) return error;
    throw error;
  });
  await inOwnTransaction(context, "write", async (own) => {
    if (fetched instanceof AppError) return recordFailure(own, feed, fetched);
    if (fetched) await storeStories(own, feed, fetched.feed.stories);
    await recordSuccess(own, feed, fetched);
  });
}

/** Upserts by URL. A story that another feed already has is not stored twice. */
export async function storeStories(
  context: SignedIn,
  feed: Pick<StoredFeed, "id" | "title">,
  stories: readonly Story[],
): Promise<void> {
  const { db, actor, now } = context;
  const oldest = now.getTime() - OLDEST_DAYS * DAY;
  const recent = [...new Map(stories.map((story) => [story.url, story])).values()].filter(
    ({ publishedAt }) => publishedAt === null || publishedAt > oldest,
  );
  const storedElsewhere = await db
    .select({ title: newsArticles.title })
    .from(newsArticles)
    .where(
      and(
        eq(newsArticles.userId, actor.userId),
        or(isNull(newsArticles.feedId), ne(newsArticles.feedId, feed.id)),
        ne(newsArticles.kind, "simulated"),
        gte(newsArticles.publishedAt, new Date(now.getTime() - 3 * DAY)),
      ),
    );
  const titles = new Set(storedElsewhere.map(({ title }) => folded(title)));
  const fresh = recent.filter(({ title }) => !titles.has(folded(title)));
  if (fresh.length === 0) return;
  const rated = rateRelevance(fresh, await findInterests(context));
  const rows = fresh.map(({ publishedAt, ...story }, index) => ({
    ...story,
    provenance: "feed" as const,
    userId: actor.userId,
    publishedAt: new Date(Math.min(publishedAt ?? now.getTime(), now.getTime())),
    relevanceScore: rated[index]?.relevance ?? 0,
    reason: rated[index]?.reason ?? null,
    feedId: feed.id,
    source: feed.title,
    kind: "live" as const,
  }));
  await db
    .insert(newsArticles)
    .values(rows.sort(inOneOrder))
    .onConflictDoUpdate({
      target: [newsArticles.userId, newsArticles.url],
      set: {
        title: sql`excluded.title`,
        content: sql`excluded.content`,
        summary: sql`excluded.summary`,
        category: sql`excluded.category`,
        tags: sql`excluded.tags`,
        relevanceScore: sql`excluded.relevance_score`,
        reason: sql`excluded.reason`,
        publishedAt: sql`least(${newsArticles.publishedAt}, excluded.published_at)`,
      },
    });
  context.announce({ resource: "news", ids: [] });
}

const folded = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

const recordSuccess = (context: SignedIn, feed: StoredFeed, fetched: FetchedFeed | null) =>
  context.db
    .update(newsFeeds)
    .set({
      ...(fetched?.validators ?? {}),
      state: "ok",
      lastError: null,
      failures: 0,
      lastReadAt: context.now,
      nextReadAt: new Date(context.now.getTime() + HALF_AN_HOUR),
    })
    .where(ownFeed(context, eq(newsFeeds.id, feed.id)));

/** Earlier stories stay; the pause before the next try doubles with each failure, up to a day. */
async function recordFailure(context: SignedIn, feed: StoredFeed, error: AppError): Promise<void> {
  const pause = Math.min(MAX_PAUSE_MS, HALF_AN_HOUR * 2 ** Math.min(feed.failures, 10));
  const isNetwork = error instanceof OutboundError && error.step !== "guard";
  await context.db
    .update(newsFeeds)
    .set({
      state: isNetwork ? "unreachable" : "refused",
      lastError: error.message,
      failures: feed.failures + 1,
      nextReadAt: new Date(context.now.getTime() + pause),
    })
    .where(ownFeed(context, eq(newsFeeds.id, feed.id)));
  context.announce({ resource: "newsFeeds", ids: [feed.id] });
}
