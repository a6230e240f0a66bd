import type { SystemFields, SystemSecret } from "#platform/system-settings/fields.ts";
import type { ConnectionTarget } from "../../model.ts";

export type FieldName = keyof SystemFields;
type TextName = { [F in FieldName]: SystemFields[F] extends string ? F : never }[FieldName];
type NumberName = { [F in FieldName]: SystemFields[F] extends number ? F : never }[FieldName];
type SwitchName = { [F in FieldName]: SystemFields[F] extends boolean ? F : never }[FieldName];

export type Field = { label: string; description?: string } & (
  | { kind: "text" | "paragraph" | "zone"; name: TextName; longest: number }
  | { kind: "number"; name: NumberName }
  | {
      kind: "choice";
      name: "modelProvider" | "registration";
      options: readonly { value: string; label: string }[];
    }
  | { kind: "switch"; name: SwitchName }
  | { kind: "secret"; name: SystemSecret; test?: ConnectionTarget }
);

export type FieldGroup = { title: string; text: string; fields: readonly Field[]; test?: ConnectionTarget };

export const TABS = [
  { value: "general", label: "General" },
  { value: "email", label: "Email" },
  { value: "api-keys", label: "API Keys" },
  { value: "seo", label: "SEO" },
  { value: "notifications", label: "Notifications" },
  { value: "database", label: "Database" },
] as const;

export type SettingsTab = (typeof TABS)[number]["value"];

const text = (name: TextName, label: string, longest: number, description?: string): Field => ({
  kind: "text",
  name,
  label,
  longest,
  ...(description && { description }),
});

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
  "api-keys": [
    {
      title: "Services",
      text: "Keys are sealed, never shown again, and tried at the service itself.",
      fields: [
        {
          kind: "secret",
          name: "resendApiKey",
          label: "Resend API Key",
          test: "Resend",
          description: "Used to send where no SMTP host is set.",
        },
        {
          kind: "secret",
          name: "openaiApiKey",
          label: "OpenAI API Key",
          test: "OpenAI",
          description: "Used where the language model below is OpenAI's.",
        },
        text(
          "supabaseUrl",
          "Supabase URL",
          500,
          "Kept for your own use: Adjutant has its own database and never writes there.",
        ),
        { kind: "secret", name: "supabaseAnonKey", label: "Supabase Anon Key", test: "Supabase" },
      ],
    },
    {
      title: "Language model",
      text: "Writes drafts and answers what the built-in engine does not understand. What it is asked leaves this server, except to Ollama and your own addresses.",
      test: "Model",
      fields: [
        {
          kind: "choice",
          name: "modelProvider",
          label: "Provider",
          options: [
            { value: "openai", label: "OpenAI (with the key above)" },
            { value: "compatible", label: "Any OpenAI-compatible endpoint" },
            { value: "anthropic", label: "Anthropic" },
            { value: "ollama", label: "Ollama" },
            { value: "off", label: "None: the built-in engine alone" },
          ],
        },
        text(
          "modelUrl",
          "Model Address",
          500,
          "Of a compatible endpoint up to /v1, or of Ollama. Empty: the provider's own.",
        ),
        text("modelName", "Model Name", 200, "Empty: a usual one of the provider."),
        {
          kind: "secret",
          name: "modelApiKey",
          label: "Model API Key",
          description: "For Anthropic and compatible endpoints.",
        },
        {
          kind: "number",
          name: "modelCallsPerDay",
          label: "Questions per person and day",
          description: "Each step of an answer counts. 0 stops all of them.",
        },
      ],
    },
    {
      title: "Agents",
      text: "Programs that people let act for them, by a key or by signing in: over MCP and REST.",
      fields: [
        {
          kind: "switch",
          name: "agentsEnabled",
          label: "Agents may act",
          description:
            "Switched off, every key and every agent is refused at once, and works again when switched on.",
        },
      ],
    },
    {
      title: "Payments",
      text: "Either is enough for Payment Reports to show your own payments in place of the sample.",
      fields: [
        {
          kind: "secret",
          name: "stripeSecretKey",
          label: "Stripe Secret Key",
          test: "Stripe",
          description: "A restricted key that may read charges and events. They are read every five minutes.",
        },
        {
          kind: "secret",
          name: "stripeWebhookSecret",
          label: "Stripe Webhook Secret",
          description:
            "Signing secret of a webhook that sends the events charge.* to the address of this instance and /webhooks/stripe.",
        },
      ],
    },
    {
      title: "Registrations",
      text: "With these, people connect their accounts there. The Integration Hub names the redirect address to enter.",
      fields: [
        text("googleClientId", "Google Client ID", 500),
        { kind: "secret", name: "googleClientSecret", label: "Google Client Secret" },
        text("microsoftClientId", "Microsoft Client ID", 500),
        { kind: "secret", name: "microsoftClientSecret", label: "Microsoft Client Secret" },
        text("slackClientId", "Slack Client ID", 500),
        { kind: "secret", name: "slackClientSecret", label: "Slack Client Secret" },
        {
          kind: "secret",
          name: "slackSigningSecret",
          label: "Slack Signing Secret",
          description:
            "Slack sends messages immediately with it: enter the address of this instance and /webhooks/slack under Event Subscriptions there, and subscribe on behalf of users to message.channels, message.groups, message.im and message.mpim.",
        },
      ],
    },
    {
      title: "Speech",
      text: "Recorded voice commands become text here, for browsers that cannot do it themselves. Recordings are not kept.",
      fields: [
        text(
          "transcriptionUrl",
          "Speech Service",
          500,
          "Such as https://api.openai.com/v1 or a Whisper server of your own. Empty: nothing is recorded.",
        ),
        text("transcriptionModel", "Speech Model", 200),
        { kind: "secret", name: "transcriptionApiKey", label: "Speech API Key" },
      ],
    },
    {
      title: "Calls",
      text: "Servers that help pages find each other. Without a TURN server, calls between different networks may fail.",
      test: "TURN",
      fields: [
        text("stunUrls", "STUN Servers", 1000, "Such as stun:turn.example.com:3478, separated by commas."),
        text("turnUrls", "TURN Servers", 1000, "Such as turn:turn.example.com:3478, separated by commas."),
        {
          kind: "secret",
          name: "turnSecret",
          label: "TURN Shared Secret",
          description: "The server's static-auth-secret. Everyone gets credentials for a few hours from it.",
        },
        {
          kind: "switch",
          name: "relayCallsOnly",
          label: "Relay all calls",
          description:
            "Calls go through the TURN servers only, so that people do not learn each other's network addresses.",
        },
      ],
    },
  ],
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
