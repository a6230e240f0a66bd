import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { password, session } from "#features/settings/web/api.ts";
import { signWithPasskey } from "#platform/client/passkey-device.ts";
import { clearAccountData } from "#platform/client/query-client.ts";
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
  return useMutation({
    mutationFn: (fields: SignInFields) => session.signIn.call(fields),
    onSuccess: async ({ secondStep }) => {
      if (secondStep) return onSecondStep(secondStep);
      toast.success("Welcome back!");
      await refreshCurrentSession(queries);
    },
    onError: (error) => toast.failure(signInFailure(error.message)),
  });
}

export function useSecondStep(secondStep: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (code: string) => session.completeSignIn.call({ secondStep, code }),
    onSuccess: async () => {
      toast.success("Welcome back!");
      await refreshCurrentSession(queries);
    },
  });
}

/** With a key of the device, which also says whose it is. Nothing happens where the person changed their mind. */
export function usePasskeySignIn() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (): Promise<boolean> => {
      const { step, challenge } = await session.startPasskeySignIn.call({});
      const proof = await signWithPasskey(challenge);
      if (proof) await session.completePasskeySignIn.call({ step, proof });
      return proof !== null;
    },
    onSuccess: async (isSignedIn) => {
      if (!isSignedIn) return;
      toast.success("Welcome back!");
      await refreshCurrentSession(queries);
    },
    onError: (error) => toast.failure(signInFailure(error.message)),
  });
}

/** `onSignedOut` is called where the new account still has to sign in. */
export function useSignUp(onSignedOut: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (fields: Omit<SignUpFields, "confirmPassword">) =>
      session.signUp.call({ ...fields, invitation: redirectInvitation() }),
    onSuccess: async () => {
      toast.success("Account created! Please check your email to confirm your account.");
      const { user } = await refreshCurrentSession(queries);
      if (!user) onSignedOut();
    },
    onError: (error) => toast.failure(signUpFailure(error.message)),
  });
}

/** The account of an administrator, by the set-up link. `onDone` is called when it is signed in. */
export function useSetUp(token: string, onDone: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (fields: Omit<SignUpFields, "confirmPassword">) => session.setUp.call({ ...fields, token }),
    onSuccess: async () => {
      await refreshCurrentSession(queries);
      onDone();
    },
    onError: (error) => toast.failure(signUpFailure(error.message)),
  });
}

/** The answer is the same whether the address is known or not. */
export function useRequestReset() {
  return useMutation({
    mutationFn: (email: string) => password.requestReset.call({ email }),
    onSuccess: () =>
      toast.notice(
        "Your request was received",
        "If the address has an account, whoever runs this Adjutant can give you a link for a new password.",
      ),
    onError: (error) => toast.failure("The request was not received", error.message),
  });
}

function refreshCurrentSession(queries: QueryClient): Promise<CurrentSession> {
  clearAccountData(queries);
  return queries.fetchQuery({ ...currentSession, staleTime: 0 });
}
