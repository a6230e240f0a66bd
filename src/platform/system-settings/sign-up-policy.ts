import type { SignUpPolicy } from "#platform/auth/auth-settings.ts";
import type { SystemSettings } from "./system-settings.ts";

/** Who may create an account, as it holds now. Where nobody chose, only an instance for the machine itself is open. */
export function signUpPolicy(settings: SystemSettings, isLoopbackOnly: boolean): SignUpPolicy {
  const { registration, registrationDomains } = settings.current;
  const unchosen = isLoopbackOnly ? "open" : "invitation";
  const domains = registrationDomains
    .toLowerCase()
    .split(/[\s,]+/)
    .map((domain) => domain.replace(/^@/, ""));
  return { mode: registration === "auto" ? unchosen : registration, domains: domains.filter(Boolean) };
}
