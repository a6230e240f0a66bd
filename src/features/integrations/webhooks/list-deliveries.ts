import { and, eq, getTableColumns } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import { keyset, newest } from "#platform/database/keyset.ts";
import { hookDeliveries, incomingHooks, webhooks } from "../tables.ts";

export async function listDeliveries(
  { db, actor }: SignedIn,
  input: { id: string; cursor?: string | undefined; limit: number },
  direction: "out" | "in",
) {
  const table = direction === "out" ? webhooks : incomingHooks;
  const [hook] = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.id, input.id), eq(table.userId, actor.userId)));
  if (!hook) throw notFound("Webhook");
  const page = keyset([newest(hookDeliveries.createdAt), newest(hookDeliveries.id)], input);
  const rows = await db
    .select({ ...getTableColumns(hookDeliveries), ...page.columns })
    .from(hookDeliveries)
    .where(
      and(
        eq(hookDeliveries.userId, actor.userId),
        eq(hookDeliveries.hookId, input.id),
        eq(hookDeliveries.direction, direction),
        page.after,
      ),
    )
    .orderBy(...page.orderBy)
    .limit(page.fetch);
  return page.of(rows);
}
