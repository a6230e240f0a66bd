import type { Transaction } from "#platform/database/database.ts";
import { emails } from "./tables.ts";

type SystemMessage = { userId: string; email: string; subject: string; body: string };

/**
 * Puts a message from Adjutant, unread, into a person's own mailbox. The transaction must run as that person:
 * row-level security refuses every other mailbox.
 */
export async function deliverSystemMessage(db: Transaction, message: SystemMessage): Promise<void> {
  await db.insert(emails).values({
    userId: message.userId,
    subject: message.subject,
    body: message.body,
    recipients: [message.email],
    sender: "Adjutant",
    status: "received",
    isSystem: true,
  });
}
