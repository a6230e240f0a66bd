import { form, plural, t } from "#i18n/message.ts";
import type { SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import { translated } from "#platform/language/in-language.ts";
import type { MailPhase } from "#platform/mail/mail-outcome.ts";
import { modelOf } from "#platform/model/choose-model.ts";
import { tryModel } from "#platform/model/model.ts";
import { allocateRelay } from "#platform/outbound/allocate-relay.ts";
import { addressesIn, turnCredentials } from "#platform/outbound/turn-credentials.ts";
import type { WebRequest } from "#platform/outbound/web-call.ts";
import { requestWeb } from "#platform/outbound/web-request.ts";
import type { SystemFields, SystemSecret } from "#platform/system-settings/fields.ts";
import type { ConnectionTarget } from "./model.ts";

type Typed = { [F in keyof SystemFields]?: SystemFields[F] | undefined } & {
  [S in SystemSecret]?: string | undefined;
};
export type TestResult = { isOk: boolean; message: string };
type Tested = Pick<SignedIn, "systemSettings" | "mail" | "outbound" | "config">;

/** Really connects, with the typed values over the stored ones. Returns the result in words for people. */
export async function testConnection(
  context: Tested,
  target: ConnectionTarget,
  typed: Typed,
): Promise<TestResult> {
  try {
    return await TESTS[target](context, typed);
  } catch (error) {
    if (error instanceof AppError) return failed(error.message);
    throw error;
  }
}

const TESTS: Record<ConnectionTarget, (context: Tested, typed: Typed) => Promise<TestResult>> = {
  SMTP: testMail,
  TURN: testRelay,
  Database: async ({ systemSettings }) => {
    const startedAt = performance.now();
    await systemSettings.refresh();
    return succeeded(
      t`The database answered in ${Math.max(1, Math.round(performance.now() - startedAt))} ms.`,
    );
  },
  Resend: (context, typed) =>
    testWeb(
      context,
      secretOf(context, typed, "resendApiKey"),
      t`Please enter a Resend API key first.`,
      (key) => ({
        url: `${context.systemSettings.fromEnvironment.addresses.resend}/domains`,
        headers: bearer(key),
      }),
    ),
  OpenAI: (context, typed) =>
    testWeb(
      context,
      secretOf(context, typed, "openaiApiKey"),
      t`Please enter an OpenAI API key first.`,
      (key) => ({
        url: `${context.systemSettings.fromEnvironment.addresses.openai}/models`,
        headers: bearer(key),
      }),
    ),
  Model: testModel,
  Stripe: (context, typed) =>
    testWeb(
      context,
      secretOf(context, typed, "stripeSecretKey"),
      t`Please enter a Stripe key first.`,
      (key) => ({
        url: `${context.config.stripeUrl}/v1/charges?limit=1`,
        headers: bearer(key),
        maxBytes: 5_000_000,
      }),
    ),
  Supabase: async (context, typed) => {
    const { current } = context.systemSettings;
    const address = (typed.supabaseUrl ?? current.supabaseUrl).replace(/(?<!\/)\/+$/, "");
    if (!address) return failed(t`Please enter the address of the project first.`);
    const isStored = address === current.supabaseUrl.replace(/(?<!\/)\/+$/, "");
    const key = isStored ? secretOf(context, typed, "supabaseAnonKey") : (typed.supabaseAnonKey ?? null);
    return testWeb(context, key, t`Please enter the project's anon key first.`, (apikey) => ({
      url: `${address}/auth/v1/settings`,
      headers: { apikey: oneLine(apikey), ...bearer(apikey) },
    }));
  },
  Slack: (context, typed) =>
    testWeb(
      context,
      secretOf(context, typed, "slackWebhook"),
      t`Please enter the webhook's address first.`,
      (url) => post(url, { text: greeting(context) }),
    ),
  Discord: (context, typed) =>
    testWeb(
      context,
      secretOf(context, typed, "discordWebhook"),
      t`Please enter the webhook's address first.`,
      (url) => post(url, { content: greeting(context), allowed_mentions: { parse: [] } }),
    ),
};

/** Allocates a relay on each server, with temporary credentials as people get them. The secret itself is never sent. */
async function testRelay(
  { systemSettings, outbound }: Tested,
  { turnUrls = systemSettings.current.turnUrls, turnSecret }: Typed,
): Promise<TestResult> {
  const servers = addressesIn(turnUrls, "turn");
  const secret = turnSecret ?? systemSettings.secret("turnSecret");
  if (servers.length === 0)
    return failed(t`Please enter a TURN server first, such as turn:turn.example.com:3478.`);
  if (secret === null) return failed(t`Please enter the TURN server's shared secret first.`);
  const key = turnCredentials(secret, new Date(Date.now() + 600_000), "connection-test");
  for (const server of servers) await allocateRelay(outbound, server, key);
  return succeeded(
    plural(servers.length, {
      one: "The server relays calls.",
      other: form`All ${servers.length} servers relay calls.`,
    }),
  );
}

/**
 * Requests a short answer from the model, which verifies address, key and name. The stored key is sent to its own
 * address only.
 */
async function testModel({ systemSettings, outbound }: Tested, typed: Typed): Promise<TestResult> {
  const { current } = systemSettings;
  const isStored = typed.modelUrl === undefined || typed.modelUrl === current.modelUrl;
  const model = modelOf(systemSettings, {
    modelProvider: typed.modelProvider ?? current.modelProvider,
    modelUrl: typed.modelUrl ?? current.modelUrl,
    modelName: typed.modelName ?? current.modelName,
    openaiApiKey: typed.openaiApiKey ?? systemSettings.secret("openaiApiKey"),
    modelApiKey: typed.modelApiKey ?? (isStored ? systemSettings.secret("modelApiKey") : null),
  });
  if (!model) return failed(t`Please choose a provider, and enter its key or address first.`);
  await tryModel({ outbound }, model);
  return succeeded(t`The model '${model.name}' answers.`);
}

/** The stored password is sent to the stored server only: another server needs its own password. */
async function testMail({ systemSettings, mail }: Tested, typed: Typed): Promise<TestResult> {
  const { current } = systemSettings;
  const host = typed.smtpHost ?? current.smtpHost;
  const port = typed.smtpPort ?? current.smtpPort;
  if (!host) return failed(t`Please enter the host of the mail server first.`);
  const isStored = host === current.smtpHost && port === current.smtpPort;
  const stored = isStored ? systemSettings.secret("smtpPassword") : null;
  const result = await mail.test({
    host,
    port,
    secure: typed.smtpSecure ?? current.smtpSecure,
    username: typed.smtpUsername ?? current.smtpUsername,
    password: typed.smtpPassword ?? stored ?? "",
    fromEmail: typed.smtpFromEmail ?? current.smtpFromEmail,
    fromName: typed.smtpFromName ?? current.smtpFromName,
  });
  return result.isOk
    ? succeeded(t`${host} lets Adjutant in and takes its sender address.`)
    : failed(`${translated(STEPS[result.step])}: ${result.reason}`);
}

const STEPS: Record<MailPhase, string> = {
  name: t`Finding the server`,
  connection: t`Connecting`,
  tls: t`Encrypting`,
  "sign-in": t`Signing in`,
  sender: t`Naming the sender`,
  recipients: t`Naming a recipient`,
  data: t`Handing over a message`,
};

async function testWeb(
  { outbound }: Tested,
  secret: string | null,
  missing: string,
  buildRequest: (secret: string) => WebRequest,
): Promise<TestResult> {
  if (secret === null) return failed(missing);
  const { status, body } = await requestWeb(outbound, buildRequest(secret));
  // A send-only key may not list domains but is valid (resend.com/docs/api-reference/errors).
  const isValidKey = status === 401 && body.includes("restricted_api_key");
  if ((status >= 200 && status < 300) || isValidKey) return succeeded(`It answered ${status}.`);
  const reason =
    REASONS[status] ?? (status < 500 ? "it did not take the request" : "it has trouble of its own");
  return failed(`It answered ${status}: ${reason}.`);
}

const REASONS: Record<number, string> = {
  401: "the key was refused",
  403: "the key was refused",
  404: "there is nothing at this address",
  429: "too many requests, try again later",
};

/** The typed secret, or the stored one; null if there is neither. */
const secretOf = ({ systemSettings }: Tested, typed: Typed, name: SystemSecret) =>
  typed[name] ?? systemSettings.secret(name);

const bearer = (key: string) => ({ authorization: `Bearer ${oneLine(key)}` });
const oneLine = (text: string) => text.replaceAll(/[^\x21-\x7e]/g, "");

const post = (url: string, body: object): WebRequest => ({
  url,
  method: "POST",
  headers: { "content-type": "application/json" },
  body: JSON.stringify(body),
});

const greeting = ({ systemSettings }: Tested) =>
  t`${systemSettings.current.appName} can reach this channel. An administrator tested the connection.`;

const succeeded = (message: string): TestResult => ({ isOk: true, message });
const failed = (message: string): TestResult => ({ isOk: false, message });
