import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { type Answer, type Behaviour, NO_FAULTS, send } from "./provider-answers.ts";

export type Registered = { clientId: string; clientSecret: string; redirectUri: string };

type Grant = { challenge: string; redirectUri: string; scope: string };
/** One request to an API, with a valid token. */
export type StandInRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  body: string;
  headers: Record<string, string | undefined>;
  scope: string;
};
/** Null for an unknown path. */
export type StandInApi = (request: StandInRequest) => Answer | null | Promise<Answer | null>;

/** What it remembers of who asked, and what it gave out. */
type Provider = {
  registered: Registered;
  apis: readonly StandInApi[];
  behaviour: Behaviour;
  calls: string[];
  codes: Map<string, Grant>;
  /** Tokens, each with what was allowed. */
  access: Map<string, string>;
  refresh: Map<string, string>;
  /** Its own address. */
  url: string;
};

/**
 * An OAuth provider on loopback that is as strict as the real ones: exact redirect URI, single-use codes, PKCE S256,
 * rotating refresh tokens. It serves the URLs of Google, Microsoft and Slack alike.
 */
export async function oauthStandIn(registered: Registered, apis: readonly StandInApi[] = []) {
  const provider: Provider = {
    ...{ registered, apis, behaviour: { ...NO_FAULTS }, calls: [], url: "" },
    ...{ codes: new Map(), access: new Map(), refresh: new Map() },
  };
  const { behaviour, calls, access, refresh } = provider;
  const server = createServer(async (request, response) =>
    send(response, await answerOf(provider, request), behaviour),
  ).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  provider.url = url;
  return {
    url,
    behaviour,
    calls,
    /** Ends all faults. */
    clearFaults: () => void Object.assign(behaviour, NO_FAULTS),
    /** Acts as a person who opens the URL and decides; returns what the browser brings back. */
    visit: (oauthUrl: string, decision: "Allow" | "Deny" = "Allow") => visit(url, oauthUrl, decision),
    /** Expires every access token. */
    expireAccess: () => access.clear(),
    /** The newest access token, for direct requests. */
    anAccess: () => [...access.keys()].at(-1) ?? "",
    /** An access token issued without a sign-in. */
    aToken: () => {
      const accessToken = `access-${randomUUID()}`;
      access.set(accessToken, "everything");
      return accessToken;
    },
    /** Refresh tokens that still work. */
    tokensAlive: () => refresh.size,
    scopeOf: (accessToken: string) => access.get(accessToken) ?? null,
    close: () => new Promise<void>((closed) => server.close(() => closed())),
  };
}

async function visit(url: string, oauthUrl: string, decision: "Allow" | "Deny") {
  const page = await fetch(oauthUrl);
  if (!page.ok) throw new Error(`The stand-in refused: ${await page.text()}`);
  const query = new URL(oauthUrl).searchParams;
  query.set("decision", decision);
  const { headers } = await fetch(`${url}/decide?${query}`, { redirect: "manual" });
  return Object.fromEntries(new URL(headers.get("location") ?? "").searchParams) as {
    state: string;
    code?: string;
    iss?: string;
    error?: string;
  };
}

async function answerOf(provider: Provider, request: IncomingMessage): Promise<Answer> {
  const { behaviour } = provider;
  const { pathname, searchParams } = new URL(request.url ?? "", "http://stand-in");
  provider.calls.push(`${request.method} ${pathname}`);
  if (behaviour.status !== null) return { status: behaviour.status, html: "<h1>internal details</h1>" };
  const body = await text(request);
  const asked = { method: request.method ?? "GET", path: pathname, query: searchParams, body };
  const headers = request.headers as StandInRequest["headers"];
  const apiAnswer = await answerOfApi(provider, { ...asked, headers });
  if (apiAnswer) return apiAnswer;
  const form = new URLSearchParams(body);
  if (pathname === "/decide") return decide(provider, searchParams);
  if (/\/(auth|authorize)$/.test(pathname)) return authorize(provider, searchParams);
  if (/\/(oauth\.v2\.access|token)$/.test(pathname)) {
    const given = issueTokens(provider, form, pathname === "/api/oauth.v2.access");
    await behaviour.hold?.promise;
    return given;
  }
  await behaviour.holdApi?.promise;
  return answerOfAccount(provider, pathname, headers, form);
}

/** Null where no API knows the path. */
async function answerOfApi(
  { apis, behaviour, access }: Provider,
  asked: Omit<StandInRequest, "scope">,
): Promise<Answer | null> {
  const scope = behaviour.isRevoked ? undefined : access.get(tokenOf(asked.headers));
  for (const api of apis) {
    const answer = await api({ ...asked, scope: scope ?? "" });
    if (answer && scope === undefined)
      return asked.path.startsWith("/api/")
        ? { status: 200, body: { ok: false, error: "invalid_auth" } }
        : { status: 401, body: {} };
    if (answer)
      return {
        ...(behaviour.invalidAnswer === null ? answer : { status: 200, html: behaviour.invalidAnswer }),
        isOfApi: true,
      };
  }
  return null;
}

const tokenOf = ({ authorization }: StandInRequest["headers"]) => authorization?.replace("Bearer ", "") ?? "";

/** Who signed in, and the end of a sign-in. */
function answerOfAccount(
  { behaviour, access, refresh }: Provider,
  path: string,
  headers: StandInRequest["headers"],
  form: URLSearchParams,
): Answer {
  const signedIn = (body: unknown, isSlack = false): Answer => {
    if (access.has(tokenOf(headers)) && !behaviour.isRevoked) return { status: 200, body };
    return isSlack ? { status: 200, body: { ok: false, error: "invalid_auth" } } : { status: 401, body: {} };
  };
  if (path === "/v1/userinfo") return signedIn({ sub: "4711", email: behaviour.email });
  if (path === "/v1.0/me")
    return signedIn({ id: "4711", mail: behaviour.email, userPrincipalName: behaviour.email });
  if (path === "/api/auth.test")
    return signedIn({ ok: true, user: "ada", team: "Aldermoor", user_id: "U1", team_id: "T1" }, true);
  if (path === "/revoke") {
    const known = refresh.delete(form.get("token") ?? "");
    if (known) access.clear();
    return { status: known ? 200 : 400, body: {} };
  }
  if (path === "/api/auth.revoke") return signedIn({ ok: true, revoked: true }, true);
  return { status: 404, body: {} };
}

function authorize({ registered }: Provider, query: URLSearchParams): Answer {
  const refused = (reason: string) => ({ status: 400, html: `<p>${reason}</p>` });
  if (query.get("client_id") !== registered.clientId) return refused("Unknown client");
  if (query.get("redirect_uri") !== registered.redirectUri) return refused("Redirect address does not match");
  if (query.get("response_type") !== "code") return refused("Only the code flow is allowed");
  if (query.get("code_challenge_method") !== "S256") return refused("PKCE with S256 is required");
  const link = (decision: string) =>
    `<a href="/decide?${String(query).replaceAll("&", "&amp;")}&amp;decision=${decision}">${decision}</a>`;
  return { status: 200, html: `<h1>Stand-in</h1>${link("Allow")} ${link("Deny")}` };
}

function decide({ codes, url }: Provider, query: URLSearchParams): Answer {
  const redirectUrl = new URL(query.get("redirect_uri") ?? "");
  redirectUrl.searchParams.set("state", query.get("state") ?? "");
  redirectUrl.searchParams.set("iss", url);
  if (query.get("decision") === "Deny") redirectUrl.searchParams.set("error", "access_denied");
  else {
    const code = randomUUID();
    codes.set(code, {
      challenge: query.get("code_challenge") ?? "",
      redirectUri: query.get("redirect_uri") ?? "",
      scope: query.get("scope") ?? query.get("user_scope") ?? "",
    });
    redirectUrl.searchParams.set("code", code);
  }
  return { status: 302, location: redirectUrl.href };
}

function issueTokens(provider: Provider, form: URLSearchParams, isSlack: boolean): Answer {
  const { registered, behaviour, access, refresh } = provider;
  const refused = isSlack
    ? { status: 200, body: { ok: false, error: "invalid_grant" } }
    : { status: 400, body: { error: "invalid_grant", error_description: "secret details" } };
  const isKnown =
    form.get("client_id") === registered.clientId && form.get("client_secret") === registered.clientSecret;
  if (!isKnown) return { status: 401, body: { error: "invalid_client" } };
  const granted = behaviour.isRevoked ? undefined : consumeGrant(provider, form);
  if (granted === undefined) return refused;
  // Microsoft: only the resource that the request names (`.default`: everything granted for Graph).
  const asked = form.get("scope") ?? "";
  const scope = asked === "" || asked.includes(".default") ? granted : asked;
  const [accessToken, refreshToken] = [`access-${randomUUID()}`, `refresh-${randomUUID()}`];
  access.set(accessToken, scope);
  refresh.set(refreshToken, granted);
  const given = {
    access_token: accessToken,
    refresh_token: refreshToken,
    ...(behaviour.expiresIn !== null && { expires_in: behaviour.expiresIn }),
    ...(behaviour.signInEndsIn !== null && { refresh_token_expires_in: behaviour.signInEndsIn }),
    token_type: "Bearer",
    scope,
  };
  const isFirst = form.get("grant_type") === "authorization_code";
  return {
    status: 200,
    body: isSlack && isFirst ? { ok: true, authed_user: given } : { ok: true, ...given },
  };
}

/** The granted scope; undefined if the grant is not valid. */
function consumeGrant({ codes, refresh }: Provider, form: URLSearchParams): string | undefined {
  if (form.get("grant_type") === "refresh_token") {
    const token = form.get("refresh_token") ?? "";
    const allowed = refresh.get(token);
    refresh.delete(token);
    return allowed;
  }
  const code = form.get("code") ?? "";
  const grant = codes.get(code);
  codes.delete(code);
  const challenge = createHash("sha256")
    .update(form.get("code_verifier") ?? "")
    .digest("base64url");
  const fits = grant?.challenge === challenge && grant.redirectUri === form.get("redirect_uri");
  return fits ? grant.scope : undefined;
}

export type OAuthStandIn = Awaited<ReturnType<typeof oauthStandIn>>;
