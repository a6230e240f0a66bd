import { and, eq, sql } from "drizzle-orm";
import type { Announcement } from "#platform/capability/actor.ts";
import type { Transaction } from "#platform/database/database.ts";
import { recordAnnouncements } from "#platform/events/announcements.ts";
import { notify } from "#platform/notify/notify.ts";
import { mailDeliveries, mailRecipients } from "../delivery-tables.ts";
import type { DeliveryReport, ParsedMessage } from "../reading/parse-message.ts";
import { emails } from "../tables.ts";
import { parseAddress } from "./mail-address.ts";

/**
 * A bounce report (RFC 3464) sets the delivery of that recipient to failed. Its action decides, and it counts only for
 * a message that the owner sent to that address: anybody can forge a report.
 */
export async function processBounces(
  db: Transaction,
  userId: string,
  mails: readonly ParsedMessage[],
): Promise<void> {
  for (const { report } of mails)
    if (report?.messageId) await recordBounce(db, userId, report, report.messageId);
}

const wasReached = (userId: string, deliveryId: string) =>
  and(
    eq(mailRecipients.userId, userId),
    eq(mailRecipients.deliveryId, deliveryId),
    eq(mailRecipients.state, "sent"),
  );

async function recordBounce(
  db: Transaction,
  userId: string,
  { recipients }: DeliveryReport,
  messageId: string,
) {
  const failed = recipients.filter(({ action }) => action === "failed");
  if (failed.length === 0) return;
  const [sent] = await db
    .select({ emailId: emails.id, subject: emails.subject, deliveryId: mailDeliveries.id })
    .from(emails)
    .innerJoin(mailDeliveries, eq(mailDeliveries.emailId, emails.id))
    .where(and(eq(emails.userId, userId), eq(emails.messageId, messageId)))
    .limit(1);
  if (!sent) return;
  const reached = await db
    .select({ id: mailRecipients.id, address: mailRecipients.address, state: mailRecipients.state })
    .from(mailRecipients)
    .where(wasReached(userId, sent.deliveryId));
  const returned = reached.flatMap(({ id, address }) => {
    const bare = parseAddress(address);
    const report = failed.find((each) => each.address === bare);
    return report
      ? [{ id, address, reason: `Returned: ${report.reason || "it could not be delivered"}` }]
      : [];
  });
  const [first] = returned;
  if (!first) return;
  for (const { id, reason } of returned)
    await db
      .update(mailRecipients)
      .set({ state: "failed", reason, sentAt: null })
      .where(and(eq(mailRecipients.userId, userId), eq(mailRecipients.id, id)));
  const hasFailedForAll = returned.length === reached.length;
  const reason = hasFailedForAll
    ? first.reason
    : `Not delivered to ${returned.map(({ address }) => address).join(", ")}`;
  await db
    .update(mailDeliveries)
    .set({ reason, ...(hasFailedForAll && { state: "failed" }), updatedAt: sql`now()` })
    .where(and(eq(mailDeliveries.userId, userId), eq(mailDeliveries.id, sent.deliveryId)));
  await db
    .update(emails)
    .set({ status: "failed", statusBefore: null, version: sql`${emails.version} + 1` })
    .where(and(eq(emails.userId, userId), eq(emails.id, sent.emailId)));
  const announcements: Announcement[] = [{ resource: "emails", ids: [sent.emailId], audience: [userId] }];
  await notify(
    { db, announce: (fact) => void announcements.push(fact) },
    {
      userIds: [userId],
      title: `Returned: ${sent.subject}`,
      message: reason,
      type: "email",
      priority: "high",
      href: `/email?email=${sent.emailId}`,
      dedupeKey: `email returned ${first.id}`,
    },
  );
  await recordAnnouncements(db, announcements);
}
