import { and, eq, inArray, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import { addressCounts } from "#platform/auth/accounts/record-address.ts";
import { languageOf } from "#platform/auth/own-language.ts";
import { profiles, users } from "#platform/auth/tables.ts";
import { attributeRow } from "#platform/crash/attribution.ts";
import type { Transaction } from "#platform/database/database.ts";
import type { Worker } from "#platform/jobs/jobs.ts";
import { inLanguage } from "#platform/language/in-language.ts";
import { isExampleAddress } from "#platform/mail/mail-address.ts";
import { queueSystemMail } from "#platform/mail/send-system-mail.ts";
import { systemTransport } from "#platform/system-settings/smtp.ts";
import { pushToDevice } from "./push-to-device.ts";
import { areReplyCommandsEnabled } from "./reply-commands.ts";
import { notificationDeliveries, notificationPolicies, pushDevices, smartNotifications } from "./tables.ts";
import {
  type DigestItem,
  type NoticeMailContext,
  type NoticeRow,
  writeDigest,
  writeNeedsYou,
  writeNoticeMail,
} from "./write-notice-mail.ts";

const BATCH = 100;
const MAX_ATTEMPTS = 6;

type ClaimedDelivery = { id: string; person: string; channel: "push" | "mail" | "digest"; attempts: number };
type Due = ClaimedDelivery & { notice: NoticeRow };
/** `retryMinutes`: minutes until the retry. */
type Outcome =
  | { state: "done" | "failed"; reason: string | null; messageId?: string | null }
  | { retryMinutes: number; reason: string };

/** What else is in a person's daily mail; none without. */
export type ListDigestItems = (worker: Worker, person: string) => Promise<readonly DigestItem[]>;
const noItems: ListDigestItems = async () => [];

/**
 * Delivers due notifications by push and by mail. Any number of processes may run it; each delivery is claimed by one
 * worker. If that worker dies, another one claims it after five minutes: a push may then arrive twice, which its device
 * shows once, a mail does not. Returns the number claimed.
 */
export async function deliverNotices(worker: Worker, listDigestItems = noItems): Promise<number> {
  const { rows } = await worker.database.transaction(null, "write", (db) =>
    db.execute<ClaimedDelivery>(
      sql`select id, person, channel, attempts from claim_notification_deliveries(${BATCH})`,
    ),
  );
  for (const [person, claimed] of Map.groupBy(rows, ({ person }) => person))
    await attributeRow(worker.config.dataDir, { name: "Notifications of a person", row: person }, () =>
      deliverTo(worker, person, claimed, listDigestItems),
    ).catch((error: unknown) =>
      worker.log.error("Notifications were not delivered", { error, userId: person }),
    );
  return rows.length;
}

async function deliverTo(
  worker: Worker,
  person: string,
  claimed: readonly ClaimedDelivery[],
  listDigestItems: ListDigestItems,
): Promise<void> {
  const due = await worker.database.transaction(person, "read", (db) => withNotices(db, person, claimed));
  const alreadyRead = claimed.filter(({ id }) => !due.some((one) => one.id === id));
  await recordOutcome(worker, person, alreadyRead, { state: "done", reason: t`It was read meanwhile` });
  for (const one of due.filter(({ channel }) => channel === "push"))
    await recordOutcome(worker, person, [one], await push(worker, person, one));
  for (const one of due.filter(({ channel }) => channel === "mail"))
    await mail(worker, person, [one], writeNoticeMail);
  const digest = due.filter(({ channel }) => channel === "digest");
  if (digest.length === 0) return;
  const needsYou = await digestItems(worker, person, listDigestItems);
  await mail(worker, person, digest, (notices, context) => writeDigest(notices, context, needsYou), needsYou);
}

/** None without a mail to hold them. A source that fails must not stop the mail, today and on every later day. */
async function digestItems(worker: Worker, person: string, listDigestItems: ListDigestItems) {
  const { systemSettings, database, log } = worker;
  const account = await database.transaction(person, "read", (db) => accountOf(db, person));
  const goesOut = systemSettings.current.emailNotifications && systemTransport(systemSettings);
  if (!goesOut || !account?.addressCounts || isExampleAddress(account.email)) return [];
  return listDigestItems(worker, person).catch((error: unknown) => {
    log.error("The daily mail goes out without what needs the person", { error, userId: person });
    return [];
  });
}

/** Omits notifications that the person has read meanwhile; an unwanted one, stored as read, is not omitted. */
async function withNotices(
  db: Transaction,
  person: string,
  claimed: readonly ClaimedDelivery[],
): Promise<Due[]> {
  const rows = await db
    .select({ deliveryId: notificationDeliveries.id, notice: smartNotifications })
    .from(notificationDeliveries)
    .innerJoin(smartNotifications, eq(smartNotifications.id, notificationDeliveries.notificationId))
    .where(
      and(
        eq(notificationDeliveries.userId, person),
        inArray(
          notificationDeliveries.id,
          claimed.map(({ id }) => id),
        ),
        sql`(not is_read or hold_reason = 'unwanted') and is_sent`,
      ),
    );
  return claimed.flatMap((one) => {
    const found = rows.find(({ deliveryId }) => deliveryId === one.id);
    return found ? [{ ...one, notice: found.notice }] : [];
  });
}

async function push(worker: Worker, person: string, { notice, attempts }: Due): Promise<Outcome> {
  if (!worker.systemSettings.current.pushNotifications)
    return { state: "failed", reason: t`Push is switched off on this instance` };
  const { devices, showsContents } = await worker.database.transaction(person, "read", async (db) => {
    const [policy] = await db
      .select()
      .from(notificationPolicies)
      .where(eq(notificationPolicies.userId, person));
    return {
      devices: await db.select().from(pushDevices).where(eq(pushDevices.userId, person)),
      showsContents: policy?.pushContents ?? false,
    };
  });
  const answers = await Promise.all(
    devices.map(async (device) => ({
      device,
      answer: await pushToDevice(worker, device, notice, showsContents),
    })),
  );
  const lost = answers.filter(({ answer }) => answer === "gone").map(({ device }) => device.id);
  const reached = answers.filter(({ answer }) => answer === "taken").map(({ device }) => device.id);
  await worker.database.transaction(person, "write", async (db) => {
    if (lost.length > 0)
      await db.delete(pushDevices).where(and(eq(pushDevices.userId, person), inArray(pushDevices.id, lost)));
    if (reached.length > 0)
      await db
        .update(pushDevices)
        .set({ lastSentAt: new Date() })
        .where(and(eq(pushDevices.userId, person), inArray(pushDevices.id, reached)));
  });
  if (reached.length > 0) return { state: "done", reason: null };
  if (!answers.some(({ answer }) => answer === "busy")) {
    const isRefused = answers.some(({ answer }) => answer === "refused");
    const reason = isRefused ? t`The push service refused the message` : t`No device takes messages any more`;
    return { state: "failed", reason };
  }
  return attempts >= MAX_ATTEMPTS
    ? { state: "failed", reason: t`The push service did not take it` }
    : { retryMinutes: 2 ** attempts, reason: t`The push service did not take it` };
}

/** Queues the mail in the transaction that records it: exactly once, whatever fails in between. */
async function mail(
  worker: Worker,
  person: string,
  due: readonly Due[],
  write: (
    notices: readonly NoticeRow[],
    context: NoticeMailContext,
  ) => { subject: string; text: string; html: string },
  needsYou: readonly DigestItem[] = [],
): Promise<void> {
  const { systemSettings, secrets, jobs, config } = worker;
  await worker.database.transaction(person, "write", async (db) => {
    const account = await accountOf(db, person);
    const mailContext = {
      appName: systemSettings.current.appName,
      origin: systemSettings.origin ?? config.publicUrl,
      now: new Date(),
      acceptsReplyCommands: await areReplyCommandsEnabled(db),
    };
    const written = inLanguage(languageOf(account ?? { language: null }), () =>
      write(
        due.map(({ notice }) => notice),
        mailContext,
      ),
    );
    const outbox = {
      systemSettings,
      secrets,
      enqueue: ((job, payload, options) => jobs.enqueue(db, job, payload, options)) as Parameters<
        typeof queueSystemMail
      >[0]["enqueue"],
    };
    const isMailEnabled = systemSettings.current.emailNotifications;
    const messageId =
      isMailEnabled && account?.addressCounts === true
        ? await queueSystemMail(outbox, { userId: person, to: account.email, ...written })
        : null;
    if (messageId && needsYou.length > 0) await storeItems(db, person, due, needsYou);
    const reason = messageId ? null : mailSkipReason(isMailEnabled, account?.addressCounts ?? false);
    await saveOutcome(db, person, due, { state: messageId ? "done" : "failed", reason, messageId });
  });
}

async function accountOf(db: Transaction, person: string) {
  const [account] = await db
    .select({ email: users.email, addressCounts, language: profiles.language })
    .from(users)
    .innerJoin(profiles, eq(profiles.userId, users.id))
    .where(eq(users.id, person));
  return account;
}

/** With each notification: any of them may be deleted before a reply to the mail is read. */
async function storeItems(
  db: Transaction,
  person: string,
  due: readonly Due[],
  needsYou: readonly DigestItem[],
) {
  const stored = JSON.stringify({ digestSections: [writeNeedsYou(needsYou)] });
  const { contextData } = smartNotifications;
  const notices = due.map(({ notice }) => notice.id);
  await db
    .update(smartNotifications)
    .set({ contextData: sql`coalesce(${contextData}, '{}'::jsonb) || ${stored}::jsonb` })
    .where(and(eq(smartNotifications.userId, person), inArray(smartNotifications.id, notices)));
}

function mailSkipReason(isMailEnabled: boolean, addressIsKnown: boolean): string {
  if (!isMailEnabled) return t`Mail about notifications is switched off on this instance`;
  return addressIsKnown ? t`No mail server is set up` : t`The address is not confirmed`;
}

const recordOutcome = (worker: Worker, person: string, due: readonly ClaimedDelivery[], outcome: Outcome) =>
  worker.database.transaction(person, "write", (db) => saveOutcome(db, person, due, outcome));

async function saveOutcome(
  db: Transaction,
  person: string,
  due: readonly ClaimedDelivery[],
  outcome: Outcome,
): Promise<void> {
  const isDue = inArray(
    notificationDeliveries.id,
    due.map(({ id }) => id),
  );
  if (due.length === 0) return;
  const to =
    "retryMinutes" in outcome
      ? { state: "waiting" as const, dueAt: sql`now() + make_interval(mins => ${outcome.retryMinutes})` }
      : { state: outcome.state, ...(outcome.messageId && { messageId: outcome.messageId }) };
  await db
    .update(notificationDeliveries)
    .set({ ...to, reason: outcome.reason })
    .where(and(eq(notificationDeliveries.userId, person), isDue));
}
