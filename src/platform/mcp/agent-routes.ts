import type { Context, Hono } from "hono";
import { z } from "zod";
import type { AgentTokens } from "#platform/auth/agents.ts";
import { SCOPES } from "#platform/auth/tables.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { Services } from "#platform/capability/services.ts";
import { acceptsBody } from "#platform/http/bound-bodies.ts";
import type { Edge } from "#platform/http/edge.ts";
import { formBody, jsonBody } from "#platform/http/json-body.ts";

/** Maximum bytes of a form. */
const MAX_FORM = 10_000;
const MAX_REGISTRATION = 64_000;

/** Metadata on how agents sign in (RFC 9728), as named in the response to an unauthenticated agent. */
export const RESOURCE_METADATA = "/.well-known/oauth-protected-resource";

/**
 * Sign-in of agents as the Model Context Protocol requires (2025-06-18): metadata of the resource (RFC 9728) and of the
 * server (RFC 8414), registration (RFC 7591), tokens with PKCE (OAuth 2.1), and revocation (RFC 7009). The consent is a
 * page of ours at /agents/authorize. Nothing here reads a cookie.
 */
export function mountAgentSignIn(
  app: Hono<Edge>,
  { auth }: Services,
  originOf: (url: string) => string,
): void {
  const resource = (context: Context<Edge>) =>
    context.json({
      resource: `${originOf(context.req.url)}/mcp`,
      authorization_servers: [originOf(context.req.url)],
      scopes_supported: SCOPES,
      bearer_methods_supported: ["header"],
      resource_name: "Adjutant",
    });
  app.get(RESOURCE_METADATA, resource);
  app.get(`${RESOURCE_METADATA}/mcp`, resource);
  app.get("/.well-known/oauth-authorization-server", (context) =>
    context.json(serverMetadata(originOf(context.req.url))),
  );
  app.post("/agents/register", acceptsBody(MAX_REGISTRATION), async (context) => {
    const asked = Registration.safeParse(await jsonBody(context.req.raw));
    if (!asked.success) return refusal(context, "invalid_client_metadata");
    const { client_name: name, redirect_uris: redirectUris } = asked.data;
    const { id } = await auth.agents.register({ name, redirectUris }, context.var.address);
    const answer = {
      client_id: id,
      client_id_issued_at: Math.floor(Date.now() / 1000),
      client_name: name,
      redirect_uris: redirectUris,
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
    };
    return context.json(answer, 201);
  });
  app.post("/agents/token", acceptsBody(MAX_FORM), async (context) => {
    const asked = TokenRequest.safeParse(await formBody(context.req.raw));
    if (!asked.success) return refusal(context, "invalid_request");
    const { data } = asked;
    const origin = originOf(context.req.url);
    if (
      data.resource !== undefined &&
      ![`${origin}/mcp`, `${origin}/`, origin].includes(withoutQuery(data.resource))
    )
      return refusal(context, "invalid_target");
    try {
      return context.json(toTokenResponse(await tokensFor(auth.agents, data)));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return refusal(context, "invalid_grant");
    }
  });
  app.post("/agents/revoke", acceptsBody(MAX_FORM), async (context) => {
    const { token } = await formBody(context.req.raw);
    if (typeof token === "string" && token.length <= MAX_TOKEN) await auth.agents.revoke(token);
    return context.body(null, 200);
  });
}

/** The address that an agent was given may name areas: it is the same resource. */
const withoutQuery = (resource: string) => resource.split("?", 1)[0] ?? resource;

/** RFC 8414. */
const serverMetadata = (origin: string) => ({
  issuer: origin,
  authorization_endpoint: `${origin}/agents/authorize`,
  token_endpoint: `${origin}/agents/token`,
  registration_endpoint: `${origin}/agents/register`,
  revocation_endpoint: `${origin}/agents/revoke`,
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  code_challenge_methods_supported: ["S256"],
  token_endpoint_auth_methods_supported: ["none"],
  revocation_endpoint_auth_methods_supported: ["none"],
  authorization_response_iss_parameter_supported: true,
  scopes_supported: SCOPES,
});

const MAX_TOKEN = 200;
const token = z.string().min(1).max(MAX_TOKEN);

/** https URLs, loopback, and private-use schemes of native apps (RFC 8252). */
const RedirectUri = z
  .string()
  .max(1000)
  .refine((text) => {
    const url = URL.parse(text);
    if (url?.hash !== "" || url.username !== "" || /[\s<>"]/.test(text)) return false;
    if (url.protocol === "https:") return true;
    if (url.protocol === "http:") return /^(localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname);
    return !/^(javascript|data|vbscript|blob|file|about|filesystem|view-source|ws|wss|ftp):$/.test(
      url.protocol,
    );
  });

const Registration = z.object({
  client_name: z
    .string()
    .transform((name) =>
      name
        .replaceAll(/[\p{C}]/gu, "")
        .trim()
        .slice(0, 80),
    )
    .pipe(z.string().min(1))
    .default("An agent"),
  redirect_uris: z.array(RedirectUri).min(1).max(10),
  token_endpoint_auth_method: z.literal("none").optional(),
});

const TokenRequest = z.discriminatedUnion("grant_type", [
  z.object({
    grant_type: z.literal("authorization_code"),
    code: token,
    client_id: z.uuid(),
    redirect_uri: z.string().max(1000),
    code_verifier: z.string().regex(/^[\w.~-]{43,128}$/),
    resource: z.string().max(1000).optional(),
  }),
  z.object({
    grant_type: z.literal("refresh_token"),
    refresh_token: token,
    client_id: z.uuid(),
    resource: z.string().max(1000).optional(),
  }),
]);

const tokensFor = (agents: Services["auth"]["agents"], asked: z.output<typeof TokenRequest>) =>
  asked.grant_type === "authorization_code"
    ? agents.exchange({
        code: asked.code,
        clientId: asked.client_id,
        redirectUri: asked.redirect_uri,
        verifier: asked.code_verifier,
      })
    : agents.refresh({ token: asked.refresh_token, clientId: asked.client_id });

const toTokenResponse = ({ accessToken, refreshToken, expiresIn, scopes }: AgentTokens) => ({
  access_token: accessToken,
  token_type: "Bearer",
  expires_in: expiresIn,
  refresh_token: refreshToken,
  scope: scopes.join(" "),
});

const refusal = (context: Context<Edge>, error: string) => context.json({ error }, 400);
