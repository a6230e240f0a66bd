import type { DeliverSystemMessage } from "#platform/auth/auth-settings.ts";
import { emails } from "../tables.ts";

/**
 * Puts a message from Adjutant, unread, into a person's own mailbox. The transaction must run as that person:
 * row-level security refuses every other mailbox.
 */
export const deliverSystemMessage: DeliverSystemMessage = async (db, { userId, to, subject, body }) => {
  await db.insert(emails).values({
    userId,
    subject,
    body,
    recipients: [to],
    sender: "Adjutant",
    status: "received",
    isSystem: true,
  });
};
