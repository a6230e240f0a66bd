import type { SignUpPolicy } from "#platform/auth/auth-settings.ts";
import type { SystemSettings } from "./system-settings.ts";

/** Who may currently create an account. By default, only an instance that listens on loopback only is open. */
export function signUpPolicy(settings: SystemSettings, isLoopbackOnly: boolean): SignUpPolicy {
  const { registration, registrationDomains } = settings.current;
  const defaultMode = isLoopbackOnly ? "open" : "invitation";
  const domains = registrationDomains
    .toLowerCase()
    .split(/[\s,]+/)
    .map((domain) => domain.replace(/^@/, ""));
  return { mode: registration === "auto" ? defaultMode : registration, domains: domains.filter(Boolean) };
}
