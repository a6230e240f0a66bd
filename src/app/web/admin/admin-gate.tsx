import type { ReactNode } from "react";
import { NotFound } from "../lazy-not-found.tsx";
import { useAuth } from "../session/auth-provider.tsx";

/** The server refuses non-admins; here they are only spared an empty page. */
export function AdminGate({ children }: { children: ReactNode }) {
  return useAuth().isAdmin ? children : <NotFound />;
}
