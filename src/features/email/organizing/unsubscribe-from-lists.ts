import { and, desc, eq, gte, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { inOwnTransaction } from "#platform/capability/in-own-transaction.ts";
import { Instant } from "#platform/capability/wire.ts";
import { OutboundError } from "#platform/outbound/outbound.ts";
import { requestWeb } from "#platform/outbound/web-request.ts";
import { SendEmail, sendEmail } from "../delivery/send-email.ts";
import { UnsubscribeOutcome } from "../model.ts";
import { isOneClick, ownEmails } from "../reading/read-emails.ts";
import { mailUnsubscribes } from "../settings-tables.ts";
import { emails } from "../tables.ts";
import { parseListUnsubscribe, type UnsubscribeWay } from "./list-unsubscribe.ts";

/**
 * A mailing list sender with what helps to decide: how much it sends, how much of it is read, and how to unsubscribe.
 */
export const Subscription = z.object({
  /** The bare address of the sender. */
  sender: z.string(),
  /** Name and address, as in the newest message. */
  displayName: z.string(),
  /** Messages of the last 180 days, and those of them that were read. */
  messageCount: z.int(),
  readCount: z.int(),
  lastReceivedAt: Instant,
  method: z.enum(["none", "click", "mail", "link"]),
  /** The result of an earlier request; null where there was none. */
  outcome: UnsubscribeOutcome.nullable(),
  requestedAt: Instant.nullable(),
});

export const Unsubscribed = z.object({
  sender: z.string(),
  outcome: UnsubscribeOutcome,
  /** Why it failed, as shown to people. */
  reason: z.string().nullable(),
  /** The page that only its reader can open. */
  url: z.string().nullable(),
});
type Unsubscribed = z.output<typeof Unsubscribed>;

const DAYS = 180;
const MAX_SENDERS = 200;
const CONCURRENCY = 5;

/** Senders that name a way to unsubscribe, those that send most first. Changes nothing: the dry run of `unsubscribe`. */
export async function listSubscriptions(context: SignedIn) {
  const { db, actor, now } = context;
  const since = new Date(now.getTime() - DAYS * 86_400_000);
  const asked = and(
    eq(mailUnsubscribes.userId, actor.userId),
    eq(mailUnsubscribes.senderAddress, emails.senderAddress),
  );
  // rule: unique-order - one row for each sender, because they are grouped by it
  const rows = await db
    .select({
      sender: emails.senderAddress,
      displayName: sql<string>`(array_agg(${emails.sender} order by ${emails.createdAt} desc, ${emails.id} desc))[1]`,
      messageCount: sql<number>`count(*)::int`,
      readCount: sql<number>`(count(*) filter (where ${emails.isRead}))::int`,
      lastReceivedAt: sql<Date>`max(${emails.createdAt})`.mapWith(emails.createdAt),
      header: sql<string>`(array_agg(${emails.listUnsubscribe} order by ${emails.createdAt} desc, ${emails.id} desc))[1]`,
      isOneClick: sql<boolean>`(array_agg(${isOneClick} order by ${emails.createdAt} desc, ${emails.id} desc))[1]`,
      outcome: sql<UnsubscribeOutcome | null>`max(${mailUnsubscribes.outcome})`,
      requestedAt: sql<Date | null>`max(${mailUnsubscribes.createdAt})`.mapWith(mailUnsubscribes.createdAt),
    })
    .from(emails)
    .leftJoin(mailUnsubscribes, asked)
    .where(isOfList(context, gte(emails.createdAt, since)))
    .groupBy(emails.senderAddress)
    .orderBy(desc(sql`count(*)`), emails.senderAddress)
    .limit(MAX_SENDERS);
  return rows.map(({ header, isOneClick, ...row }) => ({
    ...row,
    method: parseListUnsubscribe(header, isOneClick).way,
  }));
}

const isOfList = (context: SignedIn, ...conditions: SQL[]) =>
  ownEmails(context, eq(emails.status, "received"), isNotNull(emails.listUnsubscribe), ...conditions);

type Newest = { sender: string; accountId: string | null; way: UnsubscribeWay };

/** Unsubscribes from each sender by the best way of its newest message; a failure does not stop the others. */
export async function unsubscribe(context: SignedIn, senders: readonly string[]): Promise<Unsubscribed[]> {
  const uniqueSenders = [...new Set(senders.map((sender) => sender.toLowerCase()))];
  const newest = await inOwnTransaction(context, "read", (own) => newestOf(own, uniqueSenders));
  const results: Unsubscribed[] = [];
  for (let at = 0; at < uniqueSenders.length; at += CONCURRENCY)
    results.push(
      ...(await Promise.all(
        uniqueSenders.slice(at, at + CONCURRENCY).map((sender) => {
          const list = newest.find((each) => each.sender === sender);
          return list ? unsubscribeFrom(context, list) : notAList(sender);
        }),
      )),
    );
  const known = results.filter(({ sender }) => newest.some((each) => each.sender === sender));
  if (known.length > 0) await inOwnTransaction(context, "write", (own) => recordUnsubscribed(own, known));
  return results;
}

async function newestOf(context: SignedIn, senders: readonly string[]): Promise<Newest[]> {
  const rows = await context.db
    .selectDistinctOn([emails.senderAddress], {
      sender: emails.senderAddress,
      accountId: emails.accountId,
      header: emails.listUnsubscribe,
      isOneClick,
    })
    .from(emails)
    .where(isOfList(context, inArray(emails.senderAddress, [...senders])))
    .orderBy(emails.senderAddress, desc(emails.createdAt), desc(emails.id));
  return rows.map(({ header, isOneClick, ...row }) => ({
    ...row,
    way: parseListUnsubscribe(header, isOneClick),
  }));
}

const notAList = (sender: string): Unsubscribed => ({
  ...{ sender, outcome: "failed", url: null },
  reason: t`Its mail names no way to unsubscribe`,
});

async function unsubscribeFrom(context: SignedIn, { sender, accountId, way }: Newest): Promise<Unsubscribed> {
  if (way.way === "none") return notAList(sender);
  if (way.way === "link") return { sender, outcome: "link", reason: null, url: way.url };
  const failed = (reason: string): Unsubscribed => ({ sender, outcome: "failed", reason, url: null });
  if (way.way === "click") {
    const refusal = await unsubscribeByPost(context, way.url);
    return refusal ? failed(refusal) : { sender, outcome: "done", reason: null, url: null };
  }
  try {
    await inOwnTransaction(context, "write", (own) => unsubscribeByMail(own, way, accountId));
    return { sender, outcome: "mailed", reason: null, url: null };
  } catch (error) {
    if (error instanceof AppError) return failed(error.message);
    throw error;
  }
}

/** RFC 8058 §3.1: one POST, no cookies, no redirect followed. Returns why it failed, or null. */
async function unsubscribeByPost({ outbound }: SignedIn, url: string): Promise<string | null> {
  const body = "List-Unsubscribe=One-Click";
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  try {
    const { status } = await requestWeb(outbound, { url, method: "POST", headers, body, maxBytes: 100_000 });
    return status >= 200 && status < 300 ? null : t`The list's server answered ${status}`;
  } catch (error) {
    if (error instanceof OutboundError) return error.message;
    throw error;
  }
}

async function unsubscribeByMail(
  context: SignedIn,
  { address, subject, body }: Extract<UnsubscribeWay, { way: "mail" }>,
  accountId: string | null,
): Promise<void> {
  await sendEmail(context, SendEmail.parse({ subject, body, recipients: [address], accountId }));
}

async function recordUnsubscribed(
  { db, actor, now }: SignedIn,
  results: readonly Unsubscribed[],
): Promise<void> {
  await db
    .insert(mailUnsubscribes)
    .values(
      results.map(({ sender, outcome, reason }) => ({
        ...{ userId: actor.userId, senderAddress: sender, outcome, reason, createdAt: now },
      })),
    )
    .onConflictDoUpdate({
      target: [mailUnsubscribes.userId, mailUnsubscribes.senderAddress],
      set: { outcome: sql`excluded.outcome`, reason: sql`excluded.reason`, createdAt: now },
    });
}
