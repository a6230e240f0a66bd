import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { password, session } from "#features/settings/web/api.ts";
import { signWithPasskey } from "#platform/client/passkey-device.ts";
import { clearAccountData } from "#platform/client/query-client.ts";
import { useRequest } from "#platform/client/use-write.ts";
import { toast } from "#ui/overlays/toast.ts";
import { type CurrentSession, currentSession } from "./current-session.ts";
import { redirectInvitation } from "./sign-in-redirect.ts";
import {
  type SignInFields,
  type SignUpFields,
  signInFailure,
  signUpFailure,
} from "./validate-credentials.ts";

/** `onSecondStep` is called with the step to go on with, where the password alone does not do. */
export function useSignIn(onSecondStep: (secondStep: string) => void) {
  const queries = useQueryClient();
  return useRequest({
    send: (fields: SignInFields) => session.signIn.call(fields),
    done: ({ secondStep }) => (secondStep ? undefined : "Welcome back!"),
    failed: ({ message }) => [signInFailure(message), ""],
    onDone: async ({ secondStep }) => {
      if (secondStep) return onSecondStep(secondStep);
      await refreshCurrentSession(queries);
    },
  });
}

export function useSecondStep(secondStep: string) {
  const queries = useQueryClient();
  return useRequest({
    send: (code: string) => session.completeSignIn.call({ secondStep, code }),
    done: "Welcome back!",
    failed: null,
    onDone: () => refreshCurrentSession(queries),
  });
}

/** With a key of the device, which also says whose it is. Nothing happens where the person changed their mind. */
export function usePasskeySignIn() {
  const queries = useQueryClient();
  return useRequest({
    send: async (): Promise<boolean> => {
      const { step, challenge } = await session.startPasskeySignIn.call({});
      const proof = await signWithPasskey(challenge);
      if (proof) await session.completePasskeySignIn.call({ step, proof });
      return proof !== null;
    },
    done: (isSignedIn) => (isSignedIn ? "Welcome back!" : undefined),
    failed: ({ message }) => [signInFailure(message), ""],
    onDone: async (isSignedIn) => {
      if (isSignedIn) await refreshCurrentSession(queries);
    },
  });
}

/** `onSignedOut` is called where the new account still has to sign in. */
export function useSignUp(onSignedOut: () => void) {
  const queries = useQueryClient();
  return useRequest({
    send: (fields: Omit<SignUpFields, "confirmPassword">) =>
      session.signUp.call({ ...fields, invitation: redirectInvitation() }),
    done: "Account created! Please check your email to confirm your account.",
    failed: ({ message }) => [signUpFailure(message), ""],
    onDone: async () => {
      const { user } = await refreshCurrentSession(queries);
      if (!user) onSignedOut();
    },
  });
}

/** The account of an administrator, by the set-up link. `onDone` is called when it is signed in. */
export function useSetUp(token: string, onDone: () => void) {
  const queries = useQueryClient();
  return useRequest({
    send: (fields: Omit<SignUpFields, "confirmPassword">) => session.setUp.call({ ...fields, token }),
    failed: ({ message }) => [signUpFailure(message), ""],
    onDone: async () => {
      await refreshCurrentSession(queries);
      onDone();
    },
  });
}

/** The answer is the same whether the address is known or not. */
export function useRequestReset() {
  return useRequest({
    send: (email: string) => password.requestReset.call({ email }),
    failed: "The request was not received",
    onDone: () =>
      toast.notice(
        "Your request was received",
        "If the address has an account, whoever runs this Adjutant can give you a link for a new password.",
      ),
  });
}

function refreshCurrentSession(queries: QueryClient): Promise<CurrentSession> {
  clearAccountData(queries);
  return queries.fetchQuery({ ...currentSession, staleTime: 0 });
}
