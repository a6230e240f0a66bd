import { and, eq, inArray, isNull, ne, or, sql } from "drizzle-orm";
import type { Transaction } from "#platform/database/database.ts";
import { recordAnnouncements } from "#platform/events/announcements.ts";
import type { RecordedReceipt } from "../delivery-model.ts";
import { mailDeliveries, mailRecipients } from "../delivery-tables.ts";
import type { ParsedMessage } from "../reading/parse-message.ts";
import type { ReceiptReport } from "../reading/parse-report.ts";
import { emails } from "../tables.ts";
import { parseAddress } from "./mail-address.ts";
import { recordDeliveryResult } from "./record-delivery-result.ts";

/**
 * A read receipt (RFC 8098) is recorded at its recipient. It counts only for a message of the owner that asked for one
 * and was sent to that address: anybody can forge a receipt.
 */
export async function processReadReceipts(
  db: Transaction,
  userId: string,
  mails: readonly Pick<ParsedMessage, "id" | "receipt">[],
): Promise<void> {
  for (const { id, receipt } of mails) {
    const receivedAt = receipt && (await arrivalOf(db, userId, id));
    if (receipt && receivedAt) await recordReceipt(db, userId, receivedAt, receipt);
  }
}

export async function recordReceipt(
  db: Transaction,
  userId: string,
  receivedAt: Date,
  { messageId, addresses, disposition, mode }: ReceiptReport,
): Promise<void> {
  const [sent] = await db
    .select({ email: emails, delivery: mailDeliveries })
    .from(emails)
    .innerJoin(mailDeliveries, eq(mailDeliveries.emailId, emails.id))
    .where(
      and(eq(emails.userId, userId), eq(emails.messageId, messageId), eq(emails.isReceiptRequested, true)),
    )
    .orderBy(emails.createdAt, emails.id)
    .limit(1)
    .for("update");
  if (!sent) return;
  const { email, delivery } = sent;
  const reached = await db
    .select()
    .from(mailRecipients)
    .where(
      and(
        eq(mailRecipients.userId, userId),
        eq(mailRecipients.deliveryId, delivery.id),
        inArray(mailRecipients.state, ["sent", "uncertain"]),
      ),
    )
    .orderBy(mailRecipients.position);
  const reader = reached.find(({ address }) => addresses.includes(parseAddress(address) ?? ""));
  if (!reader || !isNews(reader.receipt, disposition)) return;
  const receipt: RecordedReceipt = { at: receivedAt.toISOString(), disposition, mode };
  await db
    .update(mailRecipients)
    .set({ receipt })
    .where(and(eq(mailRecipients.userId, userId), eq(mailRecipients.id, reader.id)));
  if (reader.state === "uncertain") {
    const outcomes = [{ id: reader.id, state: "sent" as const, reason: null }];
    return recordDeliveryResult(db, { delivery, email, outcomes, facts: [], now: new Date() });
  }
  await db
    .update(emails)
    .set({ version: sql`${emails.version} + 1` })
    .where(and(eq(emails.userId, userId), eq(emails.id, email.id)));
  await recordAnnouncements(db, [{ resource: "emails", ids: [email.id], audience: [userId] }]);
}

/** When the report arrived; null where the account's server found that its sender is not who it claims to be. */
async function arrivalOf(db: Transaction, userId: string, id: string): Promise<Date | null> {
  const [report] = await db
    .select({ receivedAt: emails.receivedAt, createdAt: emails.createdAt })
    .from(emails)
    .where(
      and(
        ...[eq(emails.userId, userId), eq(emails.id, id), eq(emails.status, "received")],
        or(isNull(emails.senderCheck), ne(emails.senderCheck, "failed")),
      ),
    );
  return report ? (report.receivedAt ?? report.createdAt) : null;
}

/** That it was read stays, whatever comes later: a message is often deleted after it was read. */
const isNews = (known: RecordedReceipt | null, disposition: RecordedReceipt["disposition"]) =>
  known === null || (known.disposition !== "displayed" && known.disposition !== disposition);
