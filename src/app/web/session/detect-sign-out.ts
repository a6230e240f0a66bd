import type { QueryClient } from "@tanstack/react-query";
import { t } from "#i18n/message.ts";
import { toast } from "#ui/overlays/toast.ts";
import { type CurrentSession, currentSession } from "./current-session.ts";
import { SIGN_OUT } from "./use-sign-out.ts";

/** Announcements of these resources may mean that this browser's own session has ended. */
const ENDS_SESSIONS = ["sessions", "password"];

/** If the session was ended from another browser, signs out here at once and shows a message. */
export async function detectSignOut(queries: QueryClient, resource: string): Promise<void> {
  const isSigningOut = queries.isMutating({ mutationKey: SIGN_OUT }) > 0;
  const before = queries.getQueryData<CurrentSession>(currentSession.queryKey);
  if (!ENDS_SESSIONS.includes(resource) || isSigningOut || !before?.user) return;
  await queries.invalidateQueries({ queryKey: currentSession.queryKey });
  const now = queries.getQueryData<CurrentSession>(currentSession.queryKey);
  if (!now?.user) toast.notice(t`You were signed out`, t`This browser was signed out from elsewhere.`);
}
