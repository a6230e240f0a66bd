export type MailSetup = {
  /** Addresses that can get mail, all of one domain. */
  mailboxes: readonly string[];
  /** Who may sign in: user name → password. Each may send as `user@domain` only. */
  users: Readonly<Record<string, string>>;
  /** Serves the mailboxes over IMAP too: `capability` is what it says it can do, in place of all it can. */
  imap?: { capability?: string; settings?: string };
  /** Takes OAuth tokens (XOAUTH2) that this address says are good (RFC 7662). */
  tokens?: { introspection: string };
  /** Further words of Postfix's main.cf. */
  settings?: readonly string[];
};

/** Where the programs were unpacked, the folder of this server, and what a program of it is started with. */
export type Place = { programs: string; folder: string; libraries: string; env: NodeJS.ProcessEnv };

/** Accounts that every Debian has; Postfix insists on a user and a group that nothing else of it uses. */
export const OWNER = "mail";
export const GROUP = "news";
