import { Navigate } from "@tanstack/react-router";
import { useState } from "react";
import { AuthPage } from "./auth-page.tsx";
import { consumeRedirect } from "./sign-in-redirect.ts";

/** The sign-in page inside of the application: after a sign-out, and where a session has ended. */
export function AuthRoute() {
  return <AuthPage arrival={<Arrival />} />;
}

function Arrival() {
  // One element: a new one would navigate again with each step of the navigation it began.
  const [leaving] = useState(() => <Navigate to="/" href={consumeRedirect()} replace />);
  return leaving;
}
