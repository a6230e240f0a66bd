import { useEffect } from "react";
import { profile } from "#features/settings/web/api.ts";
import { browserClock } from "#platform/time/reader-clock.ts";
import { useAuth } from "../session/auth-provider.tsx";

/** Milliseconds after which the first data of a page has usually been requested. */
const WAIT_MS = 1_000;

/** The first page of a new account gives its profile the browser's clock, by which briefings and reminders come. */
export function useAdoptedClock(): void {
  const { user, impersonation } = useAuth();
  const isMissing = user?.hourCycle === null && !impersonation;
  useEffect(() => {
    if (!isMissing) return;
    const timer = setTimeout(() => {
      // The next page tries again.
      profile.adoptClock.call(browserClock()).catch(() => undefined);
    }, WAIT_MS);
    return () => clearTimeout(timer);
  }, [isMissing]);
}
