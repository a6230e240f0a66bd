import { z } from "zod";
import { Id, Instant } from "#platform/capability/wire.ts";

export const PROVIDERS = [
  "gmail",
  "google_calendar",
  "outlook",
  "outlook_calendar",
  "slack",
  "teams",
] as const;
export const Provider = z.enum(PROVIDERS);
export type Provider = z.output<typeof Provider>;

export const TYPES = ["email", "calendar", "messaging", "collaboration"] as const;
export const IntegrationType = z.enum(TYPES);
export type IntegrationType = z.output<typeof IntegrationType>;

export const IntegrationStatus = z.enum(["connected", "error", "disconnected"]);
export type IntegrationStatus = z.output<typeof IntegrationStatus>;

/** Anything that is not known means disconnected (INT-16). */
export const knownStatus = (status: string | null): IntegrationStatus =>
  IntegrationStatus.safeParse(status).data ?? "disconnected";

/** What the screens say about each provider: fixed text (INT-09). */
export const PROVIDER_WORDS: Record<
  Provider,
  { name: string; type: IntegrationType; description: string; features: readonly string[] }
> = {
  gmail: {
    name: "Gmail",
    type: "email",
    description: "Your Google mailbox, with its labels and threads",
    features: ["Read and send email", "Labels and threads", "Search across your mailbox"],
  },
  outlook: {
    name: "Outlook",
    type: "email",
    description: "Your Microsoft mailbox, at work or at home",
    features: ["Read and send email", "Folders and categories", "Focused inbox"],
  },
  google_calendar: {
    name: "Google Calendar",
    type: "calendar",
    description: "Your Google calendars and those shared with you",
    features: ["Events in both directions", "Several calendars", "Attendees and their answers"],
  },
  outlook_calendar: {
    name: "Outlook Calendar",
    type: "calendar",
    description: "Your Microsoft calendar with its meetings",
    features: ["Events in both directions", "Meeting invitations", "Recurring events"],
  },
  slack: {
    name: "Slack",
    type: "messaging",
    description: "Channels and direct messages of your Slack workspace",
    features: ["Channels and threads", "Direct messages", "Send messages as yourself"],
  },
  teams: {
    name: "Microsoft Teams",
    type: "collaboration",
    description: "Chats and channels of your Microsoft Teams",
    features: ["Chats and channels", "Team membership", "Send messages as yourself"],
  },
};

export const Integration = z.object({
  /** Null until the provider was connected or asked for once. */
  id: Id.nullable(),
  provider: Provider,
  type: IntegrationType,
  status: IntegrationStatus,
  accountName: z.string().nullable(),
  autoSync: z.boolean(),
  lastSync: Instant.nullable(),
  lastError: z.string().nullable(),
  createdAt: Instant.nullable(),
  /** Grows with every change; 0 where there is no row. */
  version: z.int(),
  /** False where this instance is not registered with the provider: Connect then says what is missing. */
  isConfigured: z.boolean(),
});
export type Integration = z.output<typeof Integration>;

/** Per provider that was ever synced (DATA-30). */
export const IntegrationStats = z.object({
  provider: Provider,
  lastSync: Instant.nullable(),
  totalSyncs: z.int(),
  successfulSyncs: z.int(),
});
export type IntegrationStats = z.output<typeof IntegrationStats>;

/** One run of a synchronisation. */
export const SyncRun = z.object({
  id: Id,
  provider: Provider,
  startedAt: Instant,
  finishedAt: Instant,
  isSuccessful: z.boolean(),
  /** Items that were stored. */
  count: z.int(),
  error: z.string().nullable(),
  /** True where it ran by itself. */
  isAutomatic: z.boolean(),
});
export type SyncRun = z.output<typeof SyncRun>;

/** Rounded percent; with no syncs there was no failure either (INT-06, INT-11). */
export function successRate(
  stats: readonly Pick<IntegrationStats, "totalSyncs" | "successfulSyncs">[],
): string {
  const total = stats.reduce((sum, { totalSyncs }) => sum + totalSyncs, 0);
  const successful = stats.reduce((sum, { successfulSyncs }) => sum + successfulSyncs, 0);
  return total === 0 ? "100%" : `${Math.round((successful / total) * 100)}%`;
}

/** How a connection that was begun ended. */
export const ConnectionResult = z.object({
  provider: Provider,
  /** Whether it opened in a window of its own or in place of the page. */
  flow: z.enum(["window", "page"]),
  /** Why it was not connected; null where it was. */
  error: z.string().nullable(),
});
export type ConnectionResult = z.output<typeof ConnectionResult>;

export const NOT_CONFIGURED = "Not configured by the administrator";

/** Where the window of a connection says on its own origin how it ended. */
export const CONNECTION_CHANNEL = "adjutant-integrations";

/** What this release does with a connection, said wherever a count is shown. */
export const ONLY_CHECKED =
  "The account answers. This release checks the connection and does not bring items in.";
