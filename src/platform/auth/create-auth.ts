import { and, eq } from "drizzle-orm";
import { findAccount, hasAccounts, normalizedEmail } from "./accounts/accounts.ts";
import { endSessions, inviteAccount, setSuspended, vouchForAddress } from "./accounts/administer-accounts.ts";
import { confirmEmail, requestEmailConfirmation } from "./accounts/email-confirmation.ts";
import { registration } from "./accounts/may-register.ts";
import { setRole } from "./accounts/set-role.ts";
import { checkSetUpLink, issueSetUpLink, rememberLoopback } from "./accounts/set-up-link.ts";
import { createAccount, setUp, signUp } from "./accounts/sign-up.ts";
import { agents } from "./agents.ts";
import type { Auth } from "./auth.ts";
import type { AuthParts } from "./auth-parts.ts";
import {
  changePassword,
  issueResetLink,
  requestPasswordReset,
  resetPassword,
} from "./credentials/change-password.ts";
import { completePasskeySignIn, passkeys, startPasskeySignIn } from "./credentials/passkeys.ts";
import { limitConcurrency } from "./limit-concurrency.ts";
import { authenticator } from "./sign-in/authenticate.ts";
import { describeImpersonation, endImpersonation, impersonate } from "./sign-in/impersonate.ts";
import { DEVICE_DAYS } from "./sign-in/known-devices.ts";
import { completeSignIn, secondFactor } from "./sign-in/second-factor.ts";
import { sessionCookie } from "./sign-in/session-cookie.ts";
import { signIn } from "./sign-in/sign-in.ts";
import { sessions } from "./tables.ts";

/** Less than the connections of `identities`. */
const MAX_CONCURRENT_SIGN_INS = 4;

/** Sign-in over `identities`, which is signed in as `adjutant_auth`. `deliver` joins its transactions. */
export function createAuth(given: Omit<AuthParts, "cookie" | "deviceCookie" | "later" | "queue">): Auth {
  const { identities, settings, log } = given;
  const cookie = sessionCookie(settings.publicUrl, settings.sessionAbsoluteDays);
  const deviceCookie = sessionCookie(settings.publicUrl, DEVICE_DAYS, "adjutant-device");
  const runInOrder = limitConcurrency(1);
  const unfinished = new Set<Promise<void>>();
  const later: AuthParts["later"] = (work) => {
    const running = runInOrder(work)
      .catch((error: unknown) => log.error("Work after a response failed", { error }))
      .finally(() => unfinished.delete(running));
    unfinished.add(running);
  };
  const parts: AuthParts = {
    ...given,
    cookie,
    deviceCookie,
    later,
    queue: limitConcurrency(MAX_CONCURRENT_SIGN_INS),
  };
  return {
    authenticate: authenticator(identities, settings, cookie),
    signIn: signIn(parts),
    completeSignIn: completeSignIn(parts),
    secondFactor: secondFactor(parts),
    passkeys: passkeys(parts),
    startPasskeySignIn: startPasskeySignIn(parts),
    completePasskeySignIn: completePasskeySignIn(parts),
    signUp: signUp(parts),
    setUp: setUp(parts),
    registration: registration(parts),
    checkSetUpLink: checkSetUpLink(parts),
    issueSetUpLink: issueSetUpLink(parts),
    rememberLoopback: rememberLoopback(parts),
    consumeRedirect: consumeRedirect(parts),
    changePassword: changePassword(parts),
    requestPasswordReset: requestPasswordReset(parts),
    issueResetLink: issueResetLink(parts),
    resetPassword: resetPassword(parts),
    requestEmailConfirmation: requestEmailConfirmation(parts),
    confirmEmail: confirmEmail(parts),
    setRole: setRole(parts),
    setSuspended: setSuspended(parts),
    endSessions: endSessions(parts),
    inviteAccount: inviteAccount(parts),
    vouchForAddress: vouchForAddress(parts),
    impersonate: impersonate(parts),
    endImpersonation: endImpersonation(parts),
    describeImpersonation: describeImpersonation(parts),
    agents: agents(parts),
    createAccount: createAccount(parts),
    hasAccounts: () => identities.transaction(null, "read", hasAccounts),
    findUserId: (email) =>
      identities.transaction(null, "read", async (db) => {
        const account = await findAccount(db, normalizedEmail(email));
        return account?.userId ?? null;
      }),
    endedCookie: cookie.clear,
    finishPendingWork: async () => void (await Promise.all(unfinished)),
  };
}

const consumeRedirect =
  ({ identities, settings }: AuthParts): Auth["consumeRedirect"] =>
  async ({ userId, email, credentialId }) => {
    if (email !== settings.adminEmail || !credentialId) return false;
    return identities.transaction(null, "write", async (db) => {
      const redirected = await db
        .update(sessions)
        .set({ redirectPending: false })
        .where(
          and(eq(sessions.userId, userId), eq(sessions.id, credentialId), eq(sessions.redirectPending, true)),
        )
        .returning({ id: sessions.id });
      return redirected.length > 0;
    });
  };
