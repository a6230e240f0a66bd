import type { MiddlewareHandler } from "hono";
import type { Edge } from "./edge.ts";

/**
 * Headers of every response (security.md D12); a route that serves files has its own policy. HSTS only if the public
 * URL is https.
 */
export function securityHeaders(publicOrigin: string): MiddlewareHandler<Edge> {
  const secure = publicOrigin.startsWith("https:");
  return async (context, next) => {
    await next();
    const { headers } = context.res;
    if (!headers.has("content-security-policy"))
      headers.set("content-security-policy", contentSecurityPolicy(context.var.nonce));
    headers.set("x-content-type-options", "nosniff");
    headers.set("referrer-policy", "no-referrer");
    headers.set("cross-origin-opener-policy", "same-origin-allow-popups");
    headers.set("cross-origin-resource-policy", "same-origin");
    headers.set(
      "permissions-policy",
      "camera=(self), microphone=(self), geolocation=(self), payment=(), usb=()",
    );
    headers.set("x-request-id", context.var.requestId);
    if (secure) headers.set("strict-transport-security", "max-age=31536000");
    if (!headers.has("cache-control")) headers.set("cache-control", "no-store");
  };
}

const contentSecurityPolicy = (nonce: string) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self' blob:",
    "worker-src 'self'",
    "manifest-src 'self'",
    "frame-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");
