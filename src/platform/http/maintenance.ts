import type { MiddlewareHandler } from "hono";
import { t } from "#i18n/message.ts";
import { AppError } from "#platform/capability/errors.ts";
import type { Edge } from "./edge.ts";

/** What the maintenance page needs, and what an administrator needs to sign in. */
const ALWAYS_OPEN = new Set([
  "/events",
  "/rpc/system.get",
  "/rpc/session.current",
  "/rpc/session.signIn",
  "/rpc/session.completeSignIn",
  "/rpc/session.startPasskeySignIn",
  "/rpc/session.completePasskeySignIn",
  "/rpc/session.signOut",
]);
const TRY_AGAIN_SECONDS = 60;

/** While an administrator has closed the instance, everybody else is answered 503 with Retry-After (decision 23). */
export function closeForMaintenance(isClosed: () => boolean): MiddlewareHandler<Edge> {
  return async (context, next) => {
    const isAdmin = context.var.actor?.roles.includes("admin") ?? false;
    if (!isClosed() || isAdmin || ALWAYS_OPEN.has(context.req.path)) return next();
    throw new AppError("unavailable", t`Maintenance in progress. Please try again in a few minutes.`, {
      retryAfter: TRY_AGAIN_SECONDS,
      isMaintenance: true,
    });
  };
}
