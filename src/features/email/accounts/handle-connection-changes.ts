import { randomUUID } from "node:crypto";
import { and, eq, isNull, sql } from "drizzle-orm";
import type { z } from "zod";
import {
  AccountConnected,
  AccountDisconnected,
  accountConnected,
  accountDisconnected,
} from "#features/integrations/events.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import type { Config } from "#platform/config/config.ts";
import type { JobDefinition } from "#platform/jobs/jobs.ts";
import { runAsUser } from "#platform/jobs/run-as-user.ts";
import type { ConnectionSecurity } from "../account-model.ts";
import { mailAccounts } from "../account-tables.ts";
import { notifySyncRequested } from "../sync/request-sync.ts";
import { disconnectAccount } from "./connect-account.ts";

type Connected = z.output<typeof AccountConnected>;
type Kind = "gmail" | "outlook";

const isMail = (provider: Connected["provider"]): provider is Kind =>
  provider === "gmail" || provider === "outlook";

/** The provider's mail servers; it signs in with tokens, and the user name is the address. */
function serversOf({ providers }: Pick<Config, "providers">, kind: Kind) {
  const { imap, smtp } = kind === "gmail" ? providers.gmailServers : providers.outlookServers;
  return {
    ...{ imapHost: imap.host, imapPort: imap.port, imapSecurity: securityOn(imap.port) },
    ...{ smtpHost: smtp.host, smtpPort: smtp.port, smtpSecurity: securityOn(smtp.port) },
  };
}

/** Ports 587 and 143 use STARTTLS, every other port TLS (RFC 8314). */
const securityOn = (port: number): ConnectionSecurity => (port === 587 || port === 143 ? "starttls" : "tls");

/**
 * A connected Gmail or Outlook is a mail account that signs in with the connection's tokens. If the same address was
 * connected by password before, that account keeps its mail and no longer needs the password.
 */
async function connectMailAccount(context: SignedIn, connected: Connected): Promise<void> {
  const { db, actor, now, config } = context;
  const { provider, integrationId, accountName } = connected;
  if (!isMail(provider)) return;
  const own = and(eq(mailAccounts.userId, actor.userId), isNull(mailAccounts.deletedAt));
  await db.execute(
    sql`select pg_advisory_xact_lock(hashtextextended('mail account ' || ${actor.userId}, 0))`,
  );
  const accounts = await db.select().from(mailAccounts).where(own);
  const same = accounts.find(({ address }) => address.toLowerCase() === accountName.toLowerCase());
  const fields = {
    ...serversOf(config, provider),
    ...{ kind: provider, integrationId, address: accountName, imapUser: accountName, smtpUser: accountName },
    ...{ imapPassword: null, smtpPassword: null, state: "connecting" as const, reason: null, remedy: null },
    ...{ retryAt: now, failures: 0, leaseBy: null, leaseUntil: null, updatedAt: now },
  };
  if (same)
    await db
      .update(mailAccounts)
      .set({ ...fields, version: sql`${mailAccounts.version} + 1` })
      .where(and(eq(mailAccounts.userId, context.actor.userId), eq(mailAccounts.id, same.id)));
  else {
    const identity = { id: randomUUID(), userId: actor.userId, name: actor.fullName, createdAt: now };
    await db.insert(mailAccounts).values({ ...fields, ...identity, isDefault: accounts.length === 0 });
  }
  context.announce({ resource: "mailAccounts", ids: [] });
  notifySyncRequested();
}

const ofConnection = ({ actor }: SignedIn, integrationId: string) =>
  and(
    eq(mailAccounts.userId, actor.userId),
    eq(mailAccounts.integrationId, integrationId),
    isNull(mailAccounts.deletedAt),
  );

/** Without tokens the account cannot sync; its mail stays or is deleted, as its owner chose. */
async function disconnectMailAccounts(
  context: SignedIn,
  { integrationId, keepData }: z.output<typeof AccountDisconnected>,
): Promise<void> {
  const found = ofConnection(context, integrationId);
  const accounts = await context.db.select({ id: mailAccounts.id }).from(mailAccounts).where(found);
  for (const { id } of accounts) await disconnectAccount(context, id, keepData);
  if (accounts.length > 0) context.announce({ resource: "mailAccounts", ids: [] });
}

const jobOptions = { pollingSeconds: 2 } as const;

export const addConnectedAccount: JobDefinition<typeof AccountConnected> = {
  ...{
    ...jobOptions,
    name: "email.connection-made",
    payload: AccountConnected,
    subscribesTo: accountConnected,
  },
  run: (worker, fact) => runAsUser(worker, fact.userId, (context) => connectMailAccount(context, fact)),
};

export const removeConnectedAccount: JobDefinition<typeof AccountDisconnected> = {
  ...{
    ...jobOptions,
    name: "email.connection-ended",
    payload: AccountDisconnected,
    subscribesTo: accountDisconnected,
  },
  run: (worker, fact) => runAsUser(worker, fact.userId, (context) => disconnectMailAccounts(context, fact)),
};
