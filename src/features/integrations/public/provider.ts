import { z } from "zod";
import { t } from "#i18n/message.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { WebRequest } from "#platform/outbound/web-call.ts";
import type { WebAnswer } from "#platform/outbound/web-request.ts";
import type { Registrar } from "#platform/system-settings/registration.ts";
import type { DataKind, Provider } from "../model.ts";

export type Account = {
  /** The provider's own id of the account. */
  id: string;
  /** As shown to the user: usually an email address. */
  name: string;
};

export type Access = {
  accessToken: string;
  /** Null if the access token does not expire. */
  expiresAt: Date | null;
};

export type Tokens = Access & {
  refreshToken: string | null;
  /** The granted scopes; null if the answer does not list them. */
  scopes: string[] | null;
  /** For the mail servers, where these take a token of their own. */
  mail: Access | null;
  /** When the sign-in expires despite refreshes, if the provider says so, as Google does for apps in testing. */
  endsAt: Date | null;
};

/** The audience of an access token: the system's API, or its mail servers. */
export type Audience = "api" | "mail";

/** One HTTP request through the guarded client. */
export type SendRequest = (request: WebRequest) => Promise<WebAnswer>;

export type Authorization = {
  clientId: string;
  redirectUri: string;
  state: string;
  challenge: string;
  /** Kinds of data to import: only their scopes are requested. */
  dataKinds: readonly DataKind[];
  /** The account on a reconnect, so that the provider does not ask for it. */
  loginHint: string | null;
};

/** One outside system that people sign in to with OAuth 2.1: code flow with PKCE (RFC 9700). */
export type ProviderSystem = {
  registrar: Registrar;
  /** As its people call it. */
  name: string;
  /** Where an administrator registers this instance. */
  registerAt: string;
  /** A registration to paste instead of filling in a form, where supported. `eventsUrl`: the URL for its events. */
  manifest?(named: string, redirectUri: string, eventsUrl: string | null): string;
  apiUrl: string;
  authorizeUrl(provider: Provider, authorization: Authorization): string;
  tokenUrl: string;
  /** The scope that a token request must name, if one token is not valid for all audiences (Microsoft). */
  tokenScope?(provider: Provider, audience: Audience): string;
  /** The granted scopes are enough for this. */
  allows(provider: Provider, kind: DataKind, scopes: readonly string[]): boolean;
  /** Throws ProviderError where the answer holds no tokens. */
  readTokens(answer: WebAnswer, now: Date): Tokens;
  /** True where `iss` of an answer names this system (RFC 9207). */
  isIssuer(issuer: string): boolean;
  account(sendRequest: SendRequest, access: Pick<Access, "accessToken">): Promise<Account>;
  /** Revokes the tokens; absent if the system has no endpoint for it. */
  revoke?(sendRequest: SendRequest, tokens: Tokens): Promise<void>;
};

/**
 * A provider's refusal or failure, in our own words: its texts are never shown (security.md D9). `refused` needs the
 * user (sign in again); `unavailable` is temporary; for `limited` the provider said when to retry, and is not called
 * before.
 */
export class ProviderError extends AppError {
  readonly fault: "refused" | "unavailable" | "limited";
  readonly until: Date | null;

  constructor(fault: ProviderError["fault"], message: string, until: Date | null = null) {
    super("upstream", message);
    this.name = "ProviderError";
    this.fault = fault;
    this.until = until;
  }
}

/** The answer's JSON in the expected shape; throws ProviderError for everything else. */
export function readAnswer<T>(name: string, answer: WebAnswer, schema: z.ZodType<T>): T {
  requireNotRateLimited(name, answer);
  if (answer.status === 400 || answer.status === 401 || answer.status === 403)
    throw new ProviderError("refused", t`${name} rejected the sign-in. Please connect again.`);
  const isDone = answer.status >= 200 && answer.status < 300;
  const read = isDone ? schema.safeParse(parseJson(answer.body)) : null;
  if (!read?.success) throw unexpectedResponse(name);
  return read.data;
}

export const unexpectedResponse = (name: string) =>
  new ProviderError("unavailable", t`${name} sent an unexpected response. Please try again later.`);

/** Guards pagination. A page that repeats would loop forever: throws. */
export function pageGuard(name: string): (place: string) => string {
  const been = new Set<string>();
  return (place) => {
    if (been.has(place)) throw unexpectedResponse(name);
    been.add(place);
    return place;
  };
}

const SHORTEST_MS = 1_000;
const USUAL_MS = 60_000;
const LONGEST_MS = 24 * 3600_000;

/** Throws for 429, for 503 with Retry-After, and for Google's rate limits with status 403. */
export function requireNotRateLimited(name: string, { status, headers, body }: WebAnswer): void {
  const retryAfter = headers["retry-after"];
  const isLimit =
    status === 429 ||
    (status === 503 && retryAfter !== undefined) ||
    (status === 403 && /"(userR|r)ateLimitExceeded"|"quotaExceeded"/.test(body));
  if (!isLimit) return;
  const pause = Math.min(Math.max(pauseOf(retryAfter), SHORTEST_MS), LONGEST_MS);
  throw new ProviderError(
    "limited",
    t`${name} is limiting requests. Please try again later.`,
    new Date(Date.now() + pause),
  );
}

/** RFC 9110 §10.2.3: seconds or a date. */
function pauseOf(retryAfter: string | undefined): number {
  if (retryAfter === undefined) return USUAL_MS;
  if (/^\d+$/.test(retryAfter.trim())) return Number(retryAfter) * 1000;
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? USUAL_MS : at - Date.now();
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Invalid JSON does not match the provider's schema, and that error is reported.
    return undefined;
  }
}

const TokenAnswer = z.object({
  access_token: z.string().min(1).max(20_000),
  refresh_token: z.string().min(1).max(20_000).optional(),
  expires_in: z.coerce.number().positive().max(31_536_000).optional(),
  scope: z.string().max(10_000).optional(),
  refresh_token_expires_in: z.coerce.number().positive().max(315_360_000).optional(),
});

/** Parses the answer of a token endpoint (RFC 6749 §5.1). */
export function readTokenAnswer(name: string, answer: WebAnswer, now: Date): Tokens {
  const given = readAnswer(name, answer, TokenAnswer);
  const { access_token, refresh_token, expires_in, scope, refresh_token_expires_in: ends } = given;
  return {
    accessToken: access_token,
    refreshToken: refresh_token ?? null,
    expiresAt: expires_in === undefined ? null : new Date(now.getTime() + expires_in * 1000),
    scopes: scope === undefined ? null : scope.split(/[ ,]+/).filter(Boolean),
    mail: null,
    endsAt: ends === undefined ? null : new Date(now.getTime() + ends * 1000),
  };
}

export const bearer = ({ accessToken }: Pick<Access, "accessToken">) => ({
  authorization: `Bearer ${accessToken}`,
});

export const FORM = { "content-type": "application/x-www-form-urlencoded", accept: "application/json" };

/** The parameters of every authorization URL. */
export const codeFlow = ({ clientId, redirectUri, state, challenge }: Authorization) => ({
  response_type: "code",
  client_id: clientId,
  redirect_uri: redirectUri,
  state,
  code_challenge: challenge,
  code_challenge_method: "S256",
});

/** Whether all `needed` scopes are in `granted`, ignoring case. */
export const covers = (granted: readonly string[], needed: readonly string[]): boolean => {
  const known = new Set(granted.map((scope) => scope.toLowerCase()));
  return needed.every((scope) => known.has(scope.toLowerCase()));
};

export const address = (url: string, query: Record<string, string>) => `${url}?${new URLSearchParams(query)}`;
