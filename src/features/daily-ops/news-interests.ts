import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { read, resource, write } from "#platform/capability/capability.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { Interests } from "./model.ts";
import { findInterests } from "./news/find-interests.ts";
import { rateRelevance } from "./news/rate-relevance.ts";
import { newsArticles, newsInterests as table } from "./tables.ts";

export const newsInterests = resource("newsInterests", {
  get: read({
    summary: "Get the words that make news relevant to you",
    input: z.strictObject({}),
    output: Interests,
    access: "user",
    run: storedInterests,
  }),
  save: write({
    summary: "Replace the words that make news relevant to you; stored articles are rated again",
    input: z.strictObject(Interests.shape),
    output: Interests,
    access: "user",
    invalidates: ["news"],
    run: async (context, { interests }) => {
      const before = await storedInterests(context);
      const { db, actor, now } = context;
      const fields = { interests: [...new Set(interests)], updatedAt: now };
      await db
        .insert(table)
        .values({ userId: actor.userId, ...fields })
        .onConflictDoUpdate({ target: table.userId, set: fields });
      await rateAgain(context);
      context.undoWith({ capability: "newsInterests.save", input: before });
      return { interests: fields.interests };
    },
  }),
});

async function storedInterests({ db, actor }: SignedIn): Promise<z.output<typeof Interests>> {
  const [row] = await db
    .select({ interests: table.interests })
    .from(table)
    .where(eq(table.userId, actor.userId));
  return row ?? { interests: [] };
}

const MAX_ARTICLES = 500;

async function rateAgain(context: SignedIn): Promise<void> {
  const { db, actor } = context;
  const articles = await db
    .select({
      id: newsArticles.id,
      title: newsArticles.title,
      summary: newsArticles.summary,
      tags: newsArticles.tags,
      kind: newsArticles.kind,
    })
    .from(newsArticles)
    .where(eq(newsArticles.userId, actor.userId))
    .limit(MAX_ARTICLES);
  const real = articles.filter(({ kind }) => kind !== "simulated");
  const rated = rateRelevance(real, await findInterests(context));
  for (const [index, { id }] of real.entries())
    await db
      .update(newsArticles)
      .set({ relevanceScore: rated[index]?.relevance ?? 0, reason: rated[index]?.reason ?? null })
      .where(and(eq(newsArticles.userId, context.actor.userId), eq(newsArticles.id, id)));
}
