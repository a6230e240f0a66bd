import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { createContext, use } from "react";
import { password, session } from "#features/settings/web/api.ts";
import { t } from "#i18n/message.ts";
import { signWithPasskey } from "#platform/client/passkey-device.ts";
import { clearAccountData } from "#platform/client/query-client.ts";
import { useRequest } from "#platform/client/use-write.ts";
import { browserClock } from "#platform/time/reader-clock.ts";
import { toast } from "#ui/overlays/toast.ts";
import { type CurrentSession, currentSession } from "./current-session.ts";
import { redirectInvitation, rememberStartPage } from "./sign-in-redirect.ts";
import {
  type SignInFields,
  type SignUpFields,
  signInFailure,
  signUpFailure,
} from "./validate-credentials.ts";

/**
 * What follows a sign-in: the application reads the session again, the page that can only sign in opens the application.
 */
export const SessionStart = createContext<(queries: QueryClient) => Promise<unknown>>(refreshCurrentSession);

export function useSessionStart(): (startPage?: string) => Promise<unknown> {
  const queries = useQueryClient();
  const start = use(SessionStart);
  return (startPage = "/") => {
    rememberStartPage(startPage);
    return start(queries);
  };
}

/** `onSecondStep` is called with the step to go on with, where the password alone does not do. */
export function useSignIn(onSecondStep: (secondStep: string) => void) {
  const startSession = useSessionStart();
  return useRequest({
    send: (fields: SignInFields) => session.signIn.call(fields),
    done: ({ secondStep }) => (secondStep ? undefined : t`Welcome back!`),
    failed: ({ message }) => [signInFailure(message), ""],
    onDone: ({ secondStep, startPage }) => (secondStep ? onSecondStep(secondStep) : startSession(startPage)),
  });
}

export function useSecondStep(secondStep: string) {
  const startSession = useSessionStart();
  return useRequest({
    send: (code: string) => session.completeSignIn.call({ secondStep, code }),
    done: t`Welcome back!`,
    failed: null,
    onDone: ({ startPage }) => startSession(startPage),
  });
}

/** With a key of the device, which also says whose it is. Nothing happens where the person changed their mind. */
export function usePasskeySignIn() {
  const startSession = useSessionStart();
  return useRequest({
    send: async () => {
      const { step, challenge } = await session.startPasskeySignIn.call({});
      const proof = await signWithPasskey(challenge);
      return proof && session.completePasskeySignIn.call({ step, proof });
    },
    done: (answer) => (answer ? t`Welcome back!` : undefined),
    failed: ({ message }) => [signInFailure(message), ""],
    onDone: (answer) => answer && startSession(answer.startPage),
  });
}

/** `onSignedOut` is called where the new account still has to sign in. */
export function useSignUp(onSignedOut: () => void) {
  const startSession = useSessionStart();
  return useRequest({
    send: (fields: Omit<SignUpFields, "confirmPassword">) =>
      session.signUp.call({ ...fields, clock: browserClock(), invitation: redirectInvitation() }),
    done: t`Account created! Please check your email to confirm your account.`,
    failed: ({ message }) => [signUpFailure(message), ""],
    onDone: ({ signedIn }) => (signedIn ? startSession() : onSignedOut()),
  });
}

/** The account of an administrator, by the set-up link. `onDone` is called when it is signed in. */
export function useSetUp(token: string, onDone: () => void) {
  return useRequest({
    send: (fields: Omit<SignUpFields, "confirmPassword">) =>
      session.setUp.call({ ...fields, clock: browserClock(), token }),
    failed: ({ message }) => [signUpFailure(message), ""],
    onDone,
  });
}

/** The answer is the same whether the address is known or not. */
export function useRequestReset() {
  return useRequest({
    send: (email: string) => password.requestReset.call({ email }),
    failed: t`The request was not received`,
    onDone: () =>
      toast.notice(
        t`Your request was received`,
        t`If the address has an account, whoever runs this Adjutant can give you a link for a new password.`,
      ),
  });
}

function refreshCurrentSession(queries: QueryClient): Promise<CurrentSession> {
  clearAccountData(queries);
  return queries.fetchQuery({ ...currentSession, staleTime: 0 });
}
