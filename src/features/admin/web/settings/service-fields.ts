import { type FieldGroup, text } from "./field-kinds.ts";

/** The keys of outside services (SYS-05). */
export const SERVICE_GROUPS: readonly FieldGroup[] = [
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
];
