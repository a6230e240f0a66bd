import { and, asc, eq } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { Announcement } from "#platform/capability/actor.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { Transaction } from "#platform/database/database.ts";
import type { Worker } from "#platform/jobs/jobs.ts";
import type { MailOutcome } from "#platform/mail/mail-outcome.ts";
import { mailDeliveries, mailRecipients } from "../delivery-tables.ts";
import { emails } from "../tables.ts";
import { checkOwnSender } from "./check-own-sender.ts";
import { transportOf } from "./choose-sender.ts";
import { deliverLocally, mailboxesOf } from "./deliver-locally.ts";
import type { Claim } from "./delivery-claim.ts";
import { REASONS } from "./delivery-reasons.ts";
import { isReservedDomain, parseAddress, parseRecipient } from "./mail-address.ts";
import { publishDelivered } from "./publish-sent-mail.ts";
import { lockDelivery, type Outcome, recordDeliveryResult } from "./record-delivery-result.ts";
import { type Outgoing, submitMessage } from "./submit-message.ts";

/** Mail delayed by an outage for longer than this is not sent without asking. */
const TOO_LATE_MS = 24 * 3_600_000;

/**
 * One step of a claimed message: first its recipients on this instance and what can be decided here, then, claimed
 * again in the lane of its server, the rest.
 */
export async function deliverClaimed(worker: Worker, claim: Claim): Promise<void> {
  const { database } = worker;
  const claimed = await database.transaction(claim.userId, "write", (db) => lockDelivery(db, claim));
  if (!claimed) return;
  const transport = await transportOf(worker, claim.userId, claimed.accountId).catch(toDeliveryFailure);
  const outgoing = await database.transaction(claim.userId, "write", async (db) => {
    const delivery = await lockDelivery(db, claim);
    return delivery && deliverInside(worker, db, delivery, transport !== null);
  });
  if (outgoing && transport) await submitMessage(worker, claim, transport, outgoing);
}

/** The provider issues no token now: a temporary failure, to be retried. */
function toDeliveryFailure(error: unknown): MailOutcome {
  if (!(error instanceof AppError) || error.code !== "upstream") throw error;
  return { state: "failed", phase: "sign-in", isTemporary: true, reason: error.message, refused: [] };
}

/**
 * All local delivery, in one transaction: a local mailbox receives its copy if and only if the recipient is marked as
 * reached. Returns what is left for an external server.
 */
async function deliverInside(
  worker: Worker,
  db: Transaction,
  delivery: typeof mailDeliveries.$inferSelect,
  canLeave: boolean,
): Promise<Outgoing | null> {
  const [email] = await db
    .select()
    .from(emails)
    .where(and(eq(emails.userId, delivery.userId), eq(emails.id, delivery.emailId)));
  if (!email) throw new Error(`Delivery ${delivery.id} has no email`);
  const open = await listQueued(db, delivery);
  const now = new Date();
  const isLate = now.getTime() - delivery.dueAt.getTime() > TOO_LATE_MS;
  const local = await mailboxesOf(
    db,
    open.flatMap(({ typed }) => parseAddress(typed) ?? []),
  );
  const sender = await checkOwnSender(db, delivery, email);
  const facts: Announcement[] = [];
  const reached = new Set<string>();
  const outcomes: Outcome[] = [];
  const external: Outgoing["open"] = [];
  for (const { id, typed } of open) {
    const address = parseRecipient(typed)?.address ?? null;
    const mailbox = local.get(address?.toLowerCase() ?? "");
    // An address that does not count is not delivered to the person who claims it; where external sending works, it is
    // sent there. A recipient who reads the address through a connected account finds it there too, on all devices.
    const isHere = mailbox?.addressCounts && !(canLeave && mailbox.hasAccount);
    if (delivery.dataStartedAt) outcomes.push({ id, state: "uncertain", reason: REASONS.uncertain });
    else if (isLate) outcomes.push({ id, ...tooLate(delivery) });
    else if (address === null)
      outcomes.push({ id, state: "failed", reason: t`'${typed}' is not an email address` });
    else if (sender.isHeld) outcomes.push({ id, state: "held", reason: REASONS.ownAddress });
    else if (isHere) {
      if (!reached.has(mailbox.userId)) {
        const from = { email, isSenderKnown: sender.isKnown };
        const fact = await deliverLocally(worker, db, from, mailbox.userId, now);
        if (fact) facts.push(fact);
      }
      reached.add(mailbox.userId);
      outcomes.push({ id, state: "sent", reason: null });
    } else if (mailbox && !canLeave) outcomes.push({ id, state: "held", reason: REASONS.theirAddress });
    else if (isReservedDomain(address)) outcomes.push({ id, state: "held", reason: REASONS.reserved });
    else if (canLeave) external.push({ id, address });
    else outcomes.push({ id, state: "held", reason: REASONS.noAccount });
  }
  const isMoreToCome = external.length > 0;
  await recordDeliveryResult(db, { delivery, email, outcomes, facts, now, isMoreToCome });
  await publishDelivered(worker, db, email, outcomes);
  if (external.length === 0) return null;
  if (!delivery.isExternal) return returnToLane(db, delivery);
  const { accountId, attempt, uncertainAt } = delivery;
  return { email, open: external, attempt, accountId, uncertainAt };
}

/** The message waits for its server, and can be cancelled while it does. */
async function returnToLane(db: Transaction, { id, userId }: typeof mailDeliveries.$inferSelect) {
  await db
    .update(mailDeliveries)
    .set({ state: "queued", isExternal: true, leaseBy: null, leaseUntil: null })
    .where(and(eq(mailDeliveries.userId, userId), eq(mailDeliveries.id, id)));
  return null;
}

const tooLate = ({ isExternal }: typeof mailDeliveries.$inferSelect) =>
  isExternal
    ? { state: "failed" as const, reason: REASONS.serverAway }
    : { state: "held" as const, reason: REASONS.overdue };

/** The recipients that nobody has delivered to, in the order in which they were typed. */
const listQueued = (db: Transaction, { userId, id }: typeof mailDeliveries.$inferSelect) =>
  db
    .select({ id: mailRecipients.id, typed: mailRecipients.address })
    .from(mailRecipients)
    .where(
      and(
        eq(mailRecipients.userId, userId),
        eq(mailRecipients.deliveryId, id),
        eq(mailRecipients.state, "queued"),
      ),
    )
    .orderBy(asc(mailRecipients.position));
