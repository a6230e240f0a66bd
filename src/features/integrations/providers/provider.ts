import { z } from "zod";
import { AppError } from "#platform/capability/errors.ts";
import type { WebAnswer, WebRequest } from "#platform/outbound/web-request.ts";
import type { Registrar } from "#platform/system-settings/registration.ts";
import type { Provider } from "../model.ts";

export type Account = {
  /** The provider's own id of the account. */
  id: string;
  /** As the person knows it: usually an address. */
  name: string;
};

export type Tokens = {
  accessToken: string;
  refreshToken: string | null;
  /** Null where the access token does not end by itself. */
  expiresAt: Date | null;
};

/** One HTTP request through the guarded client. */
export type Ask = (request: WebRequest) => Promise<WebAnswer>;

export type Authorization = { clientId: string; redirectUri: string; state: string; challenge: string };

/** One outside system that people sign in to with OAuth 2.1: code flow with PKCE (RFC 9700). */
export type ProviderSystem = {
  registrar: Registrar;
  /** As its people call it. */
  name: string;
  /** Where an administrator registers this instance. */
  registerAt: string;
  authorizeUrl(provider: Provider, authorization: Authorization): string;
  tokenUrl: string;
  /** Throws ProviderError where the answer holds no tokens. */
  readTokens(answer: WebAnswer, now: Date): Tokens;
  /** True where `iss` of an answer names this system (RFC 9207). */
  isIssuer(issuer: string): boolean;
  account(ask: Ask, tokens: Tokens): Promise<Account>;
  /** Makes the tokens worthless there; absent where the system has no way to. */
  revoke?(ask: Ask, tokens: Tokens): Promise<void>;
};

/**
 * What a provider refused or failed to answer, in our own words: its texts never reach a screen (security.md D9).
 * `refused` needs the person (sign in again); `unavailable` passes by itself.
 */
export class ProviderError extends AppError {
  readonly fault: "refused" | "unavailable";

  constructor(fault: ProviderError["fault"], message: string) {
    super("upstream", message);
    this.name = "ProviderError";
    this.fault = fault;
  }
}

/** The answer's JSON in the expected shape; throws ProviderError for everything else. */
export function readAnswer<T>(name: string, { status, body }: WebAnswer, schema: z.ZodType<T>): T {
  if (status === 400 || status === 401 || status === 403)
    throw new ProviderError("refused", `${name} refused the connection. Please connect again.`);
  const answer = status === 200 ? schema.safeParse(parseJson(body)) : null;
  if (!answer?.success)
    throw new ProviderError("unavailable", `${name} did not answer as expected. Please try again later.`);
  return answer.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const TokenAnswer = z.object({
  access_token: z.string().min(1).max(20_000),
  refresh_token: z.string().min(1).max(20_000).optional(),
  expires_in: z.coerce.number().positive().max(31_536_000).optional(),
});

/** The answer of a token endpoint as RFC 6749 §5.1 has it. */
export function readTokenAnswer(name: string, answer: WebAnswer, now: Date): Tokens {
  const { access_token, refresh_token, expires_in } = readAnswer(name, answer, TokenAnswer);
  return {
    accessToken: access_token,
    refreshToken: refresh_token ?? null,
    expiresAt: expires_in === undefined ? null : new Date(now.getTime() + expires_in * 1000),
  };
}

export const bearer = ({ accessToken }: Tokens) => ({ authorization: `Bearer ${accessToken}` });

export const FORM = { "content-type": "application/x-www-form-urlencoded", accept: "application/json" };

/** What every authorisation address carries. */
export const codeFlow = ({ clientId, redirectUri, state, challenge }: Authorization) => ({
  response_type: "code",
  client_id: clientId,
  redirect_uri: redirectUri,
  state,
  code_challenge: challenge,
  code_challenge_method: "S256",
});

export const address = (url: string, query: Record<string, string>) => `${url}?${new URLSearchParams(query)}`;
