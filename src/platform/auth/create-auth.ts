import { and, eq } from "drizzle-orm";
import { findAccount, hasAccounts, normalizedEmail } from "./accounts.ts";
import { endSessions, inviteAccount, setSuspended, vouchForAddress } from "./administer-accounts.ts";
import { agents } from "./agents.ts";
import type { Auth } from "./auth.ts";
import type { AuthParts } from "./auth-parts.ts";
import { authenticator } from "./authenticate.ts";
import { changePassword, issueResetLink, requestPasswordReset, resetPassword } from "./change-password.ts";
import { confirmEmail, requestEmailConfirmation } from "./email-confirmation.ts";
import { describeImpersonation, endImpersonation, impersonate } from "./impersonate.ts";
import { inTurn } from "./in-turn.ts";
import { DEVICE_DAYS } from "./known-devices.ts";
import { registration } from "./may-register.ts";
import { beginPasskeySignIn, completePasskeySignIn, passkeys } from "./passkeys.ts";
import { completeSignIn, secondFactor } from "./second-factor.ts";
import { sessionCookie } from "./session-cookie.ts";
import { setRole } from "./set-role.ts";
import { checkSetUpLink, issueSetUpLink, rememberLoopback } from "./set-up-link.ts";
import { signIn } from "./sign-in.ts";
import { createAccount, setUp, signUp } from "./sign-up.ts";
import { sessions } from "./tables.ts";

/** Less than the connections of `identities`. */
const SIGN_INS_AT_ONCE = 4;

/** Signs people in over `identities`, which is signed in as `adjutant_auth`. `deliver` joins its transactions. */
export function createAuth(given: Omit<AuthParts, "cookie" | "deviceCookie" | "later" | "queue">): Auth {
  const { identities, settings, log } = given;
  const cookie = sessionCookie(settings.publicUrl, settings.sessionAbsoluteDays);
  const deviceCookie = sessionCookie(settings.publicUrl, DEVICE_DAYS, "adjutant-device");
  const oneAfterAnother = inTurn(1);
  const unfinished = new Set<Promise<void>>();
  const later: AuthParts["later"] = (work) => {
    const running = oneAfterAnother(work)
      .catch((error: unknown) => log.error("Work after an answer failed", { error }))
      .finally(() => unfinished.delete(running));
    unfinished.add(running);
  };
  const parts: AuthParts = { ...given, cookie, deviceCookie, later, queue: inTurn(SIGN_INS_AT_ONCE) };
  return {
    authenticate: authenticator(identities, settings, cookie),
    signIn: signIn(parts),
    completeSignIn: completeSignIn(parts),
    secondFactor: secondFactor(parts),
    passkeys: passkeys(parts),
    beginPasskeySignIn: beginPasskeySignIn(parts),
    completePasskeySignIn: completePasskeySignIn(parts),
    signUp: signUp(parts),
    setUp: setUp(parts),
    registration: registration(parts),
    checkSetUpLink: checkSetUpLink(parts),
    issueSetUpLink: issueSetUpLink(parts),
    rememberLoopback: rememberLoopback(parts),
    takeRedirect: takeRedirect(parts),
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
    settle: async () => void (await Promise.all(unfinished)),
  };
}

const takeRedirect =
  ({ identities, settings }: AuthParts): Auth["takeRedirect"] =>
  async ({ email, credentialId }) => {
    if (email !== settings.adminEmail || !credentialId) return false;
    return identities.transaction(null, "write", async (db) => {
      const taken = await db
        .update(sessions)
        .set({ redirectPending: false })
        .where(and(eq(sessions.id, credentialId), eq(sessions.redirectPending, true)))
        .returning({ id: sessions.id });
      return taken.length > 0;
    });
  };
