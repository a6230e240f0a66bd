import { and, eq, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { Transaction } from "#platform/database/database.ts";
import { recordAnnouncements } from "#platform/events/announcements.ts";
import type { Worker } from "#platform/jobs/jobs.ts";
import type { MailOutcome } from "#platform/mail/mail-outcome.ts";
import { ImapFailure } from "#platform/mail/open-imap.ts";
import type { SmtpTransport } from "#platform/mail/smtp-transport.ts";
import { mailAccounts, mailPendingOperations } from "../account-tables.ts";
import { CONNECT_AGAIN } from "../accounts/check-account.ts";
import { recordSizeLimit } from "../accounts/record-size-limit.ts";
import { mailDeliveries } from "../delivery-tables.ts";
import { emails } from "../tables.ts";
import { buildMessage } from "./build-message.ts";
import { filesSentItself } from "./choose-sender.ts";
import type { Claim } from "./delivery-claim.ts";
import { REASONS } from "./delivery-reasons.ts";
import { wasSentBefore } from "./find-in-sent-folder.ts";
import { publishDelivered } from "./publish-sent-mail.ts";
import { lockDelivery, type Outcome, recordDeliveryResult } from "./record-delivery-result.ts";

/** A message for an external server, with the recipients who have not received it. */
export type Outgoing = {
  email: typeof emails.$inferSelect;
  open: { id: string; address: string }[];
  attempt: number;
  /** The account whose server sends it; null for the instance's. */
  accountId: string | null;
  /** Set where an earlier attempt may have been accepted. */
  uncertainAt: Date | null;
};

/** Minutes before the next try after a temporary refusal; after the last one it has failed (security.md §4, D24). */
const RETRY_DELAYS_MINUTES = [1, 5, 15, 60, 240, 240, 240];

/**
 * Submits the message to its server and records the result. The mark `data_started_at` is committed before the first
 * byte is sent: however the worker ends after that, the message is not sent again unasked.
 */
export async function submitMessage(
  worker: Worker,
  claim: Claim,
  transport: SmtpTransport | MailOutcome,
  outgoing: Outgoing,
): Promise<void> {
  const { database, files, mail } = worker;
  const asSender = <T>(work: (db: Transaction) => Promise<T>) =>
    database.transaction(claim.userId, "write", work);
  const write = () =>
    asSender(async (db) => ({
      ...(await buildMessage({ db, files }, outgoing.email)),
      recipients: outgoing.open.map(({ address }) => address),
    }));
  const beforeData = () =>
    asSender(async (db) => {
      const started = await db
        .update(mailDeliveries)
        .set({ dataStartedAt: new Date() })
        .where(
          and(
            eq(mailDeliveries.userId, claim.userId),
            eq(mailDeliveries.id, claim.deliveryId),
            eq(mailDeliveries.leaseBy, claim.workerId),
          ),
        )
        .returning({ id: mailDeliveries.id });
      if (started.length === 0) throw new LeaseLost();
    });
  let sizeLimit: number | null | undefined;
  const onSizeLimit = (bytes: number | null) => {
    sizeLimit = bytes;
  };
  const send = async () =>
    "state" in transport ? transport : mail.send(transport, await write(), { beforeData, onSizeLimit });
  const outcome = (await outcomeBefore(worker, claim, outgoing)) ?? (await send().catch(asRefusal));
  if (outcome === null) return;
  await asSender(async (db) => {
    const delivery = await lockDelivery(db, claim);
    if (!delivery) return;
    const [email] = await db
      .select()
      .from(emails)
      .where(and(eq(emails.userId, claim.userId), eq(emails.id, delivery.emailId)));
    if (!email) throw new Error(`Delivery ${claim.deliveryId} has no email`);
    const now = new Date();
    const pause = RETRY_DELAYS_MINUTES[outgoing.attempt];
    const outcomes = outgoing.open.map((recipient) => outcomeOf(outcome, recipient, pause !== undefined));
    const nextTry = new Date(now.getTime() + (pause ?? 0) * 60_000);
    await recordDeliveryResult(db, { delivery, email, outcomes, facts: [], now, nextTry });
    await publishDelivered(worker, db, email, outcomes);
    const isReached = reachedServer(outcome);
    if (isReached !== null)
      await db.execute(sql`select record_lane_result(${outgoing.accountId}, ${isReached})`);
    if (outgoing.accountId) await recordAccountState(db, outgoing.accountId, email, outcome);
    if (outgoing.accountId && sizeLimit !== undefined)
      await recordSizeLimit(db, claim.userId, outgoing.accountId, sizeLimit);
  });
}

/** Searches the Sent folder for a message that may have been sent; null where it has to be sent. */
async function outcomeBefore(
  worker: Worker,
  { userId }: Claim,
  { email, open, accountId, uncertainAt }: Outgoing,
): Promise<MailOutcome | null> {
  const { messageId } = email;
  if (!uncertainAt || !accountId || !messageId) return null;
  try {
    if (!(await wasSentBefore(worker, { userId, accountId, messageId }))) return null;
    const accepted = open.map(({ address }) => address);
    return { state: "sent", response: "", accepted, refused: [] };
  } catch (error) {
    if (!(error instanceof ImapFailure)) throw error;
    return {
      state: "failed",
      phase: "connection",
      isTemporary: true,
      reason: REASONS.cannotCheck,
      refused: [],
    };
  }
}

/** Queues a copy for the account's Sent folder; a refused sign-in needs the account's owner. */
async function recordAccountState(
  db: Transaction,
  accountId: string,
  { id: emailId, userId }: typeof emails.$inferSelect,
  outcome: MailOutcome,
): Promise<void> {
  const [account] = await db
    .select()
    .from(mailAccounts)
    .where(and(eq(mailAccounts.userId, userId), eq(mailAccounts.id, accountId)));
  if (!account) return;
  if (outcome.state === "sent" && !filesSentItself(account))
    await db
      .insert(mailPendingOperations)
      .values({ userId, accountId, emailId, kind: "append", detail: { kind: "append", role: "sent" } });
  if (outcome.state !== "failed" || outcome.phase !== "sign-in" || outcome.isTemporary) return;
  await db
    .update(mailAccounts)
    .set({
      state: "needs_you",
      reason: outcome.reason,
      remedy: account.integrationId ? CONNECT_AGAIN : t`Enter the password for sending again.`,
    })
    .where(and(eq(mailAccounts.userId, userId), eq(mailAccounts.id, accountId)));
  await recordAnnouncements(db, [{ resource: "mailAccounts", ids: [accountId], audience: [userId] }]);
}

/** Whether the server answered; null where this does not show it. */
function reachedServer(outcome: MailOutcome): boolean | null {
  if (outcome.state === "sent") return true;
  if (outcome.state === "uncertain" || outcome.phase === "name") return null;
  return !(outcome.isTemporary && ["connection", "tls", "sign-in"].includes(outcome.phase));
}

class LeaseLost extends Error {}

/**
 * A message that can never be sent as it is has failed; one that cannot be read right now is retried; a lost lease is
 * left to the other worker.
 */
function asRefusal(error: unknown): MailOutcome | null {
  if (error instanceof LeaseLost) return null;
  if (!(error instanceof AppError)) throw error;
  const isTemporary = error.code === "upstream";
  return { state: "failed", phase: "name", isTemporary, reason: error.message, refused: [] };
}

function outcomeOf(outcome: MailOutcome, recipient: Outgoing["open"][number], mayRetry: boolean): Outcome {
  const { id, address } = recipient;
  const refusal = outcome.refused.find((each) => each.address.toLowerCase() === address.toLowerCase());
  if (refusal) {
    const state = refusal.isTemporary && mayRetry ? "queued" : "failed";
    return { id, state, reason: refusal.reason };
  }
  if (outcome.state === "sent") return { id, state: "sent", reason: null };
  if (outcome.state === "uncertain") return { id, state: "uncertain", reason: REASONS.uncertain };
  return { id, state: outcome.isTemporary && mayRetry ? "queued" : "failed", reason: outcome.reason };
}
