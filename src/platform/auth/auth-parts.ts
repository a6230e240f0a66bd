import type { Database } from "#platform/database/database.ts";
import type { Log } from "#platform/log/log.ts";
import type { Secrets } from "#platform/secrets/secrets.ts";
import type { AuthSettings, DeliverSystemMessage } from "./auth-settings.ts";
import type { SessionCookie } from "./sign-in/session-cookie.ts";

/** What sign-in runs on. */
export type AuthParts = {
  /** Signed in as `adjutant_auth`. */
  identities: Database;
  settings: AuthSettings;
  log: Log;
  secrets: Secrets;
  deliver: DeliverSystemMessage;
  /** True while mail leaves the house: there is a server to hand it to. */
  sendsMail(): boolean;
  cookie: SessionCookie;
  /** Of browsers in which somebody signed in before. */
  deviceCookie: SessionCookie;
  /** Few sign-ins at once, so that a flood of them leaves connections to everybody else's requests. */
  queue<T>(work: () => Promise<T>): Promise<T>;
  /** Work that an answer does not wait for; a failure is logged. */
  later(work: () => Promise<void>): void;
};
