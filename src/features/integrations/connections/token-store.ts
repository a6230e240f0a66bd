import { and, eq } from "drizzle-orm";
import { t } from "#i18n/message.ts";
import type { Context, SignedIn } from "#platform/capability/context.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { Worker } from "#platform/jobs/jobs.ts";
import { requestWeb } from "#platform/outbound/web-request.ts";
import { SecretError } from "#platform/secrets/secrets.ts";
import { registrationAt } from "#platform/system-settings/registration.ts";
import { NOT_CONFIGURED, type Provider } from "../model.ts";
import { type Audience, FORM, ProviderError, type SendRequest, type Tokens } from "../public/provider.ts";
import { providerSystemOf } from "../public/provider-config.ts";
import { integrations } from "../tables.ts";

/** What work on somebody's connection needs, in a request as in a job. */
export type ConnectionContext = Pick<
  Context,
  "inTransaction" | "outbound" | "secrets" | "systemSettings" | "config" | "now"
> & { userId: string };

export const connectionContextOf = ({
  actor,
  inTransaction,
  outbound,
  secrets,
  systemSettings,
  config,
  now,
}: SignedIn): ConnectionContext => ({
  ...{ inTransaction, outbound, secrets, systemSettings, config, now },
  userId: actor.userId,
});

export const connectionContextFor = (worker: Worker, userId: string): ConnectionContext => {
  const { outbound, secrets, systemSettings, config, database } = worker;
  return {
    ...{ userId, outbound, secrets, systemSettings, config, now: new Date() },
    inTransaction: (mode, run) => database.transaction(userId, mode, run),
  };
};

export type StoredIntegration = typeof integrations.$inferSelect;

const tokensLocation = ({ id, userId }: Pick<StoredIntegration, "id" | "userId">) => ({
  table: "integrations",
  row: id,
  column: "tokens",
  userId,
});

export const sealTokens = (
  { secrets }: Pick<ConnectionContext, "secrets">,
  row: Pick<StoredIntegration, "id" | "userId">,
  tokens: Tokens,
) => secrets.seal(tokensLocation(row), JSON.stringify(tokens));

/** Throws ProviderError if the row has no readable tokens: the user has to connect again. */
export function openTokens({ secrets }: Pick<ConnectionContext, "secrets">, row: StoredIntegration): Tokens {
  if (!row.tokens)
    throw new ProviderError("refused", t`This connection is no longer signed in. Please connect again.`);
  try {
    return withDates(JSON.parse(secrets.open(tokensLocation(row), row.tokens)));
  } catch (error) {
    if (error instanceof SecretError) throw new ProviderError("refused", error.message);
    throw error;
  }
}

/** When the sign-in expires; null if the provider does not say. */
export function signInEndsAt(
  connection: Pick<ConnectionContext, "secrets">,
  row: StoredIntegration,
): Date | null {
  try {
    return row.tokens ? openTokens(connection, row).endsAt : null;
  } catch (error) {
    if (error instanceof ProviderError) return null;
    throw error;
  }
}

type StoredTokens = Pick<Tokens, "accessToken" | "refreshToken"> & {
  expiresAt: string | null;
  scopes?: string[] | null;
  mail?: { accessToken: string; expiresAt: string | null } | null;
  endsAt?: string | null;
};

const withDates = ({
  expiresAt,
  scopes = null,
  mail = null,
  endsAt = null,
  ...tokens
}: StoredTokens): Tokens => ({
  ...{ ...tokens, scopes },
  expiresAt: dateOf(expiresAt),
  endsAt: dateOf(endsAt),
  mail: mail && { accessToken: mail.accessToken, expiresAt: dateOf(mail.expiresAt) },
});

const dateOf = (text: string | null) => (text === null ? null : new Date(text));

/** Sends a request; network errors become a ProviderError with our own message. */
export const requestWith =
  ({ outbound }: Pick<ConnectionContext, "outbound">): SendRequest =>
  (request) =>
    requestWeb(outbound, request).catch((error: unknown) => {
      if (!(error instanceof AppError)) throw error;
      throw new ProviderError("unavailable", error.message);
    });

/** One POST to the token endpoint with this instance's registration. */
export async function requestTokens(
  connection: ConnectionContext,
  provider: Provider,
  grant: Record<string, string>,
  audience: Audience = "api",
): Promise<Tokens> {
  const system = providerSystemOf(connection.config, provider);
  const registration = registrationAt(connection.systemSettings, system.registrar);
  if (!registration) throw new ProviderError("unavailable", NOT_CONFIGURED);
  const scope = system.tokenScope?.(provider, audience);
  const body = new URLSearchParams({
    ...grant,
    client_id: registration.clientId,
    client_secret: registration.clientSecret,
    ...(scope && { scope }),
  });
  const answer = await requestWith(connection)({
    url: system.tokenUrl,
    method: "POST",
    headers: FORM,
    body: String(body),
  });
  return system.readTokens(answer, new Date());
}

export const ownConnection = (userId: string, provider: Provider) =>
  and(eq(integrations.userId, userId), eq(integrations.provider, provider));
