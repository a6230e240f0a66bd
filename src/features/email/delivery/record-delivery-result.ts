import { and, eq, isNull, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { Announcement } from "#platform/capability/actor.ts";
import type { Transaction } from "#platform/database/database.ts";
import { recordAnnouncements } from "#platform/events/announcements.ts";
import { notify } from "#platform/notify/notify.ts";
import { mailAccounts, mailPendingOperations } from "../account-tables.ts";
import type { DeliveryState } from "../delivery-model.ts";
import { mailDeliveries, mailRecipients } from "../delivery-tables.ts";
import { emails } from "../tables.ts";
import type { Claim } from "./delivery-claim.ts";
import { REASONS } from "./delivery-reasons.ts";

/** Result of the delivery to one recipient. */
export type Outcome = { id: string; state: DeliveryState; reason: string | null };

type DeliveryResult = {
  delivery: typeof mailDeliveries.$inferSelect;
  email: typeof emails.$inferSelect;
  outcomes: readonly Outcome[];
  /** Change events for other people's pages. */
  facts: readonly Announcement[];
  now: Date;
  /** When recipients that are still queued are retried. */
  nextTry?: Date;
  /** The delivery worker is not done: some recipients are still to be handed to another server. */
  isMoreToCome?: boolean;
};

/** The delivery that this worker has leased; undefined where its lease expired and another worker claimed it. */
export async function lockDelivery(db: Transaction, { workerId, deliveryId, userId }: Claim) {
  const [delivery] = await db
    .select()
    .from(mailDeliveries)
    .where(
      and(
        eq(mailDeliveries.userId, userId),
        eq(mailDeliveries.id, deliveryId),
        eq(mailDeliveries.state, "sending"),
        eq(mailDeliveries.leaseBy, workerId),
      ),
    )
    .for("update");
  return delivery;
}

/**
 * Records the results of the recipients and updates the message: its outbox state, the reason on its card and, where it
 * failed or its time has come, its status. A message marked as failed by hand stays marked.
 */
export async function recordDeliveryResult(db: Transaction, settlement: DeliveryResult): Promise<void> {
  const { delivery, email, outcomes, facts, now, nextTry, isMoreToCome } = settlement;
  for (const { id, state, reason } of outcomes)
    await db
      .update(mailRecipients)
      .set({ state, reason, sentAt: state === "sent" ? now : null })
      .where(and(eq(mailRecipients.userId, email.userId), eq(mailRecipients.id, id)));
  if (isMoreToCome) return recordAnnouncements(db, facts);
  const { state, reason } = await summarizeRecipients(db, delivery);
  await db
    .update(mailDeliveries)
    .set({
      state,
      reason,
      leaseBy: null,
      leaseUntil: null,
      updatedAt: now,
      uncertainAt: state === "uncertain" ? now : state === "queued" ? delivery.uncertainAt : null,
      ...(state === "queued" && {
        dataStartedAt: null,
        attempt: delivery.attempt + 1,
        dueAt: nextTry ?? delivery.dueAt,
      }),
    })
    .where(and(eq(mailDeliveries.userId, email.userId), eq(mailDeliveries.id, delivery.id)));
  await db
    .update(emails)
    .set({ version: sql`${emails.version} + 1`, updatedAt: now, ...statusAfter(email, state, now) })
    .where(and(eq(emails.userId, email.userId), eq(emails.id, email.id)));
  const announcements: Announcement[] = [{ resource: "emails", ids: [email.id], audience: [email.userId] }];
  if (state === "uncertain" && !(await searchSentFolder(db, delivery)))
    announcements.push(...(await notifyOfUncertain(db, { delivery, email })));
  if (state === "failed")
    await notify(
      { db, announce: (fact) => void announcements.push(fact) },
      {
        userIds: [email.userId],
        title: () => t`Not sent: ${email.subject}`,
        message: () => reason ?? t`The message could not be delivered`,
        type: "email",
        priority: "high",
        href: `/email?email=${email.id}`,
        dedupeKey: `email failed ${delivery.id} ${delivery.attempt}`,
      },
    );
  await recordAnnouncements(db, [...facts, ...announcements]);
}

async function summarizeRecipients(
  db: Transaction,
  delivery: typeof mailDeliveries.$inferSelect,
): Promise<{ state: DeliveryState; reason: string | null }> {
  const recipients = await db
    .select({ address: mailRecipients.address, state: mailRecipients.state, reason: mailRecipients.reason })
    .from(mailRecipients)
    .where(and(eq(mailRecipients.userId, delivery.userId), eq(mailRecipients.deliveryId, delivery.id)))
    .orderBy(mailRecipients.position);
  if (recipients.length === 0) return { state: "held", reason: REASONS.noRecipient };
  const inState = (state: DeliveryState) => recipients.filter((each) => each.state === state);
  for (const state of ["queued", "uncertain", "held"] as const) {
    const [first] = inState(state);
    if (first) return { state, reason: first.reason };
  }
  const failed = inState("failed");
  if (failed.length === recipients.length) return { state: "failed", reason: failed[0]?.reason ?? null };
  const unreached = failed.map(({ address }) => address).join(", ");
  return { state: "sent", reason: unreached ? `Not delivered to ${unreached}` : null };
}

/** Queues the search of its account's Sent folder; false where none can be made without its owner. */
async function searchSentFolder(
  db: Transaction,
  delivery: typeof mailDeliveries.$inferSelect,
): Promise<boolean> {
  const { userId, accountId, emailId } = delivery;
  if (!accountId) return false;
  const [account] = await db
    .select({ state: mailAccounts.state })
    .from(mailAccounts)
    .where(
      and(eq(mailAccounts.userId, userId), eq(mailAccounts.id, accountId), isNull(mailAccounts.deletedAt)),
    );
  if (!account) return false;
  await db
    .insert(mailPendingOperations)
    .values({ userId, accountId, emailId, kind: "find", detail: { kind: "find", role: "sent" } });
  return account.state !== "needs_you" && account.state !== "leaving";
}

/** Once for each message, when nothing is left that could find out. Returns what to announce. */
export async function notifyOfUncertain(
  db: Transaction,
  { delivery, email }: Pick<DeliveryResult, "delivery" | "email">,
): Promise<Announcement[]> {
  const announcements: Announcement[] = [];
  await notify(
    { db, announce: (fact) => void announcements.push(fact) },
    {
      userIds: [email.userId],
      title: () => t`Not certain whether it was sent: ${email.subject}`,
      message: () =>
        t`The connection broke while it was handed to the mail server. Look in the Sent folder of your mail provider or ask the recipient, then send it again or mark it as sent.`,
      type: "email",
      priority: "high",
      href: `/email?email=${email.id}`,
      dedupeKey: `email uncertain ${delivery.id}`,
    },
  );
  return announcements;
}

type Statuses = Pick<typeof emails.$inferSelect, "status" | "statusBefore">;

/** A message marked as failed by hand stays marked; what it is becomes the status that it gets back. */
function statusAfter({ status, statusBefore }: Statuses, state: DeliveryState, now: Date) {
  if (state === "queued" || state === "sending") return {};
  if (state === "failed") return { status: state, statusBefore: null };
  const real = statusBefore ?? status;
  const isSent = state === "sent";
  const fields =
    isSent && real === "sent" ? {} : { sentAt: isSent ? now : null, folder: isSent ? "sent" : "outbox" };
  return { ...fields, ...(statusBefore === null ? { status: state } : { statusBefore: state }) };
}
