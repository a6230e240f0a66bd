import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, use } from "react";
import { type Session, type SessionUser, session } from "../api.ts";

type Auth = Pick<Session, "roles" | "isAdmin" | "redirectToAdmin"> & {
  /** True until the first answer about the session. */
  isLoading: boolean;
  user: SessionUser | null;
  /** The server could not say who this is. */
  error: Error | null;
  retry(): void;
};

const AuthContext = createContext<Auth | null>(null);

/** Asks once who is signed in; announcements and refused calls make it ask again. */
export function AuthProvider({ children }: { children: ReactNode }) {
  const current = useQuery({ ...session.current.query({}), staleTime: Number.POSITIVE_INFINITY });
  return (
    <AuthContext
      value={{
        isLoading: current.isPending,
        user: current.data?.user ?? null,
        roles: current.data?.roles ?? [],
        isAdmin: current.data?.isAdmin ?? false,
        redirectToAdmin: current.data?.redirectToAdmin ?? false,
        error: current.data ? null : current.error,
        retry: () => void current.refetch(),
      }}
    >
      {children}
    </AuthContext>
  );
}

export function useAuth(): Auth {
  const auth = use(AuthContext);
  if (!auth) throw new Error("useAuth must be used within an AuthProvider");
  return auth;
}
