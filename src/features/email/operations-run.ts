import type { ImapFlow } from "imapflow";
import type { Transaction } from "#platform/database/database.ts";
import type { StoredFiles } from "#platform/storage/stored-files.ts";
import type { AccountLines } from "./account-lines.ts";
import type { Box } from "./store-messages.ts";

/** The connection of one account, and its owner's transactions. */
export type OpsRun = {
  client: ImapFlow;
  accountId: string;
  lines: AccountLines;
  boxes: readonly Box[];
  files: StoredFiles;
  /** A transaction as the owner; the emails that it answers are told to the owner's pages. */
  write(work: (db: Transaction) => Promise<string[]>): Promise<void>;
  read<T>(work: (db: Transaction) => Promise<T>): Promise<T>;
};
