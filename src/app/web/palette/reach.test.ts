import { expect, test } from "vitest";
import { registry } from "../../slices.ts";
import { ACTIONS } from "../actions.ts";
import { ADMIN_SECTIONS } from "../admin/admin-navigation.ts";
import { AREAS, SETTINGS } from "../shell/navigation.ts";
import { DESTINATIONS } from "./destinations.ts";

/** Kinds of records that the palette finds; the commands of an open record are in the palette too. */
const RECORDS = [
  "task",
  "project",
  "email",
  "event",
  "conversation",
  "contact",
  "workspace",
  "decision",
  "document",
];

/** Where the palette leads to what a resource does: the label of an entry, or a kind of record. */
const REACHED: Record<string, string> = {
  accountDeletion: "Export or delete your data",
  adminAccounts: "Accounts",
  adminContacts: "Admin Dashboard",
  adminConversations: "Admin Dashboard",
  adminUsers: "User Management",
  agents: "API keys and agents",
  analyticsConsent: "Export or delete your data",
  apiKeys: "API keys and agents",
  approvals: "Approvals",
  assistant: "Ask the assistant",
  assistantChats: "Ask the assistant",
  assistantMemories: "Remember",
  assistantSettings: "Ask the assistant",
  backups: "Backups",
  bookingPages: "Calendars and booking pages",
  briefings: "Generate briefing",
  calendarAccounts: "Calendars and booking pages",
  calendarFeeds: "Calendars and booking pages",
  calendarFiles: "Calendars and booking pages",
  calendarSettings: "Calendar settings",
  calendars: "Calendars and booking pages",
  calls: "conversation",
  cardAccounts: "Contacts",
  commitments: "Write down a promise",
  contactCards: "Contacts",
  contacts: "Add contact",
  conversations: "New conversation",
  dailyOpsSettings: "Daily Operations settings",
  dashboard: "Dashboard",
  dataExports: "Export or delete your data",
  decisions: "Create decision",
  documents: "Upload document",
  emailConfirmation: "Profile",
  emails: "Compose email",
  eventInvitations: "event",
  events: "Create event",
  impersonation: "Accounts",
  incomingWebhooks: "Mail and messenger connections",
  integrations: "Connect an account",
  invitations: "Invite a colleague",
  leaveTimes: "Traffic",
  locations: "Locations",
  mailAccounts: "Mail accounts",
  mailPreferences: "Mail settings",
  mailSearches: "Email",
  mailSubscriptions: "Email",
  members: "workspace",
  messages: "conversation",
  news: "News",
  newsFeeds: "News",
  newsInterests: "News",
  notificationPolicy: "Notification settings",
  notifications: "Mark notifications read",
  papers: "decision",
  passkeys: "Change password",
  password: "Change password",
  payments: "Payment Reports",
  plan: "Plan my week",
  planSettings: "Planning settings",
  profile: "Profile",
  projectLinks: "project",
  projects: "Create project",
  proxies: "decision",
  pushDevices: "Notification settings",
  roleChecks: "Admin Dashboard",
  secondFactor: "Change password",
  sessions: "Change password",
  systemDatabase: "Database Management",
  systemHealth: "Health",
  systemJobs: "Jobs",
  systemSettings: "System Settings",
  tasks: "Create task",
  team: "Team",
  templates: "Email templates",
  traffic: "Traffic",
  travelChecks: "event",
  voiceCommands: "Speak a command",
  weather: "Weather",
  webhooks: "Mail and messenger connections",
  workspaces: "Create workspace",
};

/** Capabilities that only pages and programs use, or that are used before or outside of the palette. */
const NOT_BY_NAME: Record<string, string> = {
  attention: "decided on in the list of what needs the person, on the dashboard",
  bookings: "visitors book, without an account",
  presence: "the page says by itself that somebody is here",
  session: "signing in comes before the palette; signing out stands in the menu of the person",
  today: "shown first on the dashboard",
  uploads: "the parts of a large file, which the page of documents sends",
};

test("the palette has every capability that changes something and makes sense for a person", () => {
  const labels = new Set<string>([
    ...[...ACTIONS, ...DESTINATIONS, ...ADMIN_SECTIONS, ...AREAS, SETTINGS].map(({ label }) => label),
    ...RECORDS,
  ]);
  const acting = [...registry.values()].filter(({ definition }) => definition.effect !== "read");
  const resources = new Set(acting.map(({ name }) => name.split(".")[0] ?? ""));
  expect([...resources].filter((name) => !REACHED[name] && !NOT_BY_NAME[name])).toEqual([]);
  for (const [name, label] of Object.entries(REACHED))
    expect([name, labels.has(label)]).toEqual([name, true]);
});
