import { z } from "zod";
import { isTimeZone } from "#platform/time/time-zone.ts";

const line = (longest: number) => z.string().trim().max(longest);

/**
 * What an administrator sets for the whole instance and may read again (SYS-03 to SYS-09), with the value of a fresh
 * one. Only the port is checked beyond its length (SYS-13), and the time zone, which must exist.
 */
export const SystemFields = z.object({
  appName: line(100).default("Adjutant"),
  appDescription: line(500).default("Your AI Executive Assistant"),
  /** Empty where nobody set it: the address that the program was started with. */
  appUrl: line(500).default(""),
  /** IANA name; of accounts that are made from now on. */
  timezone: z.string().max(100).refine(isTimeZone, "Please choose a time zone from the list").default("UTC"),
  maintenanceMode: z.boolean().default(false),
  smtpHost: line(255).default(""),
  smtpPort: z.int().min(1).max(65_535).default(587),
  smtpUsername: line(320).default(""),
  smtpFromEmail: line(320).default(""),
  smtpFromName: line(200).default(""),
  smtpSecure: z.boolean().default(true),
  supabaseUrl: line(500).default(""),
  metaTitle: line(200).default(""),
  metaDescription: line(500).default(""),
  metaKeywords: line(500).default(""),
  googleAnalyticsId: line(100).default(""),
  googleSearchConsoleId: line(200).default(""),
  emailNotifications: z.boolean().default(true),
  pushNotifications: z.boolean().default(true),
  googleClientId: line(500).default(""),
  microsoftClientId: line(500).default(""),
  slackClientId: line(500).default(""),
});
export type SystemFields = z.output<typeof SystemFields>;

/** What is sealed and never shown again. A new one needs a line here and nothing else. */
export const SYSTEM_SECRETS = [
  "smtpPassword",
  "resendApiKey",
  "openaiApiKey",
  "supabaseAnonKey",
  "slackWebhook",
  "discordWebhook",
  "googleClientSecret",
  "microsoftClientSecret",
  "slackClientSecret",
] as const;
export type SystemSecret = (typeof SYSTEM_SECRETS)[number];

export const FRESH_FIELDS: SystemFields = SystemFields.parse({});
