import { createHash, randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";

export type Registered = { clientId: string; clientSecret: string; redirectUri: string };

type Grant = { challenge: string; redirectUri: string; scope: string };
type Answer = {
  status: number;
  body?: unknown;
  location?: string;
  html?: string;
  headers?: Record<string, string>;
  isOfApi?: boolean;
};

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

/** A small account: who signs in, and what the provider does wrong on request. */
type Behaviour = {
  email: string;
  /** Refuses every issued token from now on, as after a revocation at the provider. */
  isRevoked: boolean;
  /** Responds with this status only. */
  status: number | null;
  /** The Retry-After sent with it. */
  retryAfter: string | null;
  /** Seconds; null: tokens do not expire. */
  expiresIn: number | null;
  /** Seconds after which the whole sign-in ends, as Google says it of applications in testing. */
  signInEndsIn: number | null;
  /** The APIs' responses are replaced by this text. */
  invalidAnswer: string | null;
  /**
   * Fault of the APIs' responses in transfer: cut before or within them, compressed and cut, redirected to an internal
   * address.
   */
  transportFault: "cut" | "half" | "packed" | "moved" | null;
  /** This many of the APIs' responses arrive whole before that. */
  faultAfter: number;
  /** The token endpoint waits for this before it responds. */
  hold: PromiseWithResolvers<void> | null;
  /** The account endpoint waits for this before it responds. */
  holdApi: PromiseWithResolvers<void> | null;
};

const NO_FAULTS: Behaviour = {
  ...{ email: "ada@example.com", isRevoked: false, status: null, retryAfter: null, invalidAnswer: null },
  ...{ transportFault: null, faultAfter: 0 },
  ...{ expiresIn: 3600, signInEndsIn: null, hold: null, holdApi: null },
};

/**
 * An OAuth provider on loopback that is as strict as the real ones: exact redirect URI, single-use codes, PKCE S256,
 * rotating refresh tokens. It serves the URLs of Google, Microsoft and Slack alike.
 */
export async function oauthStandIn(registered: Registered, apis: readonly StandInApi[] = []) {
  const mood: Behaviour = { ...NO_FAULTS };
  const calls: string[] = [];
  const codes = new Map<string, Grant>();
  const access = new Map<string, string>();
  /** Refresh tokens, each with its scope. */
  const refresh = new Map<string, string>();

  const authorize = (query: URLSearchParams): Answer => {
    const refused = (reason: string) => ({ status: 400, html: `<p>${reason}</p>` });
    if (query.get("client_id") !== registered.clientId) return refused("Unknown client");
    if (query.get("redirect_uri") !== registered.redirectUri)
      return refused("Redirect address does not match");
    if (query.get("response_type") !== "code") return refused("Only the code flow is allowed");
    if (query.get("code_challenge_method") !== "S256") return refused("PKCE with S256 is required");
    const decide = (decision: string) =>
      `<a href="/decide?${String(query).replaceAll("&", "&amp;")}&amp;decision=${decision}">${decision}</a>`;
    return { status: 200, html: `<h1>Stand-in</h1>${decide("Allow")} ${decide("Deny")}` };
  };

  const decide = (query: URLSearchParams): Answer => {
    const back = new URL(query.get("redirect_uri") ?? "");
    back.searchParams.set("state", query.get("state") ?? "");
    back.searchParams.set("iss", url);
    if (query.get("decision") === "Deny") back.searchParams.set("error", "access_denied");
    else {
      const code = randomUUID();
      codes.set(code, {
        challenge: query.get("code_challenge") ?? "",
        redirectUri: query.get("redirect_uri") ?? "",
        scope: query.get("scope") ?? query.get("user_scope") ?? "",
      });
      back.searchParams.set("code", code);
    }
    return { status: 302, location: back.href };
  };

  const tokens = (form: URLSearchParams, isSlack: boolean): Answer => {
    const refused = isSlack
      ? { status: 200, body: { ok: false, error: "invalid_grant" } }
      : { status: 400, body: { error: "invalid_grant", error_description: "secret details" } };
    const isKnown =
      form.get("client_id") === registered.clientId && form.get("client_secret") === registered.clientSecret;
    if (!isKnown) return { status: 401, body: { error: "invalid_client" } };
    const granted = mood.isRevoked ? undefined : takeGrant(form);
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
      ...(mood.expiresIn !== null && { expires_in: mood.expiresIn }),
      ...(mood.signInEndsIn !== null && { refresh_token_expires_in: mood.signInEndsIn }),
      token_type: "Bearer",
      scope,
    };
    const isFirst = form.get("grant_type") === "authorization_code";
    return {
      status: 200,
      body: isSlack && isFirst ? { ok: true, authed_user: given } : { ok: true, ...given },
    };
  };

  /** The granted scope; undefined if the grant is not valid. */
  const takeGrant = (form: URLSearchParams): string | undefined => {
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
  };

  const signedIn = (request: IncomingMessage, body: unknown, isSlack = false): Answer => {
    const token = request.headers.authorization?.replace("Bearer ", "") ?? "";
    if (access.has(token) && !mood.isRevoked) return { status: 200, body };
    return isSlack ? { status: 200, body: { ok: false, error: "invalid_auth" } } : { status: 401, body: {} };
  };

  const answer = async (request: IncomingMessage): Promise<Answer> => {
    const { pathname, searchParams } = new URL(request.url ?? "", "http://stand-in");
    calls.push(`${request.method} ${pathname}`);
    if (mood.status !== null) return { status: mood.status, html: "<h1>internal details</h1>" };
    const body = await text(request);
    const token = request.headers.authorization?.replace("Bearer ", "") ?? "";
    const scope = mood.isRevoked ? undefined : access.get(token);
    const given = { method: request.method ?? "GET", path: pathname, query: searchParams, body };
    const headers = request.headers as StandInRequest["headers"];
    for (const api of apis) {
      const said = await api({ ...given, headers, scope: scope ?? "" });
      if (said && scope === undefined)
        return pathname.startsWith("/api/")
          ? { status: 200, body: { ok: false, error: "invalid_auth" } }
          : { status: 401, body: {} };
      if (said)
        return {
          ...(mood.invalidAnswer === null ? said : { status: 200, html: mood.invalidAnswer }),
          isOfApi: true,
        };
    }
    const form = new URLSearchParams(body);
    if (pathname === "/decide") return decide(searchParams);
    if (/\/(auth|authorize)$/.test(pathname)) return authorize(searchParams);
    if (/\/(oauth\.v2\.access|token)$/.test(pathname)) {
      const given = tokens(form, pathname === "/api/oauth.v2.access");
      await mood.hold?.promise;
      return given;
    }
    await mood.holdApi?.promise;
    if (pathname === "/v1/userinfo") return signedIn(request, { sub: "4711", email: mood.email });
    if (pathname === "/v1.0/me")
      return signedIn(request, { id: "4711", mail: mood.email, userPrincipalName: mood.email });
    if (pathname === "/api/auth.test")
      return signedIn(
        request,
        { ok: true, user: "ada", team: "Aldermoor", user_id: "U1", team_id: "T1" },
        true,
      );
    if (pathname === "/revoke") {
      const known = refresh.delete(form.get("token") ?? "");
      if (known) access.clear();
      return { status: known ? 200 : 400, body: {} };
    }
    if (pathname === "/api/auth.revoke") return signedIn(request, { ok: true, revoked: true }, true);
    return { status: 404, body: {} };
  };

  const server = createServer(async (request, response) => {
    const { status, body, location, html, headers = {}, isOfApi = false } = await answer(request);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (location) response.setHeader("location", location);
    if (mood.retryAfter !== null) response.setHeader("retry-after", mood.retryAfter);
    response.setHeader("content-type", html === undefined ? "application/json" : "text/html");
    const words = html ?? JSON.stringify(body ?? {});
    const isSpared = mood.faultAfter > 0;
    if (isOfApi && isSpared) mood.faultAfter -= 1;
    if (isOfApi && mood.transportFault !== null && !isSpared)
      sendFaulty(response, words, mood.transportFault);
    else response.writeHead(status).end(words);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  return {
    url,
    mood,
    calls,
    /** Ends all faults. */
    calm: () => void Object.assign(mood, NO_FAULTS),
    /** Acts as a person who opens the URL and decides; returns what the browser brings back. */
    visit: async (oauthUrl: string, decision: "Allow" | "Deny" = "Allow") => {
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
    },
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

function sendFaulty(
  response: ServerResponse,
  words: string,
  trouble: NonNullable<Behaviour["transportFault"]>,
): void {
  if (trouble === "cut") response.destroy();
  else if (trouble === "moved") response.writeHead(302, { location: "http://169.254.169.254/" }).end();
  else if (trouble === "packed") {
    const packed = gzipSync(words);
    response.writeHead(200, { "content-encoding": "gzip" }).end(packed.subarray(0, packed.length / 2));
  } else {
    response.writeHead(200, { "content-length": Buffer.byteLength(words) });
    response.write(words.slice(0, words.length / 2), () => response.destroy());
  }
}

export type OAuthStandIn = Awaited<ReturnType<typeof oauthStandIn>>;
