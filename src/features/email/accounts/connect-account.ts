import { randomUUID } from "node:crypto";
import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import {
  type AccountCheck,
  MailAccount,
  type MailServerSettings,
  type NewMailAccount,
} from "../account-model.ts";
import { mailAccounts } from "../account-tables.ts";
import { mailDeliveries } from "../delivery-tables.ts";
import { removeAccountMail } from "../jobs.ts";
import { suppressOutboundSync } from "../sync/pending-local-changes.ts";
import { notifySyncExpected, notifySyncRequested } from "../sync/request-sync.ts";
import { type AccountServers, passwordPlace } from "./account-servers.ts";
import { checkAccount } from "./check-account.ts";
import { accountRow, findAccount, resolveOwnAccountServers } from "./read-accounts.ts";
import { recordSizeLimit } from "./record-size-limit.ts";
import { trustedBy } from "./trust-certificate.ts";

const MAX_ACCOUNTS = 20;

type Connected = { account: MailAccount | null; check: AccountCheck };

/** Saves nothing if signing in fails. The password is checked, sealed and never sent back. */
export async function connectAccount(context: SignedIn, input: NewMailAccount): Promise<Connected> {
  const { address, name, imap, smtp, password, smtpPassword } = input;
  const { actor, secrets, now } = context;
  notifySyncExpected();
  const certificates = {
    imapCertificate: await trustedBy(context, "reading", input, input.imapFingerprint),
    smtpCertificate: await trustedBy(context, "sending", input, input.smtpFingerprint),
  };
  await context.inTransaction("read", (db) => requireNew({ db, actor }, address));
  const lines: AccountServers = {
    ...{ address, name, imap, smtp, imapCredential: { password } },
    smtpCredential: { password: smtpPassword ?? password },
    ...certificates,
  };
  const { check, maxMessageBytes } = await checkAccount(context.mail, lines);
  if (!check.isOk) return { account: null, check };
  const account = await context.inTransaction("write", (db) =>
    insertAccount({ db, actor, secrets, now }, input, { maxMessageBytes, ...certificates }),
  );
  notifySyncRequested();
  return { account, check };
}

/** Tries both servers of a connected account, and records the limit of the one that sends. */
export async function checkOwnAccount(context: SignedIn, { id }: { id: string }): Promise<AccountCheck> {
  const lines = await resolveOwnAccountServers(context, id);
  const { check, maxMessageBytes } = await checkAccount(context.mail, lines);
  if (check.isOk)
    await context.inTransaction("write", (db) =>
      recordSizeLimit(db, context.actor.userId, id, maxMessageBytes),
    );
  return check;
}

type Writer = Pick<SignedIn, "db" | "actor" | "secrets" | "now">;

async function requireNew({ db, actor }: Pick<Writer, "db" | "actor">, address: string): Promise<void> {
  const own = eq(mailAccounts.userId, actor.userId);
  const same = and(own, eq(sql`lower(${mailAccounts.address})`, address.toLowerCase()));
  if ((await db.$count(mailAccounts, same)) > 0)
    throw new AppError("conflict", t`${address} is connected already`);
  if ((await db.$count(mailAccounts, own)) >= MAX_ACCOUNTS)
    throw new AppError("conflict", t`At most ${MAX_ACCOUNTS} mail accounts can be connected`);
}

async function insertAccount(
  context: Writer,
  input: NewMailAccount,
  found: Pick<typeof mailAccounts.$inferInsert, "maxMessageBytes" | "imapCertificate" | "smtpCertificate">,
): Promise<MailAccount> {
  const { db, actor, secrets, now } = context;
  await db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('mail account ' || ${actor.userId}, 0))`,
  );
  await requireNew(context, input.address);
  const row = { id: randomUUID(), userId: actor.userId };
  const isFirst = (await db.$count(mailAccounts, eq(mailAccounts.userId, actor.userId))) === 0;
  const { address, name, imap, smtp, password, smtpPassword } = input;
  await db.insert(mailAccounts).values({
    ...row,
    address,
    name: name || actor.fullName,
    isDefault: isFirst,
    ...found,
    ...imapColumns(imap),
    ...smtpColumns(smtp),
    imapPassword: secrets.seal(passwordPlace(row, "imap_password"), password),
    ...(smtpPassword && { smtpPassword: secrets.seal(passwordPlace(row, "smtp_password"), smtpPassword) }),
    createdAt: now,
    updatedAt: now,
  });
  return findAccount(context, row.id);
}

const imapColumns = (imap: MailServerSettings) => ({
  imapHost: imap.host,
  imapPort: imap.port,
  imapSecurity: imap.security,
  imapUser: imap.username,
});

const smtpColumns = (smtp: MailServerSettings) => ({
  smtpHost: smtp.host,
  smtpPort: smtp.port,
  smtpSecurity: smtp.security,
  smtpUser: smtp.username,
});

type Change = {
  id: string;
  version: number;
  name?: string | undefined;
  signature?: string | undefined;
  undoSeconds?: number | null | undefined;
  isDefault?: true | undefined;
  authServer?: string | null | undefined;
  imap?: MailServerSettings | undefined;
  smtp?: MailServerSettings | undefined;
  password?: string | undefined;
};

/** A stored password is sent only to the servers it was entered for: changed servers require it again. */
export async function updateAccount(context: SignedIn, change: Change): Promise<MailAccount> {
  const { db, actor, secrets, now } = context;
  const { id, version, name, signature, undoSeconds, isDefault, authServer, imap, smtp, password } = change;
  const row = await accountRow(context, id);
  if (row.version !== version)
    throw new AppError("conflict", t`This account was changed elsewhere in the meantime`, {
      current: z.encode(MailAccount, await findAccount(context, id)),
    });
  const moves = (imap && imap.host !== row.imapHost) || (smtp && smtp.host !== row.smtpHost);
  if (moves && !password)
    throw new AppError("invalid", t`Enter the password again: it was given for another server`, {
      fields: { password: t`Enter the password for the other server` },
    });
  if (isDefault)
    await db.update(mailAccounts).set({ isDefault: false }).where(eq(mailAccounts.userId, actor.userId));
  const isRetried = Boolean(imap || smtp || password);
  await db
    .update(mailAccounts)
    .set({
      ...(name !== undefined && { name }),
      ...(signature !== undefined && { signature }),
      ...(undoSeconds !== undefined && { undoSeconds }),
      ...(isDefault && { isDefault }),
      ...(imap && imapColumns(imap)),
      // A certificate is trusted for one server at one port.
      ...(imap && isElsewhere(imap, row.imapHost, row.imapPort) && { imapCertificate: null }),
      ...(smtp && isElsewhere(smtp, row.smtpHost, row.smtpPort) && { smtpCertificate: null }),
      ...(imap &&
        imap.host !== row.imapHost && { authServer: null, authDepth: null, isAuthServerChosen: false }),
      ...(smtp && { ...smtpColumns(smtp), maxMessageBytes: null }),
      ...(password && {
        imapPassword: secrets.seal(passwordPlace(row, "imap_password"), password),
        smtpPassword: null,
        // From here on the account signs in with its own password.
        kind: "imap" as const,
        integrationId: null,
      }),
      ...(isRetried && {
        state: "connecting" as const,
        reason: null,
        remedy: null,
        retryAt: now,
        failures: 0,
        // The process that holds the connection releases it; the new settings apply on reconnect.
        leaseBy: null,
        leaseUntil: null,
      }),
      updatedAt: now,
      version: sql`${mailAccounts.version} + 1`,
    })
    .where(and(eq(mailAccounts.userId, context.actor.userId), eq(mailAccounts.id, id)));
  if (authServer !== undefined) await chooseAuthServer(context, id, authServer);
  if (isRetried) notifySyncRequested();
  return findAccount(context, id);
}

const isElsewhere = (server: MailServerSettings, host: string, port: number) =>
  server.host !== host || server.port !== port;

/** Chooses the trusted authserv-id, also for mail already imported; null: learn it from the account's mail. */
async function chooseAuthServer(
  { actor, db }: SignedIn,
  id: string,
  authServer: string | null,
): Promise<void> {
  await suppressOutboundSync(db);
  await db
    .update(mailAccounts)
    .set({
      authServer,
      authDepth: authServer === null ? null : sql`depth_of_auth_server(${id}, ${authServer})`,
      isAuthServerChosen: authServer !== null,
    })
    .where(and(eq(mailAccounts.userId, actor.userId), eq(mailAccounts.id, id)));
  if (authServer === null) await db.execute(sql`select learn_auth_server(${id})`);
  await db.execute(sql`select apply_auth_server(${id})`);
}

/** Removes the account at once; a background job deletes its mail if `keepMail` is false. */
export async function disconnectAccount(context: SignedIn, id: string, retainsMail: boolean): Promise<void> {
  const { db, now } = context;
  const row = await accountRow(context, id);
  await db
    .update(mailDeliveries)
    .set({ state: "held", reason: "Not delivered: its mail account was disconnected", updatedAt: now })
    .where(
      and(
        eq(mailDeliveries.userId, context.actor.userId),
        eq(mailDeliveries.accountId, id),
        eq(mailDeliveries.state, "queued"),
      ),
    );
  if (retainsMail)
    await db
      .delete(mailAccounts)
      .where(and(eq(mailAccounts.userId, context.actor.userId), eq(mailAccounts.id, id)));
  else {
    await db
      .update(mailAccounts)
      .set({
        state: "leaving",
        deletedAt: now,
        // Frees the address at once.
        address: `${id} ${row.address}`,
        imapPassword: null,
        smtpPassword: null,
      })
      .where(and(eq(mailAccounts.userId, context.actor.userId), eq(mailAccounts.id, id)));
    await context.enqueue(removeAccountMail, { accountId: id, userId: row.userId });
  }
  if (row.isDefault)
    await db.execute(sql`
      update mail_accounts set is_default = true where id = (
        select id from mail_accounts where user_id = ${row.userId} and deleted_at is null
        order by created_at, id limit 1)`);
  notifySyncRequested();
}
