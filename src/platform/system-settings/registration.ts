import type { SystemSettings } from "./system-settings.ts";

/**
 * The provider at which the instance's OAuth client is registered; gmail and google_calendar share one registration,
 * and so on.
 */
export type Registrar = "google" | "microsoft" | "slack";

export type Registration = { clientId: string; clientSecret: string };

/** This instance's registration there; null where the administrator has not set it. */
export function registrationAt(settings: SystemSettings, registrar: Registrar): Registration | null {
  const clientId = settings.current[`${registrar}ClientId`];
  const clientSecret = settings.secret(`${registrar}ClientSecret`);
  return clientId && clientSecret !== null ? { clientId, clientSecret } : null;
}
