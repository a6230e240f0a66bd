import { t } from "#i18n/message.ts";
import type { Scope } from "./scopes.ts";

/** The parameters of an authorization request in the URL of the consent page. */
export type AuthorizationRequest = {
  clientId: string;
  redirectUri: string;
  challenge: string;
  state: string | null;
  scopes: Scope[];
};

const KNOWN: readonly Scope[] = ["read", "write", "destroy"];

/** Preselects at most the requested scopes; read-only if none is requested. */
export function parseAuthorizationRequest(search: string): AuthorizationRequest | { problem: string } {
  const given = new URLSearchParams(search);
  const clientId = given.get("client_id") ?? "";
  const redirectUri = given.get("redirect_uri") ?? "";
  const challenge = given.get("code_challenge") ?? "";
  if (given.get("response_type") !== "code") return { problem: t`It does not ask for a code.` };
  if (given.get("code_challenge_method") !== "S256" || !/^[\w-]{43}$/.test(challenge))
    return { problem: t`It does not protect the code that it asks for (PKCE with S256).` };
  if (!/^[0-9a-f-]{36}$/.test(clientId) || !URL.canParse(redirectUri))
    return { problem: t`It does not say who it is, or where the answer goes.` };
  const requested = (given.get("scope") ?? "").split(" ");
  const scopes = KNOWN.filter((scope) => requested.includes(scope));
  return {
    clientId,
    redirectUri,
    challenge,
    state: given.get("state"),
    scopes: scopes.length > 0 ? scopes : ["read"],
  };
}

/** Includes the issuer, which prevents mix-up attacks on a client of several servers (RFC 9207). */
export function buildRedirectUrl(
  { redirectUri, state }: AuthorizationRequest,
  answer: Record<string, string>,
  issuer: string,
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  if (state !== null) url.searchParams.set("state", state);
  url.searchParams.set("iss", issuer);
  return url.href;
}
