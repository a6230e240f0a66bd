import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, use } from "react";
import { type CurrentSession, currentSession } from "./current-session.ts";

type Auth = CurrentSession & {
  /** True until the first answer about the session. */
  isLoading: boolean;
  /** Why the session could not be loaded. */
  error: Error | null;
  retry(): void;
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
  const auth = {
    ...(data ?? SIGNED_OUT_SESSION),
    isLoading: isPending,
    error: data ? null : error,
    retry: () => void refetch(),
  };
  return <AuthContext value={auth}>{children}</AuthContext>;
}

export function useAuth(): Auth {
  const auth = use(AuthContext);
  if (!auth) throw new Error("useAuth must be used within an AuthProvider");
  return auth;
}
