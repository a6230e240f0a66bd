import { resolve } from "node:path";
import { z } from "zod";
import { parseMasterKey } from "#platform/secrets/secrets.ts";
import { MODEL_PROVIDERS, REGISTRATIONS } from "#platform/system-settings/fields.ts";
import type { EnvironmentSettings } from "#platform/system-settings/given-settings.ts";

/**
 * Every setting of the program, defined once. Keys are the environment variables; `.env.example` documents them and a
 * test compares the two. An empty variable counts as absent, as compose files write it.
 */
const Settings = z.object({
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
    .pipe(z.array(z.string().regex(/^[0-9a-f]{8}$/, "must be the ids that the start named"))),
  BACKUP_PASSPHRASE: z.string().min(12, "must have 12 characters or more").optional(),
  BACKUP_IDENTITY_FILE: z
    .string()
    .transform((path) => resolve(path))
    .optional(),
  ALLOWED_LOCAL_NETWORKS: z.string().default("").transform(toList).pipe(z.array(networkRange())),
  ADMIN_EMAIL: z
    .email("must be an e-mail address")
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

/** Settings whose values must not appear in error messages. */
const SECRET_SETTINGS = new Set(["DATABASE_URL", "MASTER_KEYS", "BACKUP_PASSPHRASE", "S3_SECRET_ACCESS_KEY"]);

export const settingNames = Object.keys(Settings.shape);

/** The settings as the program uses them: parsed, defaulted and frozen. */
export type Config = ReturnType<typeof parseConfig>;

/** Its message is one line that names the variable: what the program prints before it ends. */
export class ConfigError extends Error {}

/** Reads `.env` of the working directory, if any (the environment takes precedence), then the environment. */
export function loadConfig(): Config {
  try {
    process.loadEnvFile();
  } catch (error) {
    if (!isMissingFile(error)) throw new ConfigError(`.env cannot be read: ${(error as Error).message}`);
  }
  return parseConfig(process.env);
}

/** Throws ConfigError for the first invalid value. */
export function parseConfig(environment: Readonly<Record<string, string | undefined>>) {
  const given = Object.fromEntries(
    settingNames.map((name) => [name, environment[name]?.trim() || undefined]),
  );
  const result = Settings.safeParse(given);
  if (!result.success) throw new ConfigError(describe(result.error.issues[0], given));
  const settings = result.data;
  if (settings.SESSION_IDLE_DAYS > settings.SESSION_ABSOLUTE_DAYS)
    throw new ConfigError("SESSION_IDLE_DAYS must not be more than SESSION_ABSOLUTE_DAYS");
  const {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: name,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
  } = settings;
  const hasBucket = endpoint && name && accessKeyId && secretAccessKey;
  if (!hasBucket && (endpoint || name || accessKeyId || secretAccessKey))
    throw new ConfigError(
      "S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together",
    );
  return Object.freeze({
    port: settings.PORT,
    host: settings.HOST,
    /** Absolute path. */
    dataDir: settings.DATA_DIR,
    /** The bucket for stored files; null: they are stored in `dataDir`. */
    bucket: hasBucket ? Object.freeze({ endpoint, name, region, accessKeyId, secretAccessKey }) : null,
    /** The virus scanner (clamd): a socket in the file system or host:port; null: files are not scanned. */
    clamdAddress: settings.CLAMD_ADDRESS ?? null,
    /** Whether scanned files get text recognition (OCR). */
    recognizesScans: settings.RECOGNIZE_SCANS,
    /** Absent: the embedded server in `dataDir`. */
    databaseUrl: settings.DATABASE_URL,
    /** The origin that people open, without a trailing slash. */
    publicUrl: settings.PUBLIC_URL ?? localAddress(settings.HOST, settings.PORT),
    /** Absent: the file in the data folder. */
    masterKeys: Object.freeze(settings.MASTER_KEYS),
    /** Ids of keys that are lost for good: secrets sealed with them have to be entered again. */
    lostMasterKeys: Object.freeze(settings.LOST_MASTER_KEYS),
    /** The encryption of backups, and the file of the secret keys that open them; null: not set. */
    backup: Object.freeze({
      passphrase: settings.BACKUP_PASSPHRASE ?? null,
      identityFile: settings.BACKUP_IDENTITY_FILE ?? null,
    }),
    /** CIDR ranges that are not public and may be connected to all the same, such as a mail server at home. */
    allowedLocalNetworks: Object.freeze(settings.ALLOWED_LOCAL_NETWORKS),
    adminEmail: settings.ADMIN_EMAIL,
    logLevel: settings.LOG_LEVEL,
    requireEmailConfirmation: settings.REQUIRE_EMAIL_CONFIRMATION,
    passwordMinLength: settings.PASSWORD_MIN_LENGTH,
    sessionIdleDays: settings.SESSION_IDLE_DAYS,
    sessionAbsoluteDays: settings.SESSION_ABSOLUTE_DAYS,
    /**
     * Environment values for settings that are otherwise set on /admin/settings: the environment takes precedence
     * (decision 0013).
     */
    systemSettings: Object.freeze({
      fields: withoutAbsent({
        appUrl: settings.PUBLIC_URL,
        registration: settings.REGISTRATION,
        registrationDomains: settings.REGISTRATION_DOMAINS,
        smtpHost: settings.SMTP_HOST,
        smtpPort: settings.SMTP_PORT,
        smtpUsername: settings.SMTP_USERNAME,
        smtpFromEmail: settings.SMTP_FROM_EMAIL,
        smtpFromName: settings.SMTP_FROM_NAME,
        smtpSecure: settings.SMTP_SECURE,
        googleClientId: settings.GOOGLE_CLIENT_ID,
        microsoftClientId: settings.MICROSOFT_CLIENT_ID,
        slackClientId: settings.SLACK_CLIENT_ID,
        stunUrls: settings.STUN_URLS,
        turnUrls: settings.TURN_URLS,
        relayCallsOnly: settings.RELAY_CALLS_ONLY,
        modelProvider: settings.MODEL_PROVIDER,
        modelUrl: settings.MODEL_URL,
        modelName: settings.MODEL_NAME,
        modelCallsPerDay: settings.MODEL_CALLS_PER_DAY,
        transcriptionUrl: settings.TRANSCRIPTION_BASE_URL,
        transcriptionModel: settings.TRANSCRIPTION_MODEL,
      }),
      secrets: withoutAbsent({
        smtpPassword: settings.SMTP_PASSWORD,
        resendApiKey: settings.RESEND_API_KEY,
        openaiApiKey: settings.OPENAI_API_KEY,
        modelApiKey: settings.MODEL_API_KEY,
        googleClientSecret: settings.GOOGLE_CLIENT_SECRET,
        microsoftClientSecret: settings.MICROSOFT_CLIENT_SECRET,
        slackClientSecret: settings.SLACK_CLIENT_SECRET,
        slackSigningSecret: settings.SLACK_SIGNING_SECRET,
        turnSecret: settings.TURN_SECRET,
        stripeSecretKey: settings.STRIPE_SECRET_KEY,
        stripeWebhookSecret: settings.STRIPE_WEBHOOK_SECRET,
        transcriptionApiKey: settings.TRANSCRIPTION_API_KEY,
      }),
      addresses: { resend: settings.RESEND_BASE_URL, openai: settings.OPENAI_BASE_URL },
      model: settings.OPENAI_MODEL,
    } satisfies EnvironmentSettings),
    /** Base URL for counting page views, of people who consent. */
    analyticsUrl: settings.ANALYTICS_BASE_URL,
    /** Base URL for reading payments. */
    stripeUrl: settings.STRIPE_BASE_URL,
    /** Base URLs of the OAuth providers; absent: their own. */
    providers: Object.freeze({
      googleUrl: settings.GOOGLE_BASE_URL,
      microsoftUrl: settings.MICROSOFT_BASE_URL,
      slackUrl: settings.SLACK_BASE_URL,
      /** Servers of connected mail accounts that sign in with tokens. */
      gmailServers: { imap: settings.GMAIL_IMAP, smtp: settings.GMAIL_SMTP },
      outlookServers: { imap: settings.OUTLOOK_IMAP, smtp: settings.OUTLOOK_SMTP },
      /** The tenant whose accounts may sign in. */
      microsoftTenant: settings.MICROSOFT_TENANT,
    }),
    /** Services for weather, places and routes, used once a person has added a place; null: none. */
    surroundings: Object.freeze({
      weatherUrl: settings.WEATHER_BASE_URL,
      placesUrl: settings.PLACES_BASE_URL,
      routingUrl: settings.ROUTING_BASE_URL ?? null,
      tomTomUrl: settings.TOMTOM_BASE_URL,
      tomTomKey: settings.TOMTOM_API_KEY ?? null,
    }),
    /** CIDR ranges whose X-Forwarded-For is believed; nobody by default. */
    trustedProxies: Object.freeze(settings.TRUSTED_PROXIES),
    limits: Object.freeze({
      /** Within 15 minutes. */
      signInFailuresPerAccount: settings.LIMIT_SIGN_IN_FAILURES_PER_ACCOUNT,
      /** Within an hour, as are the next two. */
      signInFailuresPerSource: settings.LIMIT_SIGN_IN_FAILURES_PER_SOURCE,
      signInFailuresGlobal: settings.LIMIT_SIGN_IN_FAILURES_GLOBAL,
      signUpsPerSource: settings.LIMIT_SIGN_UPS_PER_SOURCE,
      /** Per signed-in user or, signed out, per source. */
      requestsPerMinute: settings.LIMIT_REQUESTS_PER_MINUTE,
    }),
  });
}

/** True where only this machine can reach the program. */
export const isLoopback = (host: string) => /^(127\.\d+\.\d+\.\d+|::1|localhost)$/.test(host);

function localAddress(host: string, port: number): string {
  const isEverywhere = host === "0.0.0.0" || host === "::";
  const name = isEverywhere ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return new URL(`http://${name}:${port}`).origin;
}

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

function withoutAbsent<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

function networkRange() {
  const error = "must be a list of addresses or CIDR ranges such as 10.0.0.0/8, 127.0.0.1";
  return z.union([z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()], { error });
}

function masterKey() {
  return z.string().transform((text, context) => {
    const key = parseMasterKey(text);
    if (key) return key;
    context.addIssue({ code: "custom", message: "must hold keys of 32 bytes in base64, the newest first" });
    return z.NEVER;
  });
}

function toList(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}

function describe(issue: z.core.$ZodIssue | undefined, given: Record<string, string | undefined>): string {
  const name = String(issue?.path[0]);
  const shown = SECRET_SETTINGS.has(name) ? "" : ` (it is '${given[name]}')`;
  return `${name} ${issue?.message}${shown}`;
}

const isMissingFile = (error: unknown) => (error as NodeJS.ErrnoException).code === "ENOENT";
