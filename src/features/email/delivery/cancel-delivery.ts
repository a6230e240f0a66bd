import { and, eq, inArray, notExists, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { mailDeliveries, mailRecipients } from "../delivery-tables.ts";

/**
 * Cancels a message in the outbox before it is sent. One statement decides against the worker: it matches only
 * messages that no worker has claimed and nobody has received; otherwise throws `conflict`.
 */
export async function cancelDelivery(
  { db, actor }: SignedIn,
  emailId: string,
  { mayHaveNone }: { mayHaveNone: boolean },
): Promise<void> {
  const own = and(eq(mailDeliveries.emailId, emailId), eq(mailDeliveries.userId, actor.userId));
  const received = db
    .select({ one: sql`1` })
    .from(mailRecipients)
    .where(
      and(
        eq(mailRecipients.userId, actor.userId),
        eq(mailRecipients.deliveryId, mailDeliveries.id),
        eq(mailRecipients.state, "sent"),
      ),
    );
  const cancelled = await db
    .delete(mailDeliveries)
    .where(and(own, inArray(mailDeliveries.state, ["queued", "held", "failed"]), notExists(received)))
    .returning({ id: mailDeliveries.id });
  if (cancelled.length > 0 || (mayHaveNone && (await db.$count(mailDeliveries, own)) === 0)) return;
  throw new AppError("conflict", t`This message has already left`);
}
