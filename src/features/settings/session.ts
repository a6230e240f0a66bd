import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { addressStateNow } from "#platform/auth/accounts/record-address.ts";
import type { NewSession } from "#platform/auth/auth.ts";
import { SecondFactorRequired } from "#platform/auth/sign-in/second-factor.ts";
import { START_PAGES } from "#platform/auth/start-pages.ts";
import { profiles, sessions, users } from "#platform/auth/tables.ts";
import { read, resource, write } from "#platform/capability/capability.ts";
import type { Context } from "#platform/capability/context.ts";
import { latestAnnouncement } from "#platform/events/announcements.ts";
import { BrowserClock, Coded, CurrentSession, Email, Password, SignInStep } from "./model.ts";

const Nothing = z.strictObject({});
const SignedIn = z.object({
  signedIn: z.boolean(),
  /** Present if a code is required: the token for `session.completeSignIn`. */
  secondStep: z.string().optional(),
  /** The page to open in place of the dashboard, unless another address was requested. */
  startPage: z.enum(START_PAGES).optional(),
});
const NEW_ACCOUNT = {
  ...{ fullName: z.string().max(200), email: Email, password: Password },
  clock: BrowserClock.optional(),
};
const SetUpToken = z.string().max(100);
const SIGNED_OUT = { user: null, roles: [], isAdmin: false, redirectToAdmin: false, lastEventId: 0 };

/** The browser's own session. */
export const session = resource("session", {
  current: read({
    summary: "Get who is signed in and what they are allowed to do",
    input: Nothing,
    output: CurrentSession,
    access: "anyone",
    agents: "hidden",
    run: async ({ actor, auth, db }) => {
      if (!actor) return SIGNED_OUT;
      const [user] = await db
        .select({
          id: users.id,
          email: users.email,
          emailState: addressStateNow,
          fullName: profiles.fullName,
          avatarUrl: profiles.avatarUrl,
          address: profiles.address,
          timeZone: profiles.timeZone,
          hourCycle: profiles.hourCycle,
          firstWeekday: profiles.firstWeekday,
          density: profiles.density,
          motion: profiles.motion,
          language: profiles.language,
          isNew: sql<boolean>`${profiles.firstStepsAt} is null`,
        })
        .from(users)
        .innerJoin(profiles, eq(profiles.userId, users.id))
        .where(eq(users.id, actor.userId));
      if (!user) return SIGNED_OUT;
      const impersonation = actor.impersonatedBy ? await auth.describeImpersonation(actor) : null;
      return {
        user,
        roles: [...actor.roles],
        isAdmin: actor.roles.includes("admin"),
        redirectToAdmin: actor.via === "session" && (await auth.consumeRedirect(actor)),
        lastEventId: await latestAnnouncement(db, actor.userId),
        ...(impersonation && { impersonation }),
      };
    },
  }),

  signIn: write({
    summary: "Sign in with email and password",
    input: z.strictObject({ email: Email, password: Password }),
    output: SignedIn,
    access: "anyone",
    agents: "hidden",
    ownTransactions: true,
    run: async (context, input) => {
      try {
        return startSession(context, await context.auth.signIn(input, context));
      } catch (error) {
        if (error instanceof SecondFactorRequired) return { signedIn: false, secondStep: error.step };
        throw error;
      }
    },
  }),

  completeSignIn: write({
    summary: "Sign in with the code of an authenticator app, or a recovery code, after the password",
    input: z.strictObject({ secondStep: z.string().max(100), code: z.string().max(40) }),
    output: SignedIn,
    access: "anyone",
    agents: "hidden",
    ownTransactions: true,
    run: async (context, { secondStep, code }) => {
      return startSession(context, await context.auth.completeSignIn({ step: secondStep, code }, context));
    },
  }),

  startPasskeySignIn: write({
    summary: "Get the challenge to sign in with a passkey, valid for five minutes",
    input: Nothing,
    output: z.object({ step: z.string(), challenge: z.string() }),
    access: "anyone",
    agents: "hidden",
    ownTransactions: true,
    secretAnswer: true,
    run: ({ auth }) => auth.startPasskeySignIn(),
  }),

  completePasskeySignIn: write({
    summary: "Sign in with a passkey, which replaces password and code",
    input: z.strictObject({
      step: SignInStep,
      proof: z.strictObject({
        credentialId: Coded(1400),
        clientDataJson: Coded(4000),
        authenticatorData: Coded(4000),
        signature: Coded(2000),
      }),
    }),
    output: SignedIn,
    access: "anyone",
    agents: "hidden",
    ownTransactions: true,
    run: async (context, input) => {
      return startSession(context, await context.auth.completePasskeySignIn(input, context));
    },
  }),

  signUp: write({
    summary: "Create an account and sign it in, unless its address has to be confirmed first",
    input: z.strictObject({ ...NEW_ACCOUNT, invitation: z.string().max(200).optional() }),
    output: SignedIn,
    access: "anyone",
    agents: "hidden",
    ownTransactions: true,
    run: async (context, input) => {
      const { userId, session: newSession } = await context.auth.signUp(input, context);
      context.identify({ userId, via: "session", credentialId: null });
      return newSession ? startSession(context, newSession) : { signedIn: false };
    },
  }),

  registration: read({
    summary: "Get who can create an account: everybody, invited people or nobody",
    input: Nothing,
    output: z.object({
      mode: z.enum(["open", "invitation", "closed"]),
      /** Where not empty: the domains whose addresses may sign up without an invitation. */
      domains: z.array(z.string()),
      /** There is no account yet: the set-up link makes the first. */
      hasNoAccounts: z.boolean(),
    }),
    access: "anyone",
    agents: "hidden",
    ownTransactions: true,
    run: async ({ auth }) => {
      const { mode, domains, hasNoAccounts } = await auth.registration();
      return { mode, domains: [...domains], hasNoAccounts };
    },
  }),

  checkSetUp: read({
    summary: "Get whether a set-up link is still valid",
    input: z.strictObject({ token: SetUpToken }),
    output: Nothing,
    access: "anyone",
    agents: "hidden",
    ownTransactions: true,
    run: async ({ auth }, { token }) => {
      await auth.checkSetUpLink(token);
      return {};
    },
  }),

  setUp: write({
    summary:
      "Create an administrator's account with the set-up link that the program printed, and sign it in",
    input: z.strictObject({ ...NEW_ACCOUNT, token: SetUpToken }),
    output: SignedIn,
    access: "anyone",
    agents: "hidden",
    ownTransactions: true,
    run: async (context, input) => {
      const { userId, session: newSession } = await context.auth.setUp(input, context);
      context.identify({ userId, via: "session", credentialId: null });
      return startSession(context, newSession);
    },
  }),

  signOut: write({
    summary: "End the session of this browser; succeeds also if there is none",
    input: Nothing,
    output: Nothing,
    access: "anyone",
    agents: "hidden",
    invalidates: ["sessions"],
    run: async (context) => {
      const { actor, auth, db } = context;
      if (actor?.via === "session" && actor.credentialId)
        await db
          .delete(sessions)
          .where(and(eq(sessions.id, actor.credentialId), eq(sessions.userId, actor.userId)));
      context.setCookie(auth.endedCookie());
      return {};
    },
  }),
});

function startSession(context: Context, started: NewSession): z.output<typeof SignedIn> {
  const { userId, sessionId, cookie, deviceCookie, startPage } = started;
  context.setCookie(cookie);
  if (deviceCookie) context.setCookie(deviceCookie);
  context.identify({ userId, via: "session", credentialId: sessionId });
  context.announce({ resource: "sessions", ids: [sessionId], audience: [userId] });
  return { signedIn: true, ...(startPage && startPage !== "/" && { startPage }) };
}
