import { isIP } from "node:net";
import type { MiddlewareHandler } from "hono";
import { t } from "#i18n/message.ts";
import { sourceOf } from "#platform/auth/sign-in/source-address.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { Edge } from "./edge.ts";
import { isSharedAddress, SHARED_ALLOWANCE } from "./unlisted-proxies.ts";

/** The current origins of this instance; an administrator may add one. */
export type KnownOrigins = () => readonly string[];

const SAFE_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** A header of our own, which no form of another site can send. */
export const UPLOAD_HEADER = "x-adjutant-upload";

/**
 * Refuses cross-site writes (security.md D8): an unsafe request must come from our own pages by Origin or
 * Sec-Fetch-Site and carry JSON or, with files, a header of our own. Requests with an Authorization header never use
 * cookies and are exempt. Programs, which send neither Origin nor Sec-Fetch-Site, may send without a key what
 * `isPublicRead` names: reads for anyone, which change nothing.
 */
export function refuseCrossSite(
  known: KnownOrigins,
  bodyKind: "json" | "files",
  isPublicRead: (path: string) => boolean = () => false,
): MiddlewareHandler<Edge> {
  return async ({ req }, next) => {
    if (SAFE_METHODS.has(req.method) || req.header("authorization")) return next();
    const origin = req.header("origin");
    const site = req.header("sec-fetch-site");
    const own = origin ? isOwnOrigin(origin, req.url, known) : site === "same-origin";
    const isOfProgram = origin === undefined && site === undefined;
    if (!own && !(isOfProgram && isPublicRead(req.path)))
      throw new AppError("forbidden", t`This request did not come from Adjutant's own pages`);
    if (bodyKind === "files" && !req.header(UPLOAD_HEADER))
      throw new AppError("forbidden", t`Send the header ${UPLOAD_HEADER} with a file`);
    if (bodyKind === "json" && !req.header("content-type")?.startsWith("application/json"))
      throw new AppError("invalid", t`Send the request as application/json`);
    return next();
  };
}

/**
 * The same check for event streams, which use cookies: another site could not read one, but would use up the person's
 * limit.
 */
export function refuseForeignListeners(known: KnownOrigins): MiddlewareHandler<Edge> {
  return async ({ req }, next) => {
    const origin = req.header("origin");
    const site = req.header("sec-fetch-site") ?? "none";
    if ((origin && !isOwnOrigin(origin, req.url, known)) || !["none", "same-origin"].includes(site))
      throw new AppError("forbidden", t`This request did not come from Adjutant's own pages`);
    return next();
  };
}

/**
 * Refuses requests of pages of other sites where no cookie counts, as the Model Context Protocol demands (2025-11-25,
 * Transports, Security Warning). Programs send no Origin.
 */
export function refuseForeignOrigins(known: KnownOrigins): MiddlewareHandler<Edge> {
  return async ({ req }, next) => {
    const origin = req.header("origin");
    if (origin !== undefined && !isOwnOrigin(origin, req.url, known))
      throw new AppError("forbidden", t`This request did not come from Adjutant's own pages`);
    return next();
  };
}

const isOwnOrigin = (origin: string, url: string, known: KnownOrigins) =>
  known().includes(origin) || (URL.canParse(origin) && new URL(origin).host === new URL(url).host);

/**
 * Accepts only known host names: those of its own origins, localhost and plain IP addresses. A foreign name that
 * resolves here (DNS rebinding) is refused.
 */
export function refuseForeignHosts(known: KnownOrigins): MiddlewareHandler<Edge> {
  return async ({ req }, next) => {
    const host = new URL(req.url).hostname.replace(/^\[|\]$/g, "");
    const isKnown = host === "localhost" || known().some((origin) => new URL(origin).hostname === host);
    if (!isKnown && isIP(host) === 0)
      throw new AppError(
        "forbidden",
        t`Adjutant does not answer to '${host}': set PUBLIC_URL to this address`,
      );
    return next();
  };
}

const MAX_BUCKETS = 50_000;

/** A token bucket per person or source (security.md D7); in memory, because it may be lost at a restart. */
export function limitRate(perMinute: number): MiddlewareHandler<Edge> {
  const buckets = new Map<string, { tokens: number; at: number }>();
  return async (context, next) => {
    const { actor, address } = context.var;
    const key = actor?.userId ?? sourceOf(address);
    const allowed = actor || !isSharedAddress(address) ? perMinute : perMinute * SHARED_ALLOWANCE;
    const count = (requests: number) => {
      const now = Date.now();
      if (buckets.size > MAX_BUCKETS) buckets.clear();
      const bucket = buckets.get(key) ?? { tokens: allowed, at: now };
      const refilled = bucket.tokens + ((now - bucket.at) / 60_000) * allowed;
      const tokens = Math.min(allowed, refilled) - requests;
      buckets.set(key, { tokens: Math.max(0, tokens), at: now });
      if (tokens < 0)
        throw new AppError("rate_limited", t`Too many requests. Please wait a moment.`, {
          retryAfter: Math.ceil(60 / allowed),
        });
    };
    count(1);
    context.set("countRequests", count);
    return next();
  };
}
