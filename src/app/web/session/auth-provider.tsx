import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, use } from "react";
import { type CurrentSession, currentSession } from "./current-session.ts";
import { clockOf, setClock } from "./session-clock.ts";
import { useTravelChoice } from "./travel-choice.ts";

type Auth = CurrentSession & {
  /** True until the first answer about the session. */
  isLoading: boolean;
  /** Why the session could not be loaded. */
  error: Error | null;
  retry(): void;
  /** Changes with the clock: what shows times is rendered anew by it. */
  clockKey: string;
};

export const SIGNED_OUT_SESSION: CurrentSession = {
  user: null,
  roles: [],
  isAdmin: false,
  redirectToAdmin: false,
  lastEventId: 0,
};

const AuthContext = createContext<Auth | null>(null);

/** Loads the session at the start; announcements, refused calls and a return to the tab reload it. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const { data, isPending, error, refetch } = useQuery({
    ...currentSession,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: "always",
  });
  const clock = clockOf(data?.user ?? null, useTravelChoice(data?.user?.timeZone));
  // Set while rendering, so that everything below already shows it; rendering again sets the same.
  setClock(clock);
  const auth = {
    ...(data ?? SIGNED_OUT_SESSION),
    isLoading: isPending,
    error: data ? null : error,
    retry: () => void refetch(),
    clockKey: Object.values(clock).join(" "),
  };
  return <AuthContext value={auth}>{children}</AuthContext>;
}

export function useAuth(): Auth {
  const auth = use(AuthContext);
  if (!auth) throw new Error("useAuth must be used within an AuthProvider");
  return auth;
}
