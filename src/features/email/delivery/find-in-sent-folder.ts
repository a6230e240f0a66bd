import { and, eq, inArray, sql } from "drizzle-orm";
import type { ImapFlow } from "imapflow";
import type { Transaction } from "#platform/database/database.ts";
import { recordAnnouncements } from "#platform/events/announcements.ts";
import type { Worker } from "#platform/jobs/jobs.ts";
import { openReadOnly, searchUids } from "#platform/mail/imap-commands.ts";
import { mailAccounts, mailboxes } from "../account-tables.ts";
import { accessTokens } from "../accounts/access-token.ts";
import { imapTransport, resolveAccountServers } from "../accounts/account-servers.ts";
import { mailDeliveries, mailRecipients } from "../delivery-tables.ts";
import { emails } from "../tables.ts";
import { REASONS } from "./delivery-reasons.ts";
import { notifyOfUncertain, recordDeliveryResult } from "./record-delivery-result.ts";

/** How long a server may take to file a sent message (security.md §4); after that only its writer can decide. */
const FILING_TIMEOUT_MS = 10 * 60_000;
const SENT = ["sent", "all"] as const;

type Folder = { path: string; role: string };

/**
 * Finds a message whose connection broke while sending, where its server files sent mail. Throws ImapFailure where the
 * server refuses to open the folder or to search it: without an answer nobody may send it again.
 */
export async function isInSentFolder(
  client: ImapFlow,
  boxes: readonly Folder[],
  messageId: string,
): Promise<boolean> {
  for (const { path } of boxes.filter(({ role }) => SENT.some((each) => each === role))) {
    await openReadOnly(client, path);
    const found = await searchUids(client, { header: { "message-id": messageId } });
    if (found.length > 0) return true;
  }
  return false;
}

/**
 * Checks before an uncertain message is sent again, over a separate connection. Throws ImapFailure where the check
 * fails.
 */
export async function wasSentBefore(
  worker: Worker,
  { userId, accountId, messageId }: { userId: string; accountId: string; messageId: string },
): Promise<boolean> {
  const { database, secrets, mail } = worker;
  const { account, boxes } = await database.transaction(userId, "read", async (db) => ({
    account: (
      await db
        .select()
        .from(mailAccounts)
        .where(and(eq(mailAccounts.userId, userId), eq(mailAccounts.id, accountId)))
    )[0],
    boxes: await db
      .select({ path: mailboxes.path, role: mailboxes.role })
      .from(mailboxes)
      .where(
        and(
          eq(mailboxes.userId, userId),
          eq(mailboxes.accountId, accountId),
          inArray(mailboxes.role, [...SENT]),
        ),
      ),
  }));
  const lines = account && (await resolveAccountServers(secrets, account, accessTokens(worker)));
  if (!lines || boxes.length === 0) return false;
  const client = await mail.openImap(imapTransport(lines));
  try {
    return await isInSentFolder(client, boxes, messageId);
  } finally {
    client.close();
  }
}

/**
 * Applies a search of the Sent folder to an uncertain delivery: found means sent; not found means another search in a
 * minute, and after ten minutes its writer is told. `again`: whether to search again.
 */
export async function recordSentFolderSearch(
  db: Transaction,
  { id: emailId, userId }: Pick<typeof emails.$inferSelect, "id" | "userId">,
  isFound: boolean,
): Promise<{ again: boolean }> {
  const [delivery] = await db
    .select()
    .from(mailDeliveries)
    .where(
      and(
        eq(mailDeliveries.userId, userId),
        eq(mailDeliveries.emailId, emailId),
        eq(mailDeliveries.state, "uncertain"),
      ),
    )
    .for("update");
  const [email] = await db
    .select()
    .from(emails)
    .where(and(eq(emails.userId, userId), eq(emails.id, emailId)));
  if (!delivery || !email) return { again: false };
  const isOpen = and(
    eq(mailRecipients.userId, userId),
    eq(mailRecipients.deliveryId, delivery.id),
    eq(mailRecipients.state, "uncertain"),
  );
  if (isFound) {
    const open = await db.select({ id: mailRecipients.id }).from(mailRecipients).where(isOpen);
    const outcomes = open.map(({ id }) => ({ id, state: "sent" as const, reason: null }));
    await recordDeliveryResult(db, { delivery, email, outcomes, facts: [], now: new Date() });
    return { again: false };
  }
  const since = delivery.uncertainAt ?? delivery.updatedAt;
  if (Date.now() - since.getTime() < FILING_TIMEOUT_MS) return { again: true };
  await db.update(mailRecipients).set({ reason: REASONS.notAmongSent }).where(isOpen);
  await db
    .update(mailDeliveries)
    .set({ reason: REASONS.notAmongSent })
    .where(and(eq(mailDeliveries.userId, userId), eq(mailDeliveries.id, delivery.id)));
  await db
    .update(emails)
    .set({ version: sql`${emails.version} + 1` })
    .where(and(eq(emails.userId, userId), eq(emails.id, emailId)));
  const changed = { resource: "emails", ids: [emailId], audience: [userId] };
  await recordAnnouncements(db, [changed, ...(await notifyOfUncertain(db, { delivery, email }))]);
  return { again: false };
}
