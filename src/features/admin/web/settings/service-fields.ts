import { t } from "#i18n/message.ts";
import { type FieldGroup, text } from "./field-kinds.ts";

/** The keys of outside services (SYS-05). */
export const SERVICE_GROUPS: readonly FieldGroup[] = [
  {
    title: t`Services`,
    text: t`Keys are sealed, never shown again, and tried at the service itself.`,
    fields: [
      {
        kind: "secret",
        name: "resendApiKey",
        label: t`Resend API Key`,
        test: "Resend",
        description: t`Used to send where no SMTP host is set.`,
      },
      {
        kind: "secret",
        name: "openaiApiKey",
        label: t`OpenAI API Key`,
        test: "OpenAI",
        description: t`Used where the language model below is OpenAI's.`,
      },
      text(
        "supabaseUrl",
        t`Supabase URL`,
        500,
        t`Kept for your own use: Adjutant has its own database and never writes there.`,
      ),
      { kind: "secret", name: "supabaseAnonKey", label: t`Supabase Anon Key`, test: "Supabase" },
    ],
  },
  {
    title: t`Language model`,
    text: t`Writes drafts and answers what the built-in engine does not understand. What it is asked leaves this server, except to Ollama and your own addresses.`,
    test: "Model",
    fields: [
      {
        kind: "choice",
        name: "modelProvider",
        label: t`Provider`,
        options: [
          { value: "openai", label: t`OpenAI (with the key above)` },
          { value: "compatible", label: t`Any OpenAI-compatible endpoint` },
          { value: "anthropic", label: "Anthropic" },
          { value: "ollama", label: "Ollama" },
          { value: "off", label: t`None: the built-in engine alone` },
        ],
      },
      text(
        "modelUrl",
        t`Model Address`,
        500,
        t`Of a compatible endpoint up to /v1, or of Ollama. Empty: the provider's own.`,
      ),
      text("modelName", t`Model Name`, 200, t`Empty: a usual one of the provider.`),
      {
        kind: "secret",
        name: "modelApiKey",
        label: t`Model API Key`,
        description: t`For Anthropic and compatible endpoints.`,
      },
      {
        kind: "number",
        name: "modelCallsPerDay",
        label: t`Questions per person and day`,
        description: t`Each step of an answer counts. 0 stops all of them.`,
      },
    ],
  },
  {
    title: t`Agents`,
    text: t`Programs that people let act for them, by a key or by signing in: over MCP and REST.`,
    fields: [
      {
        kind: "switch",
        name: "agentsEnabled",
        label: t`Agents may act`,
        description: t`Switched off, every key and every agent is refused at once, and works again when switched on.`,
      },
    ],
  },
  {
    title: t`Payments`,
    text: t`Either is enough for Payment Reports to show your own payments in place of the sample.`,
    fields: [
      {
        kind: "secret",
        name: "stripeSecretKey",
        label: t`Stripe Secret Key`,
        test: "Stripe",
        description: t`A restricted key that may read charges and events. They are read every five minutes.`,
      },
      {
        kind: "secret",
        name: "stripeWebhookSecret",
        label: t`Stripe Webhook Secret`,
        description: t`Signing secret of a webhook that sends the events charge.* to the address of this instance and /webhooks/stripe.`,
      },
    ],
  },
  {
    title: t`Registrations`,
    text: t`With these, people connect their accounts there. The page Integrations names the redirect address to enter.`,
    fields: [
      text("googleClientId", t`Google Client ID`, 500),
      { kind: "secret", name: "googleClientSecret", label: t`Google Client Secret` },
      text("microsoftClientId", t`Microsoft Client ID`, 500),
      { kind: "secret", name: "microsoftClientSecret", label: t`Microsoft Client Secret` },
      text("slackClientId", t`Slack Client ID`, 500),
      { kind: "secret", name: "slackClientSecret", label: t`Slack Client Secret` },
      {
        kind: "secret",
        name: "slackSigningSecret",
        label: t`Slack Signing Secret`,
        description: t`Slack sends messages immediately with it: enter the address of this instance and /webhooks/slack under Event Subscriptions there, and subscribe on behalf of users to message.channels, message.groups, message.im and message.mpim.`,
      },
    ],
  },
  {
    title: t`Speech`,
    text: t`Recorded voice commands become text here, for browsers that cannot do it themselves. Recordings are not kept.`,
    fields: [
      text(
        "transcriptionUrl",
        t`Speech Service`,
        500,
        t`Such as https://api.openai.com/v1 or a Whisper server of your own. Empty: nothing is recorded.`,
      ),
      text("transcriptionModel", t`Speech Model`, 200),
      { kind: "secret", name: "transcriptionApiKey", label: t`Speech API Key` },
    ],
  },
  {
    title: t`Calls`,
    text: t`Servers that help pages find each other. Without a TURN server, calls between different networks may fail.`,
    test: "TURN",
    fields: [
      text("stunUrls", t`STUN Servers`, 1000, t`Such as stun:turn.example.com:3478, separated by commas.`),
      text("turnUrls", t`TURN Servers`, 1000, t`Such as turn:turn.example.com:3478, separated by commas.`),
      {
        kind: "secret",
        name: "turnSecret",
        label: t`TURN Shared Secret`,
        description: t`The server's static-auth-secret. Everyone gets credentials for a few hours from it.`,
      },
      {
        kind: "switch",
        name: "relayCallsOnly",
        label: t`Relay all calls`,
        description: t`Calls go through the TURN servers only, so that people do not learn each other's network addresses.`,
      },
    ],
  },
];
