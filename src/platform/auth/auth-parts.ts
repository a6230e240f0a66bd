import type { Database, Transaction } from "#platform/database/database.ts";
import type { Log } from "#platform/log/log.ts";
import type { Secrets } from "#platform/secrets/secrets.ts";
import type { AuthSettings, DeliverSystemMessage } from "./auth-settings.ts";
import type { SessionCookie } from "./sign-in/session-cookie.ts";

export type AuthParts = {
  /** Signed in as `adjutant_auth`. */
  identities: Database;
  settings: AuthSettings;
  log: Log;
  secrets: Secrets;
  deliver: DeliverSystemMessage;
  /** Publishes that the address of this account was recorded, in the transaction that records it. */
  publishAddress(db: Transaction, userId: string): Promise<void>;
  /** True if a mail server is configured for outgoing mail. */
  sendsMail(): boolean;
  cookie: SessionCookie;
  /** Of browsers in which somebody signed in before. */
  deviceCookie: SessionCookie;
  /** Limits concurrent sign-ins, so that a flood of them leaves database connections for other requests. */
  queue<T>(work: () => Promise<T>): Promise<T>;
  /** Runs work in the background of the response; a failure is logged. */
  later(work: () => Promise<void>): void;
};
