import type { Config } from "#platform/config/config.ts";
import type { Registrar } from "#platform/system-settings/registration.ts";
import type { Provider } from "../model.ts";
import { google } from "../providers/google.ts";
import { microsoft } from "../providers/microsoft.ts";
import { slack } from "../providers/slack.ts";
import type { ProviderSystem } from "./provider.ts";

const REGISTRARS: Record<Provider, Registrar> = {
  gmail: "google",
  google_calendar: "google",
  outlook: "microsoft",
  outlook_calendar: "microsoft",
  teams: "microsoft",
  slack: "slack",
};

export const registrarOf = (provider: Provider) => REGISTRARS[provider];

/** The system that signs people in for a provider, at the addresses of the settings. */
export function providerSystemOf(
  { providers }: Pick<Config, "providers">,
  provider: Provider,
): ProviderSystem {
  const systems: Record<Registrar, () => ProviderSystem> = {
    google: () => google(providers.googleUrl),
    microsoft: () => microsoft(providers.microsoftUrl, providers.microsoftTenant),
    slack: () => slack(providers.slackUrl),
  };
  return systems[REGISTRARS[provider]]();
}
