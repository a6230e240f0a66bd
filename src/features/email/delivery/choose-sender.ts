import { and, desc, eq, isNull } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { notFound } from "#platform/capability/errors.ts";
import type { Worker } from "#platform/jobs/jobs.ts";
import type { SmtpTransport } from "#platform/mail/smtp-transport.ts";
import { SecretError } from "#platform/secrets/secrets.ts";
import { systemTransport } from "#platform/system-settings/smtp.ts";
import { mailAccounts } from "../account-tables.ts";
import { accessTokens } from "../accounts/access-token.ts";
import { resolveAccountServers, smtpTransport } from "../accounts/account-servers.ts";

export type Sender = { accountId: string | null; sender: string };
/** With the account's undo time and signature, and the limit of its server. */
type SenderChoice = Sender & {
  undoSeconds: number | null;
  signature: string | null;
  maxMessageBytes: number | null;
};

/** The account to send from: the chosen one, else the default account, else this instance. */
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
      maxMessageBytes: mailAccounts.maxMessageBytes,
    })
    .from(mailAccounts)
    .where(own)
    .orderBy(desc(mailAccounts.isDefault), mailAccounts.createdAt, mailAccounts.id)
    .limit(1);
  if (chosen !== null && !account) throw notFound(t`Mail account`);
  return {
    accountId: account?.id ?? null,
    sender: account?.address ?? actor.email,
    undoSeconds: account?.undoSeconds ?? null,
    signature: account?.signature || null,
    maxMessageBytes: account?.maxMessageBytes ?? null,
  };
}

/**
 * The transport of a message: the account's server, else the instance's; null where there is neither. Not inside a
 * transaction. Throws `upstream` where the account's provider issues no token now.
 */
export async function transportOf(
  worker: Worker,
  userId: string,
  accountId: string | null,
): Promise<SmtpTransport | null> {
  const { database, secrets, systemSettings } = worker;
  if (accountId === null) return systemTransport(systemSettings);
  const [account] = await database.transaction(userId, "read", (db) =>
    db
      .select()
      .from(mailAccounts)
      .where(and(eq(mailAccounts.userId, userId), eq(mailAccounts.id, accountId))),
  );
  if (!account || account.deletedAt) return null;
  const lines = await resolveAccountServers(secrets, account, accessTokens(worker)).catch(
    (error: unknown) => {
      // Secrets sealed with another key cannot be opened: treated as missing.
      if (error instanceof SecretError) return null;
      throw error;
    },
  );
  return lines && smtpTransport(lines);
}

/** Providers that save sent messages in the Sent folder themselves. */
const FILES_ITSELF = /(^|\.)(gmail\.com|google\.com|googlemail\.com|office365\.com|outlook\.com)$/;

export const filesSentItself = ({ smtpHost, kind }: typeof mailAccounts.$inferSelect) =>
  kind !== "imap" || FILES_ITSELF.test(smtpHost.toLowerCase());
