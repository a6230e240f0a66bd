import { and, eq, inArray, isNull } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import { Id } from "#platform/capability/wire.ts";
import { mailAccounts } from "../account-tables.ts";
import { chooseSender } from "../delivery/choose-sender.ts";
import { parseAddress } from "../delivery/mail-address.ts";
import { MAX_SUBJECT } from "../fields.ts";
import { preferencesOf } from "../mail-preferences.ts";
import { ARCHIVED, MAX_BODY } from "../model.ts";
import { openEmail, ownEmails } from "../reading/read-emails.ts";
import { emails } from "../tables.ts";

/** The initial content of a reply or a forward; nothing is stored. */
export const DraftStart = z.object({
  subject: z.string(),
  body: z.string(),
  recipients: z.array(z.string()),
  cc: z.array(z.string()),
  category: z.string().nullable(),
  inReplyTo: Id.nullable(),
  /** A reply to a mail that the person wrote. */
  isToOwn: z.boolean(),
  /** The account that it leaves by unless another is chosen; null where none is connected. */
  accountId: Id.nullable(),
  /** The signature of that account. */
  signature: z.string(),
});

/** The initial content of a new message, for the chosen account or the default one. */
export async function startNew(context: SignedIn, accountId: string | null) {
  return {
    ...{ subject: "", body: "", recipients: [], cc: [], category: null, inReplyTo: null, isToOwn: false },
    ...(await senderOf(context, accountId)),
  };
}

async function senderOf(context: SignedIn, chosen: string | null) {
  const { accountId, signature } = await chooseSender(context, chosen);
  return { accountId, signature: signature ?? (await preferencesOf(context)).signature };
}

/**
 * 'Re: ' before the subject, to the original sender, in the original category (MAIL-78, MAIL-79); to Reply-To where it
 * is set (RFC 5322 §3.6.2), and with `all` to everybody else who received it. A reply to one's own message goes to its
 * recipients.
 */
export async function startReply(
  context: SignedIn,
  { id, all }: { id: string; all: boolean },
): Promise<z.output<typeof DraftStart>> {
  const { subject, sender, category, recipients, cc, accountId } = await openEmail(context, id);
  const [row] = await context.db
    .select({
      replyTo: emails.replyTo,
      senderAddress: emails.senderAddress,
      categoryBefore: emails.categoryBefore,
    })
    .from(emails)
    .where(ownEmails(context, eq(emails.id, id)));
  const own = await ownAddresses(context);
  const isOwn = own.includes(row?.senderAddress ?? "");
  const to = isOwn ? recipients : [row?.replyTo ?? sender];
  const named = new Set([...own, ...to.map(bareAddress)]);
  const others = (people: readonly string[]) =>
    people.filter((person) => !named.has(bareAddress(person)) && named.add(bareAddress(person)));
  return {
    subject: prefixed("Re: ", subject),
    body: "",
    recipients: to,
    cc: all ? others([...(isOwn ? [] : recipients), ...cc]) : [],
    category: category === ARCHIVED ? (row?.categoryBefore ?? null) : category,
    inReplyTo: id,
    isToOwn: isOwn,
    // From the account that received it.
    ...(await senderOf(context, await stillThere(context, accountId))),
  };
}

async function stillThere({ db, actor }: SignedIn, accountId: string | null): Promise<string | null> {
  if (accountId === null) return null;
  const own = and(
    eq(mailAccounts.id, accountId),
    eq(mailAccounts.userId, actor.userId),
    isNull(mailAccounts.deletedAt),
  );
  return (await db.$count(mailAccounts, own)) > 0 ? accountId : null;
}

/** The addresses at which this person receives mail. */
export async function ownAddresses({ db, actor }: SignedIn): Promise<string[]> {
  const accounts = await db
    .select({ address: mailAccounts.address })
    .from(mailAccounts)
    .where(and(eq(mailAccounts.userId, actor.userId), isNull(mailAccounts.deletedAt)));
  return [actor.email, ...accounts.map(({ address }) => address)].map((address) => address.toLowerCase());
}

const bareAddress = (person: string) => parseAddress(person) ?? person.trim().toLowerCase();

/** 'Fwd: ' before the subject; subject, sender, date and body of each, in the order in which they were picked (MAIL-80, MAIL-81). */
export async function startForward(context: SignedIn, ids: readonly string[]) {
  const rows = await context.db
    .select({
      id: emails.id,
      subject: emails.subject,
      sender: emails.sender,
      createdAt: emails.createdAt,
      body: emails.body,
      accountId: emails.accountId,
    })
    .from(emails)
    .where(ownEmails(context, inArray(emails.id, [...ids])));
  const picked = ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
  const [first] = picked;
  if (!first || picked.length < ids.length) throw notFound(t`Email`);
  const subject = picked.length === 1 ? first.subject : `${first.subject} and ${picked.length - 1} more`;
  const body = picked.map(asForwarded).join("\n\n").slice(0, MAX_BODY);
  return {
    subject: prefixed("Fwd: ", subject),
    body,
    recipients: [],
    cc: [],
    category: null,
    inReplyTo: null,
    isToOwn: false,
    ...(await senderOf(context, await stillThere(context, first.accountId))),
  };
}

type Forwarded = { subject: string; sender: string; createdAt: Date; body: string };

const asForwarded = ({ subject, sender, createdAt, body }: Forwarded) =>
  [
    "---------- Forwarded message ----------",
    `Subject: ${subject}`,
    `From: ${sender}`,
    `Date: ${createdAt.toISOString().slice(0, 16).replace("T", " ")} UTC`,
    "",
    body,
  ].join("\n");

/** Once, also where the subject has it already. */
const prefixed = (prefix: string, subject: string) =>
  (subject.toLowerCase().startsWith(prefix.trim().toLowerCase()) ? subject : prefix + subject).slice(
    0,
    MAX_SUBJECT,
  );
