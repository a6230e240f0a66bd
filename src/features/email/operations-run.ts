import type { ImapFlow } from "imapflow";
import type { Transaction } from "#platform/database/database.ts";
import type { StoredFiles } from "#platform/storage/stored-files.ts";
import type { AccountServers } from "./accounts/account-servers.ts";
import type { MailboxRow } from "./sync/mailbox-row.ts";

/** The connection of one account, and its owner's transactions. */
export type ImapReplay = {
  client: ImapFlow;
  accountId: string;
  userId: string;
  lines: AccountServers;
  boxes: readonly MailboxRow[];
  files: StoredFiles;
  /** A transaction as the owner; publishes the returned emails as changed to the owner's pages. */
  write(work: (db: Transaction) => Promise<string[]>): Promise<void>;
  read<T>(work: (db: Transaction) => Promise<T>): Promise<T>;
};
