import type { Auth } from "#platform/auth/auth.ts";
import type { AuthSettings, DeliverSystemMessage, SystemMessage } from "#platform/auth/auth-settings.ts";
import { createAuth } from "#platform/auth/create-auth.ts";
import { addressRecorded } from "#platform/auth/events.ts";
import { openDatabase } from "#platform/database/database.ts";
import { createLog } from "#platform/log/log.ts";
import type { TestDatabase } from "./test-database.ts";

export type TestAuth = {
  auth: Auth;
  /** Messages to people, in the order in which they were handed over. */
  sent: SystemMessage[];
  /** Lines of the log, parsed. */
  log: Record<string, unknown>[];
};

/**
 * Sign-in on a test's database, with its own role; `settings` override the defaults, `deliver` runs in addition to
 * `sent`.
 */
export function testAuth(
  house: TestDatabase,
  settings: Partial<AuthSettings> = {},
  deliver: DeliverSystemMessage = async () => {},
  sendsMail = () => false,
): TestAuth {
  const identities = openDatabase(house.connection("auth"), { max: 6 });
  const sent: SystemMessage[] = [];
  const log: Record<string, unknown>[] = [];
  const auth = createAuth({
    identities,
    settings: { ...DEFAULTS, ...settings },
    log: createLog("info", { write: (line) => void log.push(JSON.parse(line)) }),
    sendsMail,
    secrets: house.services.secrets,
    publishAddress: (db, userId) => house.services.jobs.publish(db, addressRecorded, { userId }),
    deliver: async (db, message) => {
      await deliver(db, message);
      sent.push(message);
    },
  });
  house.atEnd(async () => {
    await auth.finishPendingWork();
    await identities.close();
  });
  return { auth, sent, log };
}

const DEFAULTS: AuthSettings = {
  publicUrl: "http://127.0.0.1:3000",
  requireEmailConfirmation: false,
  passwordMinLength: 6,
  sessionIdleDays: 7,
  sessionAbsoluteDays: 30,
  limits: {
    signInFailuresPerAccount: 10,
    signInFailuresPerSource: 100,
    signInFailuresGlobal: 1000,
    signUpsPerSource: 20,
  },
};
