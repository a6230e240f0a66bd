import { and, eq, inArray } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { listItems } from "./list-items.ts";
import type { MarkedItem } from "./model.ts";
import { attentionMarks } from "./tables.ts";
import { taughtBy } from "./weigh-item.ts";

/** The marked items, and the marks that held for them before. */
type Marked = { items: string[]; before: MarkedItem[] };

/** Stores what the person decided about items, which the order learns from. Items that are gone by now are left out. */
export async function markItems(
  context: SignedIn,
  marked: readonly MarkedItem[],
  timeZone: string,
): Promise<Marked> {
  const { db, actor, now } = context;
  const [open, snoozed] = [
    await listItems(context, "open", timeZone),
    await listItems(context, "snoozed", timeZone),
  ];
  const shown = new Map([...open, ...snoozed].map((item) => [item.id, item]));
  const rows = [...new Map(marked.map((mark) => [mark.id, mark])).values()].flatMap(({ id, as, until }) => {
    const item = shown.get(id);
    if (!item) return [];
    const taught = taughtBy(as, item);
    return [{ userId: actor.userId, item: id, mark: as, until: until ?? null, markedAt: now, taught }];
  });
  const items = rows.map(({ item }) => item);
  const stored = await removeMarks(context, items);
  if (rows.length > 0) await db.insert(attentionMarks).values(rows);
  const held = new Set(snoozed.map(({ id }) => id));
  return { items, before: stored.filter(({ id }) => held.has(id)) };
}

/** The removed marks; what they taught goes with them. */
export async function removeMarks({ db, actor }: SignedIn, items: readonly string[]): Promise<MarkedItem[]> {
  const removed = await db
    .delete(attentionMarks)
    .where(and(eq(attentionMarks.userId, actor.userId), inArray(attentionMarks.item, [...items])))
    .returning();
  return removed.map(({ item, mark, until }) => ({ id: item, as: mark, ...(until ? { until } : {}) }));
}
