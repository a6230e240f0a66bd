import { useQueryClient } from "@tanstack/react-query";
import { session } from "#features/settings/web/api.ts";
import { t } from "#i18n/message.ts";
import { clearAccountData } from "#platform/client/query-client.ts";
import { useRequest } from "#platform/client/use-write.ts";
import { type CurrentSession, currentSession } from "./current-session.ts";
import { redirectToStartPage } from "./sign-in-redirect.ts";

const SIGNED_OUT: CurrentSession = {
  user: null,
  roles: [],
  isAdmin: false,
  redirectToAdmin: false,
  lastEventId: 0,
};

export const SIGN_OUT = ["sign-out"];

/** Ends the session and forgets everything that was read with it. */
export function useSignOut(): () => void {
  const queries = useQueryClient();
  const { mutate } = useRequest({
    mutationKey: SIGN_OUT,
    send: () => session.signOut.call({}),
    done: t`Signed out successfully`,
    failed: [t`Error signing out`, ""],
    onDone: () => {
      redirectToStartPage();
      queries.setQueryData(currentSession.queryKey, SIGNED_OUT);
      clearAccountData(queries);
    },
  });
  return mutate;
}
