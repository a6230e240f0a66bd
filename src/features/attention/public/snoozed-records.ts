import { and, eq, gt } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { attentionMarks } from "../tables.ts";

/** The records of these kinds of items that are snoozed now, and since when: by it, newer causes count again. */
export async function listSnoozed(
  { db, actor, now }: SignedIn,
  kinds: readonly string[],
): Promise<{ id: string; markedAt: Date }[]> {
  const marks = await db
    .select({ item: attentionMarks.item, markedAt: attentionMarks.markedAt })
    .from(attentionMarks)
    .where(
      and(
        eq(attentionMarks.userId, actor.userId),
        eq(attentionMarks.mark, "snoozed"),
        gt(attentionMarks.until, now),
      ),
    );
  return marks.flatMap(({ item, markedAt }) => {
    const at = item.indexOf(":");
    return kinds.includes(item.slice(0, at)) ? [{ id: item.slice(at + 1), markedAt }] : [];
  });
}
