import { and, desc, eq, isNull } from "drizzle-orm";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import type { Transaction } from "#platform/database/database.ts";
import type { Worker } from "#platform/jobs/jobs.ts";
import type { SmtpTransport } from "#platform/mail/smtp-transport.ts";
import { systemTransport } from "#platform/system-settings/smtp.ts";
import { linesOf, smtpTransport } from "./account-lines.ts";
import { mailAccounts } from "./tables.ts";

export type Sender = { accountId: string | null; sender: string };
/** With what its account asks for: how long sending can be undone, and what stands under its mail. */
type SenderChoice = Sender & { undoSeconds: number | null; signature: string | null };

/** The account that a message leaves by: the one that was chosen, else the default one; else this instance itself. */
export async function chooseSender({ db, actor }: SignedIn, chosen: string | null): Promise<SenderChoice> {
  const own = and(
    eq(mailAccounts.userId, actor.userId),
    isNull(mailAccounts.deletedAt),
    chosen === null ? undefined : eq(mailAccounts.id, chosen),
  );
  const [account] = await db
    .select({
      id: mailAccounts.id,
      address: mailAccounts.address,
      undoSeconds: mailAccounts.undoSeconds,
      signature: mailAccounts.signature,
    })
    .from(mailAccounts)
    .where(own)
    .orderBy(desc(mailAccounts.isDefault), mailAccounts.createdAt)
    .limit(1);
  if (chosen !== null && !account) throw notFound("Mail account");
  return {
    accountId: account?.id ?? null,
    sender: account?.address ?? actor.email,
    undoSeconds: account?.undoSeconds ?? null,
    signature: account?.signature || null,
  };
}

/** How a message leaves: by its account's own server, else by the instance's; null where there is neither. */
export async function transportOf(
  { secrets, systemSettings }: Worker,
  db: Transaction,
  accountId: string | null,
): Promise<SmtpTransport | null> {
  if (accountId === null) return systemTransport(systemSettings);
  const [account] = await db.select().from(mailAccounts).where(eq(mailAccounts.id, accountId));
  const lines = account && !account.deletedAt ? await linesOf(secrets, account).catch(() => null) : null;
  return lines && smtpTransport(lines);
}

/** Providers that file what leaves by their server among the sent mail themselves. */
const FILES_ITSELF = /(^|\.)(gmail\.com|google\.com|googlemail\.com|office365\.com|outlook\.com)$/;

export const filesSentItself = ({ smtpHost, kind }: typeof mailAccounts.$inferSelect) =>
  kind !== "imap" || FILES_ITSELF.test(smtpHost.toLowerCase());
