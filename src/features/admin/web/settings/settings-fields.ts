import { t, term } from "#i18n/message.ts";
import { type FieldGroup, text } from "./field-kinds.ts";
import { SERVICE_GROUPS } from "./service-fields.ts";

export const TABS = [
  { value: "general", label: t`General` },
  { value: "email", label: t`Email` },
  { value: "api-keys", label: t`API Keys` },
  { value: "seo", label: "SEO" },
  { value: "notifications", label: t`Notifications` },
  { value: "database", label: t`Database` },
] as const;

export type SettingsTab = (typeof TABS)[number]["value"];

/** Everything that can be set, tab by tab (SYS-03 to SYS-09). The database is not set, it is shown. */
export const GROUPS: Record<Exclude<SettingsTab, "database">, readonly FieldGroup[]> = {
  general: [
    {
      title: t`The instance`,
      text: t`Its name, on every page and in every message.`,
      fields: [
        text("appName", t`App Name`, 100),
        { kind: "paragraph", name: "appDescription", label: t`App Description`, longest: 500 },
        text(
          "appUrl",
          t`App URL`,
          500,
          t`Links in messages lead here, and requests under this name are answered. Empty: the address it was started with.`,
        ),
        {
          kind: "zone",
          name: "timezone",
          label: t`Timezone`,
          longest: 100,
          description: t`Of accounts that are made from now on; everyone can change their own.`,
        },
      ],
    },
    {
      title: t`Registration`,
      text: t`Who can create an account. The sign-up page says how to get in.`,
      fields: [
        {
          kind: "choice",
          name: "registration",
          label: t`New accounts`,
          options: [
            { value: "auto", label: t`Open on this machine only, else by invitation` },
            { value: "open", label: term("Open", "who can create an account: anyone") },
            { value: "invitation", label: t`By invitation` },
            { value: "closed", label: term("Closed", "who can create an account: nobody") },
          ],
        },
        text(
          "registrationDomains",
          t`Allowed domains`,
          2000,
          t`Where registration is open: only addresses at these domains, separated by commas. Empty: any.`,
        ),
      ],
    },
    {
      title: t`Maintenance`,
      text: t`In force as soon as it is saved.`,
      fields: [
        {
          kind: "switch",
          name: "maintenanceMode",
          label: t`Maintenance Mode`,
          description: t`Only administrators are served. Everybody else is asked to wait, keeps what they were writing, and their jobs wait too.`,
        },
      ],
    },
  ],
  email: [
    {
      title: t`Mail server`,
      text: t`Confirmations, links for new passwords and invitations leave by it, and mail of people without an account of their own.`,
      test: "SMTP",
      fields: [
        text("smtpHost", t`SMTP Host`, 255),
        { kind: "number", name: "smtpPort", label: t`SMTP Port` },
        text("smtpUsername", t`SMTP Username`, 320),
        { kind: "secret", name: "smtpPassword", label: t`SMTP Password` },
        text("smtpFromEmail", t`From Email`, 320),
        text("smtpFromName", t`From Name`, 200, t`Empty: the name of the app.`),
        {
          kind: "switch",
          name: "smtpSecure",
          label: t`Use TLS`,
          description: t`Never without encryption. Port 465 speaks it from the start, others switch to it.`,
        },
      ],
    },
  ],
  "api-keys": SERVICE_GROUPS,
  seo: [
    {
      title: t`Search engines`,
      text: t`Written into the head of every page.`,
      fields: [
        text("metaTitle", t`Meta Title`, 200, t`Empty: the name of the app.`),
        {
          kind: "paragraph",
          name: "metaDescription",
          label: t`Meta Description`,
          longest: 500,
          description: t`Empty: the description of the app.`,
        },
        text("metaKeywords", t`Meta Keywords`, 500, t`Separated by commas.`),
        text(
          "googleSearchConsoleId",
          t`Google Search Console ID`,
          200,
          t`Proves to Google that the address is yours.`,
        ),
        text(
          "googleAnalyticsId",
          t`Google Analytics ID`,
          100,
          t`Such as G-ABC123. With it and its secret people are asked whether the pages they open may be counted. Adjutant's pages load nothing from other hosts: the server tells Google of a page, and of nothing on it.`,
        ),
        {
          kind: "secret",
          name: "googleAnalyticsSecret",
          label: t`Google Analytics API Secret`,
          description: t`Of the Measurement Protocol, made under the data stream in Google Analytics.`,
        },
      ],
    },
  ],
  notifications: [
    {
      title: t`Notifications`,
      text: t`Notifications outside the open page.`,
      fields: [
        {
          kind: "switch",
          name: "emailNotifications",
          label: t`Email Notifications`,
          description: t`Invitations to workspaces also leave by mail. Links that people ask for always do.`,
        },
        {
          kind: "switch",
          name: "pushNotifications",
          label: t`Push Notifications`,
          description: t`New notifications appear at the bell at once, without loading the page again.`,
        },
      ],
    },
    {
      title: t`Channels`,
      text: t`Channels that receive notices about maintenance and role changes.`,
      fields: [
        { kind: "secret", name: "slackWebhook", label: t`Slack Webhook`, test: "Slack" },
        { kind: "secret", name: "discordWebhook", label: t`Discord Webhook`, test: "Discord" },
      ],
    },
  ],
};

export const labelOf = (name: string): string =>
  Object.values(GROUPS)
    .flat()
    .flatMap(({ fields }) => fields)
    .find((field) => field.name === name)?.label ?? name;
