import { z } from "zod";
import { t, term } from "#i18n/message.ts";
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

/** An unknown status counts as disconnected (INT-16). */
export const knownStatus = (status: string | null): IntegrationStatus =>
  IntegrationStatus.safeParse(status).data ?? "disconnected";

/** Where a connection's synchronisation stands. `waiting` passes by itself, `needs_you` does not. */
export const SYNC_STATES = ["idle", "queued", "running", "waiting", "needs_you"] as const;
export const SyncState = z.enum(SYNC_STATES);
export type SyncState = z.output<typeof SyncState>;

/** Kinds of data that a connection can import. */
export const DATA_KINDS = ["mail", "events", "messages", "contacts"] as const;
export const DataKind = z.enum(DATA_KINDS);
export type DataKind = z.output<typeof DataKind>;

/** Which kinds to sync; missing ones are enabled by default. */
export const KindChoices = z.partialRecord(DataKind, z.boolean());
export type KindChoices = z.output<typeof KindChoices>;

export const DATA_KINDS_OF: Record<Provider, readonly DataKind[]> = {
  gmail: ["mail", "contacts"],
  google_calendar: ["events"],
  outlook: ["mail", "contacts"],
  outlook_calendar: ["events"],
  slack: ["messages"],
  teams: ["messages"],
};

/** Contacts are off by default, so that nobody grants more than they want. */
const OFF_BY_DEFAULT: readonly DataKind[] = ["contacts"];
export const isKindEnabled = ({ importOptions }: { importOptions: KindChoices }, kind: DataKind): boolean =>
  importOptions[kind] ?? !OFF_BY_DEFAULT.includes(kind);

/** `within`: the name within a sentence. */
export const DATA_KIND_LABELS: Record<DataKind, { name: string; within: string; shownIn: string }> = {
  mail: {
    name: term("Mail", "kind of data: email messages"),
    within: term("mail", "kind of data: email messages"),
    shownIn: t`Shown in Email`,
  },
  events: { name: t`Events`, within: t`events`, shownIn: t`Shown in Calendar` },
  messages: { name: t`Messages`, within: t`messages`, shownIn: t`Shown in Communication` },
  contacts: { name: t`Contacts`, within: t`contacts`, shownIn: t`Shown in Communication` },
};

/** The last result of a server with a password. */
export const SERVER_STATES = ["ok", "auth_failed", "unreachable"] as const;

/** Local records that a remote object can be linked to. */
export const LINK_KINDS = ["contact", "conversation", "message"] as const;

/** Resources that a webhook can subscribe to, named as in the API. */
export const HOOK_RESOURCES = [
  "tasks",
  "projects",
  "events",
  "emails",
  "documents",
  "contacts",
  "conversations",
  "messages",
  "decisions",
  "notifications",
] as const;
export type WebhookResource = (typeof HOOK_RESOURCES)[number];
export const HOOK_RESOURCE_LABELS: Record<WebhookResource, string> = {
  tasks: t`tasks`,
  projects: t`projects`,
  events: t`events`,
  emails: t`emails`,
  documents: t`documents`,
  contacts: t`contacts`,
  conversations: t`conversations`,
  messages: t`messages`,
  decisions: t`decisions`,
  notifications: t`notifications`,
};

export const DELIVERY_STATES = ["queued", "sending", "done", "failed"] as const;
/** What an incoming webhook creates: a task, or a notification. */
export const HOOK_TARGETS = ["task", "notice"] as const;

/** Fixed texts for each provider (INT-09). */
export const PROVIDER_TEXTS: Record<
  Provider,
  { name: string; type: IntegrationType; description: string; features: readonly string[] }
> = {
  gmail: {
    name: "Gmail",
    type: "email",
    description: t`Your Google mailbox, with its labels and threads`,
    features: [t`Read and send email`, t`Labels and threads`, t`Search across your mailbox`],
  },
  outlook: {
    name: "Outlook",
    type: "email",
    description: t`Your Microsoft mailbox, at work or at home`,
    features: [t`Read and send email`, t`Folders and categories`, t`Focused inbox`],
  },
  google_calendar: {
    name: "Google Calendar",
    type: "calendar",
    description: t`Your Google calendars and those shared with you`,
    features: [t`Events in both directions`, t`Several calendars`, t`Attendees and their answers`],
  },
  outlook_calendar: {
    name: "Outlook Calendar",
    type: "calendar",
    description: t`Your Microsoft calendar with its meetings`,
    features: [t`Events in both directions`, t`Meeting invitations`, t`Recurring events`],
  },
  slack: {
    name: "Slack",
    type: "messaging",
    description: t`Channels and direct messages of your Slack workspace`,
    features: [t`Channels and threads`, t`Direct messages`, t`Send messages as yourself`],
  },
  teams: {
    name: "Microsoft Teams",
    type: "collaboration",
    description: t`Chats and channels of your Microsoft Teams`,
    features: [t`Chats and channels`, t`Team membership`, t`Send messages as yourself`],
  },
};

export const Integration = z.object({
  /** Null until the user has connected the provider or tried to. */
  id: Id.nullable(),
  provider: Provider,
  type: IntegrationType,
  status: IntegrationStatus,
  accountName: z.string().nullable(),
  autoSync: z.boolean(),
  lastSync: Instant.nullable(),
  lastError: z.string().nullable(),
  /** Kinds of data, and whether the granted scopes are enough for each. */
  dataKinds: z.array(z.object({ kind: DataKind, isOn: z.boolean(), isAllowed: z.boolean() })),
  scopes: z.array(z.string()),
  connectedAt: Instant.nullable(),
  /** When the sign-in there expires, if the provider says so. */
  endsAt: Instant.nullable(),
  syncState: SyncState,
  /** Progress of the current run; the total is null if the provider does not say. */
  syncDone: z.int(),
  syncTotal: z.int().nullable(),
  /** The current calendar or conversation, and their number. */
  syncStep: z.int().nullable(),
  syncSteps: z.int().nullable(),
  /** Whether the provider pushes changes; otherwise it is polled every half hour. */
  hasPush: z.boolean(),
  /** When it is retried automatically. */
  waitUntil: Instant.nullable(),
  createdAt: Instant.nullable(),
  /** Incremented by every change; 0 without a row. */
  version: z.int(),
  /** False where this instance is not registered with the provider: Connect then says what is missing. */
  isConfigured: z.boolean(),
});
export type Integration = z.output<typeof Integration>;

/** The sync fields of a connection before the first sync. */
export const NEVER_SYNCED: Pick<
  z.input<typeof Integration>,
  | ("scopes" | "connectedAt" | "syncState" | "syncDone" | "syncTotal" | "waitUntil")
  | ("syncStep" | "syncSteps" | "hasPush" | "endsAt")
> = {
  ...{ scopes: [], connectedAt: null, syncState: "idle", syncDone: 0, syncTotal: null, waitUntil: null },
  ...{ syncStep: null, syncSteps: null, hasPush: false, endsAt: null },
};

/** Per provider that was ever synced (DATA-30). */
export const IntegrationStats = z.object({
  provider: Provider,
  lastSync: Instant.nullable(),
  totalSyncs: z.int(),
  successfulSyncs: z.int(),
});
export type IntegrationStats = z.output<typeof IntegrationStats>;

export const SyncRun = z.object({
  id: Id,
  provider: Provider,
  startedAt: Instant,
  finishedAt: Instant,
  isSuccessful: z.boolean(),
  /** Items that were stored. */
  count: z.int(),
  /** Items that were deleted at the provider. */
  removed: z.int(),
  /** Items that could not be read; the others were stored. */
  quarantined: z.int(),
  /** Everything was read again, because the provider no longer accepted the cursor. */
  isFull: z.boolean(),
  error: z.string().nullable(),
  /** True if it was scheduled, not requested. */
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

export const ConnectionResult = z.object({
  provider: Provider,
  /** Whether sign-in opened in a separate window or in place of the page. */
  flow: z.enum(["window", "page"]),
  /** Why it failed; null on success. */
  error: z.string().nullable(),
});
export type ConnectionResult = z.output<typeof ConnectionResult>;

export const NOT_CONFIGURED = t`Not configured by the administrator`;

/** The BroadcastChannel on which the sign-in window reports its result. */
export const CONNECTION_CHANNEL = "adjutant-integrations";

/** `ctag` changes with any card of the book; null if the server has none. */
export type ListedAddressBook = { url: string; name: string; isReadOnly: boolean; ctag: string | null };

/** A card that is not among the contacts, and why. */
export type UnreadableRemoteCard = { href: string; name: string; reason: string };

/** An address book as last synced. */
export type SyncedAddressBook = ListedAddressBook & {
  syncToken: string | null;
  unreadable: UnreadableRemoteCard[];
};
