import { and, eq } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { mailDeliveries, mailRecipients } from "../delivery-tables.ts";
import type { OpenEmail } from "../model.ts";
import { lockEmail } from "../organizing/update-emails.ts";
import { openEmail, ownEmails } from "../reading/read-emails.ts";
import { emails } from "../tables.ts";
import { REASONS } from "./delivery-reasons.ts";
import { recordDeliveryResult } from "./record-delivery-result.ts";

/** Its writer knows that an uncertain message arrived, for example from the Sent folder or from the recipient. */
export async function markSent(context: SignedIn, id: string): Promise<OpenEmail> {
  const { db, actor, now } = context;
  await lockEmail(context, id);
  const [email] = await db
    .select()
    .from(emails)
    .where(ownEmails(context, eq(emails.id, id)));
  const [delivery] = await db
    .select()
    .from(mailDeliveries)
    .where(
      and(
        eq(mailDeliveries.userId, actor.userId),
        eq(mailDeliveries.emailId, id),
        eq(mailDeliveries.state, "uncertain"),
      ),
    )
    .for("update");
  if (!email || !delivery)
    throw new AppError("conflict", t`It is not uncertain whether this message was sent`);
  const open = await db
    .select({ id: mailRecipients.id })
    .from(mailRecipients)
    .where(
      and(
        eq(mailRecipients.userId, actor.userId),
        eq(mailRecipients.deliveryId, delivery.id),
        eq(mailRecipients.state, "uncertain"),
      ),
    );
  const outcomes = open.map((recipient) => ({
    ...recipient,
    ...{ state: "sent" as const, reason: REASONS.markedSent },
  }));
  await recordDeliveryResult(db, { delivery, email, outcomes, facts: [], now });
  return openEmail(context, id);
}
