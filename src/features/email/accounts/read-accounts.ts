import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError, notFound } from "#platform/capability/errors.ts";
import { describeCertificate } from "#platform/outbound/trusted-certificate.ts";
import type { MailAccount } from "../account-model.ts";
import { mailAccounts, mailboxes } from "../account-tables.ts";
import { emails, mailboxMessages } from "../tables.ts";
import { requestAccessTokens } from "./access-token.ts";
import { type AccountServers, resolveAccountServers, serversOf } from "./account-servers.ts";

type Reader = Pick<SignedIn, "db" | "actor">;
type Row = typeof mailAccounts.$inferSelect;
type Progress = { syncedCount: number; messageCount: number };

const own = ({ actor }: Reader, id?: string) =>
  and(
    eq(mailAccounts.userId, actor.userId),
    isNull(mailAccounts.deletedAt),
    id ? eq(mailAccounts.id, id) : undefined,
  );

export async function listAccounts(context: Reader, id?: string): Promise<MailAccount[]> {
  const rows = await context.db
    .select({
      account: mailAccounts,
      syncedCount: sql<number>`coalesce(sum(${mailboxes.syncedCount}), 0)::int`,
      messageCount: sql<number>`coalesce(sum(${mailboxes.messageCount}), 0)::int`,
    })
    .from(mailAccounts)
    .leftJoin(mailboxes, and(eq(mailboxes.accountId, mailAccounts.id), eq(mailboxes.isSynced, true)))
    .where(own(context, id))
    .groupBy(mailAccounts.id)
    .orderBy(asc(mailAccounts.createdAt), asc(mailAccounts.id));
  return rows.map(({ account, ...progress }) => asAccount(account, progress));
}

export async function findAccount(context: Reader, id: string): Promise<MailAccount> {
  const [account] = await listAccounts(context, id);
  if (!account) throw notFound(t`Mail account`);
  return account;
}

/** Includes the sealed secrets: for server code only. */
export async function accountRow(context: Reader, id: string): Promise<Row> {
  const [row] = await context.db.select().from(mailAccounts).where(own(context, id));
  if (!row) throw notFound(t`Mail account`);
  return row;
}

/** Not inside a transaction: it may request a token over the network. */
export async function resolveOwnAccountServers(context: SignedIn, id: string): Promise<AccountServers> {
  const { actor, secrets } = context;
  const account = await context.inTransaction("read", (db) => accountRow({ db, actor }, id));
  const lines = await resolveAccountServers(secrets, account, requestAccessTokens(context));
  if (lines) return lines;
  throw new AppError(
    "conflict",
    account.integrationId
      ? t`There is nothing here to sign in with. Please connect it again`
      : t`There is nothing here to sign in with. Please enter its password again`,
  );
}

/** With how many of their messages are unread. */
export async function listMailboxes({ db, actor }: Reader, accountId?: string) {
  const rows = await db
    .select()
    .from(mailboxes)
    .where(
      and(eq(mailboxes.userId, actor.userId), accountId ? eq(mailboxes.accountId, accountId) : undefined),
    )
    .orderBy(asc(mailboxes.accountId), asc(mailboxes.path), asc(mailboxes.id))
    .limit(1000);
  const counts = await db
    .select({ mailboxId: mailboxMessages.mailboxId, unread: sql<number>`count(*)::int` })
    .from(emails)
    .innerJoin(mailboxMessages, eq(mailboxMessages.emailId, emails.id))
    .where(
      and(
        eq(emails.userId, actor.userId),
        eq(emails.status, "received"),
        eq(emails.isRead, false),
        isNull(emails.deletedAt),
      ),
    )
    .groupBy(mailboxMessages.mailboxId);
  const unread = new Map(counts.map((each) => [each.mailboxId, each.unread]));
  return rows.map((row) => ({ ...row, unread: unread.get(row.id) ?? 0 }));
}

const asAccount = (row: Row, progress: Progress): MailAccount => ({
  id: row.id,
  kind: row.kind,
  address: row.address,
  name: row.name,
  signature: row.signature,
  undoSeconds: row.undoSeconds,
  isDefault: row.isDefault,
  authServer: row.authServer,
  isAuthServerChosen: row.isAuthServerChosen,
  ...serversOf(row),
  maxMessageBytes: row.maxMessageBytes,
  imapCertificate: row.imapCertificate === null ? null : describeCertificate(row.imapCertificate),
  smtpCertificate: row.smtpCertificate === null ? null : describeCertificate(row.smtpCertificate),
  state: row.state,
  reason: row.reason,
  remedy: row.remedy,
  retryAt: row.retryAt,
  syncedAt: row.syncedAt,
  createdAt: row.createdAt,
  version: row.version,
  ...progress,
});
