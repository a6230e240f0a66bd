import { resolve } from "node:path";
import { z } from "zod";
import { parseMasterKey } from "#platform/secrets/secrets.ts";
import { MODEL_PROVIDERS, REGISTRATIONS } from "#platform/system-settings/fields.ts";

/**
 * Every setting of the program, defined once. Keys are the environment variables; `.env.example` documents them and a
 * test compares the two. An empty variable counts as absent, as compose files write it.
 */
export const Settings = z.object({
  PORT: wholeNumber(1, 65_535).default(3000),
  HOST: z.string().default("127.0.0.1"),
  DATA_DIR: z
    .string()
    .default("./data")
    .transform((path) => resolve(path)),
  DATABASE_URL: z
    .url({
      protocol: /^postgres(ql)?$/,
      error: "must be an address like postgres://user:password@host:5432/name",
    })
    .optional(),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: "must be an address like https://adjutant.example.com" })
    .refine((url) => (URL.parse(url)?.pathname ?? "/") === "/", "must not have a path")
    .transform((url) => new URL(url).origin)
    .optional(),
  MASTER_KEYS: z.string().default("").transform(toList).pipe(z.array(masterKey())),
  LOST_MASTER_KEYS: z
    .string()
    .default("")
    .transform(toList)
    .pipe(z.array(z.string().regex(/^[0-9a-f]{8}$/, "must be key ids from the error message at the start"))),
  BACKUP_PASSPHRASE: z.string().min(12, "must have 12 characters or more").optional(),
  BACKUP_IDENTITY_FILE: z
    .string()
    .transform((path) => resolve(path))
    .optional(),
  ALLOWED_LOCAL_NETWORKS: z.string().default("").transform(toList).pipe(z.array(networkRange())),
  TRUSTED_CERTIFICATES: z
    .string()
    .transform((path) => resolve(path))
    .optional(),
  ADMIN_EMAIL: z
    .email("must be an email address")
    .transform((email) => email.toLowerCase())
    .optional(),
  S3_ENDPOINT: webAddress().optional(),
  S3_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, "must be the name of a bucket")
    .optional(),
  S3_REGION: z.string().default("us-east-1"),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  CLAMD_ADDRESS: z
    .string()
    .regex(
      /^(\/.+|[\w.-]+:\d{1,5}|\[[\da-f:]+\]:\d{1,5})$/i,
      "must be a socket such as /run/clamav/clamd.ctl or host:3310",
    )
    .optional(),
  RECOGNIZE_SCANS: z.stringbool({ error: "must be true or false" }).default(true),
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"], {
      error: "must be one of trace, debug, info, warn, error, fatal, silent",
    })
    .default("info"),
  REGISTRATION: z.enum(REGISTRATIONS, { error: `must be one of ${REGISTRATIONS.join(", ")}` }).optional(),
  REGISTRATION_DOMAINS: z.string().max(2000).optional(),
  REQUIRE_EMAIL_CONFIRMATION: z.stringbool({ error: "must be true or false" }).default(false),
  PASSWORD_MIN_LENGTH: wholeNumber(6, 128).default(6),
  SESSION_IDLE_DAYS: wholeNumber(1, 365).default(7),
  SESSION_ABSOLUTE_DAYS: wholeNumber(1, 365).default(30),
  TRUSTED_PROXIES: z.string().default("").transform(toList).pipe(z.array(networkRange())),
  SMTP_HOST: z.string().optional(),
  SMTP_PORT: wholeNumber(1, 65_535).optional(),
  SMTP_USERNAME: z.string().optional(),
  SMTP_PASSWORD: z.string().optional(),
  SMTP_FROM_EMAIL: z.string().optional(),
  SMTP_FROM_NAME: z.string().optional(),
  SMTP_SECURE: z.stringbool({ error: "must be true or false" }).optional(),
  RESEND_API_KEY: z.string().optional(),
  RESEND_BASE_URL: webAddress().default("https://api.resend.com"),
  OPENAI_API_KEY: z.string().optional(),
  OPENAI_BASE_URL: webAddress().default("https://api.openai.com/v1"),
  MODEL_PROVIDER: z
    .enum(MODEL_PROVIDERS, { error: `must be one of ${MODEL_PROVIDERS.join(", ")}` })
    .optional(),
  MODEL_URL: webAddress().optional(),
  MODEL_NAME: z.string().max(200).optional(),
  MODEL_API_KEY: z.string().optional(),
  MODEL_CALLS_PER_DAY: wholeNumber(0, 100_000).optional(),
  OPENAI_MODEL: z.string().max(200).default("gpt-4.1-mini"),
  ANALYTICS_BASE_URL: webAddress().default("https://www.google-analytics.com"),
  STRIPE_SECRET_KEY: z.string().optional(),
  STRIPE_WEBHOOK_SECRET: z.string().optional(),
  STRIPE_BASE_URL: webAddress().default("https://api.stripe.com"),
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  MICROSOFT_CLIENT_ID: z.string().optional(),
  MICROSOFT_CLIENT_SECRET: z.string().optional(),
  SLACK_CLIENT_ID: z.string().optional(),
  SLACK_CLIENT_SECRET: z.string().optional(),
  SLACK_SIGNING_SECRET: z.string().optional(),
  STUN_URLS: z.string().optional(),
  TURN_URLS: z.string().optional(),
  TURN_SECRET: z.string().optional(),
  TRANSCRIPTION_BASE_URL: webAddress().optional(),
  TRANSCRIPTION_MODEL: z.string().max(200).optional(),
  TRANSCRIPTION_API_KEY: z.string().optional(),
  RELAY_CALLS_ONLY: z.stringbool({ error: "must be true or false" }).optional(),
  GOOGLE_BASE_URL: webAddress().optional(),
  MICROSOFT_BASE_URL: webAddress().optional(),
  SLACK_BASE_URL: webAddress().optional(),
  GMAIL_IMAP: hostAndPort().default({ host: "imap.gmail.com", port: 993 }),
  GMAIL_SMTP: hostAndPort().default({ host: "smtp.gmail.com", port: 465 }),
  OUTLOOK_IMAP: hostAndPort().default({ host: "outlook.office365.com", port: 993 }),
  OUTLOOK_SMTP: hostAndPort().default({ host: "smtp.office365.com", port: 587 }),
  WEATHER_BASE_URL: webAddressOrOff().default("https://api.open-meteo.com"),
  PLACES_BASE_URL: webAddressOrOff().default("https://geocoding-api.open-meteo.com"),
  ROUTING_BASE_URL: webAddress().optional(),
  TOMTOM_API_KEY: z.string().optional(),
  TOMTOM_BASE_URL: webAddress().default("https://api.tomtom.com"),
  MICROSOFT_TENANT: z
    .string()
    .regex(/^[\w.-]{1,100}$/, "must be a tenant's id or domain, or common, organizations, consumers")
    .default("common"),
  LIMIT_SIGN_IN_FAILURES_PER_ACCOUNT: wholeNumber(1, 1_000_000).default(10),
  LIMIT_SIGN_IN_FAILURES_PER_SOURCE: wholeNumber(1, 1_000_000).default(100),
  LIMIT_SIGN_IN_FAILURES_GLOBAL: wholeNumber(1, 1_000_000).default(1000),
  LIMIT_SIGN_UPS_PER_SOURCE: wholeNumber(1, 1_000_000).default(20),
  LIMIT_REQUESTS_PER_MINUTE: wholeNumber(1, 1_000_000).default(1200),
});

export type Settings = z.output<typeof Settings>;

function wholeNumber(minimum: number, maximum: number) {
  const error = `must be a whole number from ${minimum} to ${maximum}`;
  return z
    .string()
    .regex(/^\d+$/, error)
    .transform(Number)
    .refine((value) => value >= minimum && value <= maximum, error);
}

function webAddress() {
  return z
    .url({ protocol: /^https?$/, error: "must be an address like https://api.example.com/v1" })
    .transform((url) => url.replace(/(?<!\/)\/+$/, ""));
}

/** `imap.example.com:993` */
function hostAndPort() {
  return z
    .string()
    .regex(/^[\w.-]{1,253}:\d{1,5}$/, "must be a host and a port like imap.example.com:993")
    .transform((text) => {
      const [host = "", port = ""] = text.split(":");
      return { host, port: Number(port) };
    });
}

/** Null for `off`. */
function webAddressOrOff() {
  const error = "must be off or an address like https://api.example.com";
  return z.union([z.literal("off").transform(() => null), webAddress()], { error });
}

function networkRange() {
  const error = "must be a list of addresses or CIDR ranges such as 10.0.0.0/8, 127.0.0.1";
  return z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()], { error });
}

function masterKey() {
  return z.string().transform((text, context) => {
    const key = parseMasterKey(text);
    if (key) return key;
    context.addIssue({ code: "custom", message: "must be keys of 32 bytes in base64, the newest first" });
    return z.NEVER;
  });
}

function toList(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}
