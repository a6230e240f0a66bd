import { z } from "zod";
import { t } from "#i18n/message.ts";
import { isTimeZone } from "#platform/time/wall-clock.ts";

export const MODEL_PROVIDERS = ["openai", "compatible", "anthropic", "ollama", "off"] as const;
export type ModelProvider = (typeof MODEL_PROVIDERS)[number];

/** Who may create an account. `auto`: everybody on an instance that listens on loopback only, else by invitation. */
export const REGISTRATIONS = ["auto", "open", "invitation", "closed"] as const;

const line = (longest: number) => z.string().trim().max(longest);

/**
 * The instance settings that an administrator may read again (SYS-03 to SYS-09). Besides lengths, only the port
 * (SYS-13) and the time zone, which must exist, are validated.
 */
export const SystemFields = z.object({
  appName: line(100),
  appDescription: line(500),
  /** Empty where nobody set it: the address that the program was started with. */
  appUrl: line(500),
  /** IANA name; for accounts created from now on. */
  timezone: z.string().max(100).refine(isTimeZone, t`Please choose a time zone from the list`),
  maintenanceMode: z.boolean(),
  smtpHost: line(255),
  smtpPort: z.int(t`Please enter a port number`).min(1).max(65_535),
  smtpUsername: line(320),
  smtpFromEmail: line(320),
  smtpFromName: line(200),
  smtpSecure: z.boolean(),
  supabaseUrl: line(500),
  metaTitle: line(200),
  metaDescription: line(500),
  metaKeywords: line(500),
  googleAnalyticsId: line(100),
  googleSearchConsoleId: line(200),
  emailNotifications: z.boolean(),
  pushNotifications: z.boolean(),
  googleClientId: line(500),
  microsoftClientId: line(500),
  slackClientId: line(500),
  /** Addresses such as `stun:stun.example.com:3478`, separated by spaces or commas. */
  stunUrls: line(1000),
  turnUrls: line(1000),
  /** API that transcribes recorded speech, such as https://api.openai.com/v1; empty: none. */
  transcriptionUrl: line(500),
  transcriptionModel: line(200),
  /** Calls use the TURN servers only, so that people do not learn each other's addresses. */
  relayCallsOnly: z.boolean(),
  /** The provider of the language model; `off`: none, whatever keys are set. */
  modelProvider: z.enum(MODEL_PROVIDERS),
  /** Empty: the provider's own address. */
  modelUrl: line(500),
  /** Empty: the provider's default. */
  modelName: line(200),
  /** Per person. */
  modelCallsPerDay: z.int(t`Please enter a number`).min(0).max(100_000),
  /** Keys and agents may act for people; false stops all of them at once. */
  agentsEnabled: z.boolean(),
  registration: z.enum(REGISTRATIONS),
  /** Where registration is open: only addresses of these domains, separated by spaces or commas; empty: all. */
  registrationDomains: line(2000),
});
export type SystemFields = z.output<typeof SystemFields>;

/** Settings that are sealed and never shown again. A new one needs only a line here. */
export const SYSTEM_SECRETS = [
  "smtpPassword",
  "resendApiKey",
  "openaiApiKey",
  "modelApiKey",
  "supabaseAnonKey",
  "slackWebhook",
  "discordWebhook",
  "googleClientSecret",
  "microsoftClientSecret",
  "slackClientSecret",
  "slackSigningSecret",
  "turnSecret",
  "googleAnalyticsSecret",
  "stripeSecretKey",
  "stripeWebhookSecret",
  "transcriptionApiKey",
] as const;
export type SystemSecret = (typeof SYSTEM_SECRETS)[number];

/** The defaults of an instance without saved settings. */
export const FRESH_FIELDS: SystemFields = {
  appName: "Adjutant",
  appDescription: "Your AI Executive Assistant",
  appUrl: "",
  timezone: "UTC",
  maintenanceMode: false,
  smtpHost: "",
  smtpPort: 587,
  smtpUsername: "",
  smtpFromEmail: "",
  smtpFromName: "",
  smtpSecure: true,
  supabaseUrl: "",
  metaTitle: "",
  metaDescription: "",
  metaKeywords: "",
  googleAnalyticsId: "",
  googleSearchConsoleId: "",
  emailNotifications: true,
  pushNotifications: true,
  googleClientId: "",
  microsoftClientId: "",
  slackClientId: "",
  stunUrls: "",
  turnUrls: "",
  transcriptionUrl: "",
  transcriptionModel: "whisper-1",
  relayCallsOnly: false,
  modelProvider: "openai",
  modelUrl: "",
  modelName: "",
  modelCallsPerDay: 200,
  agentsEnabled: true,
  registration: "auto",
  registrationDomains: "",
};
