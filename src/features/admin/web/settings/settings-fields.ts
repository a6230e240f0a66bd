import { type FieldGroup, text } from "./field-kinds.ts";
import { SERVICE_GROUPS } from "./service-fields.ts";

export const TABS = [
  { value: "general", label: "General" },
  { value: "email", label: "Email" },
  { value: "api-keys", label: "API Keys" },
  { value: "seo", label: "SEO" },
  { value: "notifications", label: "Notifications" },
  { value: "database", label: "Database" },
] as const;

export type SettingsTab = (typeof TABS)[number]["value"];

/** Everything that can be set, tab by tab (SYS-03 to SYS-09). The database is not set, it is shown. */
export const GROUPS: Record<Exclude<SettingsTab, "database">, readonly FieldGroup[]> = {
  general: [
    {
      title: "The instance",
      text: "Its name, on every page and in every message.",
      fields: [
        text("appName", "App Name", 100),
        { kind: "paragraph", name: "appDescription", label: "App Description", longest: 500 },
        text(
          "appUrl",
          "App URL",
          500,
          "Links in messages lead here, and requests under this name are answered. Empty: the address it was started with.",
        ),
        {
          kind: "zone",
          name: "timezone",
          label: "Timezone",
          longest: 100,
          description: "Of accounts that are made from now on; everyone can change their own.",
        },
      ],
    },
    {
      title: "Registration",
      text: "Who can create an account. The sign-up page says how to get in.",
      fields: [
        {
          kind: "choice",
          name: "registration",
          label: "New accounts",
          options: [
            { value: "auto", label: "Open on this machine only, else by invitation" },
            { value: "open", label: "Open" },
            { value: "invitation", label: "By invitation" },
            { value: "closed", label: "Closed" },
          ],
        },
        text(
          "registrationDomains",
          "Allowed domains",
          2000,
          "Where registration is open: only addresses at these domains, separated by commas. Empty: any.",
        ),
      ],
    },
    {
      title: "Maintenance",
      text: "In force as soon as it is saved.",
      fields: [
        {
          kind: "switch",
          name: "maintenanceMode",
          label: "Maintenance Mode",
          description:
            "Only administrators are served. Everybody else is asked to wait, keeps what they were writing, and their jobs wait too.",
        },
      ],
    },
  ],
  email: [
    {
      title: "Mail server",
      text: "Confirmations, links for new passwords and invitations leave by it, and mail of people without an account of their own.",
      test: "SMTP",
      fields: [
        text("smtpHost", "SMTP Host", 255),
        { kind: "number", name: "smtpPort", label: "SMTP Port" },
        text("smtpUsername", "SMTP Username", 320),
        { kind: "secret", name: "smtpPassword", label: "SMTP Password" },
        text("smtpFromEmail", "From Email", 320),
        text("smtpFromName", "From Name", 200, "Empty: the name of the app."),
        {
          kind: "switch",
          name: "smtpSecure",
          label: "Use TLS",
          description: "Never without encryption. Port 465 speaks it from the start, others switch to it.",
        },
      ],
    },
  ],
  "api-keys": SERVICE_GROUPS,
  seo: [
    {
      title: "Search engines",
      text: "Written into the head of every page.",
      fields: [
        text("metaTitle", "Meta Title", 200, "Empty: the name of the app."),
        {
          kind: "paragraph",
          name: "metaDescription",
          label: "Meta Description",
          longest: 500,
          description: "Empty: the description of the app.",
        },
        text("metaKeywords", "Meta Keywords", 500, "Separated by commas."),
        text(
          "googleSearchConsoleId",
          "Google Search Console ID",
          200,
          "Proves to Google that the address is yours.",
        ),
        text(
          "googleAnalyticsId",
          "Google Analytics ID",
          100,
          "Such as G-ABC123. With it and its secret people are asked whether the pages they open may be counted. Adjutant's pages load nothing from other hosts: the server tells Google of a page, and of nothing on it.",
        ),
        {
          kind: "secret",
          name: "googleAnalyticsSecret",
          label: "Google Analytics API Secret",
          description: "Of the Measurement Protocol, made under the data stream in Google Analytics.",
        },
      ],
    },
  ],
  notifications: [
    {
      title: "Notifications",
      text: "Notifications outside the open page.",
      fields: [
        {
          kind: "switch",
          name: "emailNotifications",
          label: "Email Notifications",
          description: "Invitations to workspaces also leave by mail. Links that people ask for always do.",
        },
        {
          kind: "switch",
          name: "pushNotifications",
          label: "Push Notifications",
          description: "New notifications appear at the bell at once, without loading the page again.",
        },
      ],
    },
    {
      title: "Channels",
      text: "Channels that receive notices about maintenance and role changes.",
      fields: [
        { kind: "secret", name: "slackWebhook", label: "Slack Webhook", test: "Slack" },
        { kind: "secret", name: "discordWebhook", label: "Discord Webhook", test: "Discord" },
      ],
    },
  ],
};

export const labelOf = (name: string): string =>
  Object.values(GROUPS)
    .flat()
    .flatMap(({ fields }) => fields)
    .find((field) => field.name === name)?.label ?? name;
