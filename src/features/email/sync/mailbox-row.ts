import type { mailboxes } from "../account-tables.ts";

/** A folder with its sync state, which a connection updates as it reads the folder. */
export type MailboxRow = typeof mailboxes.$inferSelect;
