import { mailTokenOf } from "#features/integrations/public/mail-token.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import type { Worker } from "#platform/jobs/jobs.ts";
import type { TokenSource } from "./account-servers.ts";

type Source = Pick<Worker, "database" | "outbound" | "secrets" | "systemSettings" | "config">;

/** Access tokens of connected accounts. May make a network request: never call inside a transaction. */
export const accessTokens =
  ({ database, outbound, secrets, systemSettings, config }: Source): TokenSource =>
  async ({ kind, userId }, stale) => {
    if (kind === "imap") return null;
    const connectionContext = { outbound, secrets, systemSettings, config, userId, now: new Date() };
    const inTransaction: SignedIn["inTransaction"] = (mode, run) => database.transaction(userId, mode, run);
    return mailTokenOf({ ...connectionContext, inTransaction }, kind, stale);
  };

/** Access tokens inside a request. */
export const requestAccessTokens =
  ({ actor, inTransaction, outbound, secrets, systemSettings, config, now }: SignedIn): TokenSource =>
  async ({ kind }, stale) => {
    if (kind === "imap") return null;
    const connectionContext = { outbound, secrets, systemSettings, config, now, inTransaction };
    return mailTokenOf({ ...connectionContext, userId: actor.userId }, kind, stale);
  };
