export type MailSetup = {
  /** Addresses that can get mail, all of one domain. */
  mailboxes: readonly string[];
  /** Users who may sign in: user name → password. Each may send as `user@domain` only, or as itself if it is an address. */
  users: Readonly<Record<string, string>>;
  /** Serves the mailboxes over IMAP too: `capability` replaces the capabilities that it advertises. */
  imap?: { capability?: string; settings?: string };
  /** Accepts OAuth tokens (XOAUTH2) that this endpoint declares valid (RFC 7662). */
  tokens?: { introspection: string };
  /** Its certificate with its key, in PEM; otherwise a self-signed one. */
  certificate?: { cert: string; key: string };
  /** Additional lines of Postfix's main.cf. */
  settings?: readonly string[];
};

/** Where the programs were unpacked, the folder of this server, and what a program of it is started with. */
export type Place = { programs: string; folder: string; libraries: string; env: NodeJS.ProcessEnv };

/** Accounts that every Debian has; Postfix insists on a user and a group that nothing else of it uses. */
export const OWNER = "mail";
export const GROUP = "news";
