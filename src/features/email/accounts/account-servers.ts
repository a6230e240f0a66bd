import type { ImapTransport } from "#platform/mail/open-imap.ts";
import type { SmtpTransport } from "#platform/mail/smtp-transport.ts";
import type { Secrets } from "#platform/secrets/secrets.ts";
import type { MailServerSettings } from "../account-model.ts";
import type { mailAccounts } from "../account-tables.ts";

/** An account signs in with a password, or with a token that its provider connection refreshes. */
export type Credential = { password: string } | { token: string };

/** An account's two servers, and how to sign in at each. */
export type AccountServers = {
  address: string;
  name: string;
  imap: MailServerSettings;
  smtp: MailServerSettings;
  imapCredential: Credential;
  smtpCredential: Credential;
  /** In PEM, where its owner trusts one. */
  imapCertificate?: string | null;
  smtpCertificate?: string | null;
};

type Row = typeof mailAccounts.$inferSelect;
type Column = "imap_password" | "smtp_password";

/** Returns a token of the connection other than `stale`; null where the account has to be connected again. */
export type TokenSource = (account: Row, stale?: string) => Promise<string | null>;

export const passwordPlace = ({ id, userId }: Pick<Row, "id" | "userId">, column: Column) => ({
  table: "mail_accounts",
  row: id,
  column,
  userId,
});

/** Null without credentials: only the owner can help. Throws SecretError where the key is missing. */
export async function resolveAccountServers(
  secrets: Secrets,
  account: Row,
  tokens: TokenSource,
  stale?: string,
): Promise<AccountServers | null> {
  const token = account.integrationId && !account.imapPassword ? await tokens(account, stale) : null;
  const imapCredential = token === null ? passwordOf(secrets, account, "imap_password") : { token };
  if (!imapCredential) return null;
  const own = passwordOf(secrets, account, "smtp_password");
  const { address, name } = account;
  const { imapCertificate, smtpCertificate } = account;
  const servers = { ...serversOf(account), imapCertificate, smtpCertificate };
  return { address, name, ...servers, imapCredential, smtpCredential: own ?? imapCredential };
}

function passwordOf(secrets: Secrets, account: Row, column: Column): Credential | null {
  const sealed = column === "imap_password" ? account.imapPassword : account.smtpPassword;
  return sealed ? { password: secrets.open(passwordPlace(account, column), sealed) } : null;
}

export const serversOf = (account: Row): { imap: MailServerSettings; smtp: MailServerSettings } => ({
  imap: {
    host: account.imapHost,
    port: account.imapPort,
    security: account.imapSecurity,
    username: account.imapUser,
  },
  smtp: {
    host: account.smtpHost,
    port: account.smtpPort,
    security: account.smtpSecurity,
    username: account.smtpUser,
  },
});

export const imapTransport = (servers: AccountServers): ImapTransport => ({
  ...servers.imap,
  ...servers.imapCredential,
  ...(servers.imapCertificate && { certificate: servers.imapCertificate }),
});

export const smtpTransport = ({
  smtp,
  smtpCredential,
  smtpCertificate,
  address,
  name,
}: AccountServers): SmtpTransport => ({
  host: smtp.host,
  port: smtp.port,
  secure: smtp.security !== "none",
  implicitTls: smtp.security === "tls",
  username: smtp.username,
  password: "",
  ...smtpCredential,
  ...(smtpCertificate && { certificate: smtpCertificate }),
  fromEmail: address,
  fromName: name,
});
