import { and, eq, sql } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { describeCertificate } from "#platform/outbound/trusted-certificate.ts";
import type { MailAccount, Side } from "../account-model.ts";
import { mailAccounts } from "../account-tables.ts";
import { notifySyncRequested } from "../sync/request-sync.ts";
import { type AccountServers, serversOf } from "./account-servers.ts";
import { inspectServer, isInTime } from "./check-account.ts";
import { accountRow, findAccount } from "./read-accounts.ts";

const CHANGED = t`The server presents another certificate now. Test the connection again and compare it`;
const OUT_OF_TIME = t`This certificate has expired, or is not valid yet. Whoever runs the server renews it`;

/**
 * The certificate in PEM that the server presents now, if it is the one that the person has seen; null where they trust
 * none. Not inside a transaction.
 */
export async function trustedBy(
  { mail }: Pick<SignedIn, "mail">,
  side: Side,
  servers: Pick<AccountServers, "imap" | "smtp">,
  fingerprint: string | undefined,
): Promise<string | null> {
  if (fingerprint === undefined) return null;
  const presented = await inspectServer(mail, side, servers);
  const certificate = presented && describeCertificate(presented);
  if (!certificate || certificate.fingerprint !== fingerprint) throw new AppError("conflict", CHANGED);
  if (!isInTime(certificate)) throw new AppError("conflict", OUT_OF_TIME);
  return presented;
}

type Trust = { id: string; side: Side; fingerprint: string };

/** Trusts the certificate for this server of this account only, and tries the account again. */
export async function trustCertificate(context: SignedIn, trust: Trust): Promise<MailAccount> {
  const { id, side, fingerprint } = trust;
  const { actor } = context;
  const row = await context.inTransaction("read", (db) => accountRow({ db, actor }, id));
  const certificate = await trustedBy(context, side, serversOf(row), fingerprint);
  const server = serversOf(row)[side === "reading" ? "imap" : "smtp"];
  const account = await context.inTransaction("write", async (db) => {
    const now = serversOf(await accountRow({ db, actor }, id))[side === "reading" ? "imap" : "smtp"];
    if (now.host !== server.host || now.port !== server.port) throw new AppError("conflict", CHANGED);
    return setCertificate({ db, actor, now: context.now }, { id, side, certificate });
  });
  notifySyncRequested();
  return account;
}

type Writer = Pick<SignedIn, "db" | "actor" | "now">;

/** From the next connection on, this account trusts the usual authorities only. */
export async function distrustCertificate(
  context: SignedIn,
  { id, side }: Omit<Trust, "fingerprint">,
): Promise<MailAccount> {
  await accountRow(context, id);
  const account = await setCertificate(context, { id, side, certificate: null });
  notifySyncRequested();
  return account;
}

async function setCertificate(
  context: Writer,
  { id, side, certificate }: { id: string; side: Side; certificate: string | null },
): Promise<MailAccount> {
  const { db, actor, now } = context;
  await db
    .update(mailAccounts)
    .set({
      ...(side === "reading" ? { imapCertificate: certificate } : { smtpCertificate: certificate }),
      ...{ state: "connecting" as const, reason: null, remedy: null, retryAt: now, failures: 0 },
      // The process that holds the connection releases it; the new setting applies on reconnect.
      ...{ leaseBy: null, leaseUntil: null },
      updatedAt: now,
      version: sql`${mailAccounts.version} + 1`,
    })
    .where(and(eq(mailAccounts.userId, actor.userId), eq(mailAccounts.id, id)));
  return findAccount(context, id);
}
