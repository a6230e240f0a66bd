import { and, eq, inArray, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { Announcement } from "#platform/capability/actor.ts";
import type { Transaction } from "#platform/database/database.ts";
import { recordAnnouncements } from "#platform/events/announcements.ts";
import { type Notice, notify } from "#platform/notify/notify.ts";
import { mailDeliveries, mailRecipients } from "../delivery-tables.ts";
import type { ParsedMessage } from "../reading/parse-message.ts";
import type { DeliveryReport } from "../reading/parse-report.ts";
import { emails } from "../tables.ts";
import { parseAddress } from "./mail-address.ts";
import { type Outcome, recordDeliveryResult } from "./record-delivery-result.ts";

/**
 * A delivery report (RFC 3464) says what became of the mail at each recipient: returned, delayed, or arrived. It counts
 * only for a message that the owner sent to that address: anybody can forge a report.
 */
export async function processBounces(
  db: Transaction,
  userId: string,
  mails: readonly ParsedMessage[],
): Promise<void> {
  for (const { report } of mails)
    if (report?.messageId) await recordReport(db, userId, report, report.messageId);
}

type Sent = { email: typeof emails.$inferSelect; delivery: typeof mailDeliveries.$inferSelect };
type Reported = { id: string; address: string; reason: string };

async function recordReport(
  db: Transaction,
  userId: string,
  { recipients }: DeliveryReport,
  messageId: string,
): Promise<void> {
  const [sent] = await db
    .select({ email: emails, delivery: mailDeliveries })
    .from(emails)
    .innerJoin(mailDeliveries, eq(mailDeliveries.emailId, emails.id))
    .where(and(eq(emails.userId, userId), eq(emails.messageId, messageId)))
    .limit(1)
    .for("update");
  if (!sent) return;
  const reached = await db
    .select({ id: mailRecipients.id, address: mailRecipients.address, state: mailRecipients.state })
    .from(mailRecipients)
    .where(
      and(
        eq(mailRecipients.userId, userId),
        eq(mailRecipients.deliveryId, sent.delivery.id),
        inArray(mailRecipients.state, ["sent", "uncertain"]),
      ),
    );
  const reported = reached.flatMap(({ id, address, state }) => {
    const bare = parseAddress(address);
    const report = recipients.find((each) => each.address === bare);
    return report ? [{ id, address, state, action: report.action, reason: report.reason }] : [];
  });
  const returned = reported.filter(({ action }) => action === "failed");
  const delayed = reported.filter(({ action }) => action === "delayed");
  const proven = reported.filter(({ action, state }) => ARRIVED.has(action) && state === "uncertain");
  if (proven.length > 0) await recordArrived(db, sent, proven);
  if (delayed.length > 0) await recordDelayed(db, sent, delayed);
  if (returned.length > 0) await recordReturned(db, sent, returned, reached.length === returned.length);
}

/** The server accepted it: what was uncertain is known. */
const ARRIVED: ReadonlySet<string> = new Set(["delivered", "relayed", "expanded"]);

async function recordArrived(db: Transaction, { email, delivery }: Sent, proven: readonly Reported[]) {
  const outcomes = proven.map(({ id }): Outcome => ({ id, state: "sent", reason: null }));
  await recordDeliveryResult(db, { delivery, email, outcomes, facts: [], now: new Date() });
}

/** The receiving server keeps trying: the message stays sent, and its writer may use another way meanwhile. */
async function recordDelayed(db: Transaction, sent: Sent, delayed: readonly Reported[]) {
  for (const { id, reason } of delayed)
    await db
      .update(mailRecipients)
      .set({ reason: `Delayed: ${reason || "the receiving server keeps trying"}` })
      .where(and(eq(mailRecipients.userId, sent.email.userId), eq(mailRecipients.id, id)));
  await db
    .update(emails)
    .set({ version: sql`${emails.version} + 1` })
    .where(and(eq(emails.userId, sent.email.userId), eq(emails.id, sent.email.id)));
  const people = delayed.map(({ address }) => address).join(", ");
  await notifyOfReport(db, sent.email, {
    title: () => t`Delayed: ${sent.email.subject}`,
    message: () => t`Not yet delivered to ${people}; the mail server keeps trying.`,
    dedupeKey: `email delayed ${delayed[0]?.id}`,
  });
}

async function recordReturned(
  db: Transaction,
  { email, delivery }: Sent,
  returned: readonly Reported[],
  hasFailedForAll: boolean,
) {
  const reasonOf = ({ reason }: Reported) => `Returned: ${reason || "it could not be delivered"}`;
  for (const each of returned)
    await db
      .update(mailRecipients)
      .set({ state: "failed", reason: reasonOf(each), sentAt: null })
      .where(and(eq(mailRecipients.userId, email.userId), eq(mailRecipients.id, each.id)));
  const [first] = returned;
  const reason =
    hasFailedForAll && first
      ? reasonOf(first)
      : `Not delivered to ${returned.map(({ address }) => address).join(", ")}`;
  await db
    .update(mailDeliveries)
    .set({ reason, ...(hasFailedForAll && { state: "failed" }), updatedAt: sql`now()` })
    .where(and(eq(mailDeliveries.userId, email.userId), eq(mailDeliveries.id, delivery.id)));
  await db
    .update(emails)
    .set({ status: "failed", statusBefore: null, version: sql`${emails.version} + 1` })
    .where(and(eq(emails.userId, email.userId), eq(emails.id, email.id)));
  await notifyOfReport(db, email, {
    title: () => t`Returned: ${email.subject}`,
    message: reason,
    dedupeKey: `email returned ${first?.id}`,
  });
}

async function notifyOfReport(
  db: Transaction,
  { id, userId }: Sent["email"],
  notice: Pick<Notice, "title" | "message" | "dedupeKey">,
) {
  const announcements: Announcement[] = [{ resource: "emails", ids: [id], audience: [userId] }];
  await notify(
    { db, announce: (fact) => void announcements.push(fact) },
    { ...notice, userIds: [userId], type: "email", priority: "high", href: `/email?email=${id}` },
  );
  await recordAnnouncements(db, announcements);
}
