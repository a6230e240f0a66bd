import type { z } from "zod";
import type { EnvironmentSettings } from "#platform/system-settings/given-settings.ts";
import { Settings } from "./settings.ts";

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
  const settings = parseSettings(environment);
  return Object.freeze({
    port: settings.PORT,
    host: settings.HOST,
    /** Absolute path. */
    dataDir: settings.DATA_DIR,
    /** The bucket for stored files; null: they are stored in `dataDir`. */
    bucket: bucketOf(settings),
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
    /** A file of certificates (PEM) that are trusted beside the usual authorities; null: none. */
    trustedCertificates: settings.TRUSTED_CERTIFICATES ?? null,
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
    systemSettings: Object.freeze(systemSettingsOf(settings)),
    /** Base URL for counting page views, of people who consent. */
    analyticsUrl: settings.ANALYTICS_BASE_URL,
    /** Base URL for reading payments. */
    stripeUrl: settings.STRIPE_BASE_URL,
    /** Base URLs of the OAuth providers; absent: their own. */
    providers: providersOf(settings),
    /** Services for weather, places and routes, used once a person has added a place; null: none. */
    surroundings: surroundingsOf(settings),
    /** CIDR ranges whose X-Forwarded-For is believed; nobody by default. */
    trustedProxies: Object.freeze(settings.TRUSTED_PROXIES),
    limits: limitsOf(settings),
  });
}

function parseSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const given = Object.fromEntries(
    settingNames.map((name) => [name, environment[name]?.trim() || undefined]),
  );
  const result = Settings.safeParse(given);
  if (!result.success) throw new ConfigError(describe(result.error.issues[0], given));
  if (result.data.SESSION_IDLE_DAYS > result.data.SESSION_ABSOLUTE_DAYS)
    throw new ConfigError("SESSION_IDLE_DAYS must not be more than SESSION_ABSOLUTE_DAYS");
  return result.data;
}

function bucketOf({
  S3_ENDPOINT: endpoint,
  S3_BUCKET: name,
  S3_REGION: region,
  S3_ACCESS_KEY_ID: accessKeyId,
  S3_SECRET_ACCESS_KEY: secretAccessKey,
}: Settings) {
  if (endpoint && name && accessKeyId && secretAccessKey)
    return Object.freeze({ endpoint, name, region, accessKeyId, secretAccessKey });
  if (endpoint || name || accessKeyId || secretAccessKey)
    throw new ConfigError(
      "S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together",
    );
  return null;
}

const systemSettingsOf = (settings: Settings) =>
  ({
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
  }) satisfies EnvironmentSettings;

const providersOf = (settings: Settings) =>
  Object.freeze({
    googleUrl: settings.GOOGLE_BASE_URL,
    microsoftUrl: settings.MICROSOFT_BASE_URL,
    slackUrl: settings.SLACK_BASE_URL,
    /** Servers of connected mail accounts that sign in with tokens. */
    gmailServers: { imap: settings.GMAIL_IMAP, smtp: settings.GMAIL_SMTP },
    outlookServers: { imap: settings.OUTLOOK_IMAP, smtp: settings.OUTLOOK_SMTP },
    /** The tenant whose accounts may sign in. */
    microsoftTenant: settings.MICROSOFT_TENANT,
  });

const surroundingsOf = (settings: Settings) =>
  Object.freeze({
    weatherUrl: settings.WEATHER_BASE_URL,
    placesUrl: settings.PLACES_BASE_URL,
    routingUrl: settings.ROUTING_BASE_URL ?? null,
    tomTomUrl: settings.TOMTOM_BASE_URL,
    tomTomKey: settings.TOMTOM_API_KEY ?? null,
  });

const limitsOf = (settings: Settings) =>
  Object.freeze({
    /** Within 15 minutes. */
    signInFailuresPerAccount: settings.LIMIT_SIGN_IN_FAILURES_PER_ACCOUNT,
    /** Within an hour, as are the next two. */
    signInFailuresPerSource: settings.LIMIT_SIGN_IN_FAILURES_PER_SOURCE,
    signInFailuresGlobal: settings.LIMIT_SIGN_IN_FAILURES_GLOBAL,
    signUpsPerSource: settings.LIMIT_SIGN_UPS_PER_SOURCE,
    /** Per signed-in user or, signed out, per source. */
    requestsPerMinute: settings.LIMIT_REQUESTS_PER_MINUTE,
  });

/** True where only this machine can reach the program. */
export const isLoopback = (host: string) => /^(127\.\d+\.\d+\.\d+|::1|localhost)$/.test(host);

function localAddress(host: string, port: number): string {
  const isEverywhere = host === "0.0.0.0" || host === "::";
  const name = isEverywhere ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return new URL(`http://${name}:${port}`).origin;
}

function withoutAbsent<T extends object>(values: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const given = Object.entries(values).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given) as { [K in keyof T]?: Exclude<T[K], undefined> };
}

function describe(issue: z.core.$ZodIssue | undefined, given: Record<string, string | undefined>): string {
  const name = String(issue?.path[0]);
  const valueNote = SECRET_SETTINGS.has(name) ? "" : ` (it is '${given[name]}')`;
  return `${name} ${issue?.message}${valueNote}`;
}

const isMissingFile = (error: unknown) => (error as NodeJS.ErrnoException).code === "ENOENT";
