import { and, eq, getTableColumns } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import { keyset, newest } from "#platform/database/keyset.ts";
import { incomingWebhooks, webhookDeliveries, webhooks } from "../tables.ts";

export async function listDeliveries(
  { db, actor }: SignedIn,
  input: { id: string; cursor?: string | undefined; limit: number },
  direction: "out" | "in",
) {
  const table = direction === "out" ? webhooks : incomingWebhooks;
  const [hook] = await db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.id, input.id), eq(table.userId, actor.userId)));
  if (!hook) throw notFound(t`Webhook`);
  const page = keyset([newest(webhookDeliveries.createdAt), newest(webhookDeliveries.id)], input);
  const rows = await db
    .select({ ...getTableColumns(webhookDeliveries), ...page.columns })
    .from(webhookDeliveries)
    .where(
      and(
        eq(webhookDeliveries.userId, actor.userId),
        eq(webhookDeliveries.webhookId, input.id),
        eq(webhookDeliveries.direction, direction),
        page.after,
      ),
    )
    .orderBy(...page.orderBy)
    .limit(page.fetch);
  return page.of(rows);
}
